import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';
import { repeatWork } from '#server/lib/scheduling.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';

import { changeBudget } from './orders.ts';
import { keyLifetime } from './rules.ts';

type LeaseServices = {
  readonly database: Database;
  readonly server: string;
  readonly leaseMs: number;
  readonly clock: SharedClock;
  readonly onFailure: (error: unknown) => void;
};

type Held = {
  /** The time until which the lease certainly lasts, by `performance.now()`. */
  until: number;
  onLost: (() => void) | null;
};

/** How often a server renews its leases within the time of one lease. */
const renewalsPerLease = 8;

/**
 * Renews the leases of the orders that run in this process until they are dropped. Also ends expired orders of other
 * servers, and deletes old ones. Calls `onLost` of an order before its lease expires. Its paid call must end then,
 * because another order may take its place.
 */
export function createLeases(services: LeaseServices) {
  const { database, leaseMs, clock } = services;
  const held = new Map<string, Held>();
  const { tidy, report, tidied } = createTidying(services);

  async function renew(at: number, since: number): Promise<void> {
    const asked = [...held.keys()];
    if (asked.length === 0) return;
    const renewed = await renewLeases(database, asked, { at, until: at + leaseMs });
    for (const id of asked) {
      const order = held.get(id);
      if (order === undefined) continue;
      if (renewed.has(id)) order.until = since + leaseMs;
      else lose(order);
    }
  }

  async function renewAndTidy(): Promise<void> {
    const [since, at] = [performance.now(), await clock.now()];
    await renew(at, since);
    // `at` was read before the renewal, so tidying never ends the orders of this process.
    tidy(at);
  }

  function loseExpired(): void {
    const latest = performance.now() + leaseMs / 10;
    for (const order of held.values()) if (order.until <= latest) lose(order);
  }

  // This timer is separate from renewals, which wait while the database does not answer. An SQLite file has no other
  // server.
  const isAlone = database.inOneTrip === null;
  const watch = isAlone ? undefined : setInterval(loseExpired, leaseMs / 20).unref();
  const pause = leaseMs / renewalsPerLease;
  const stop = repeatWork(() => renewAndTidy().catch(report), { first: pause, later: pause });
  return {
    /** `since` is the time when the lease was requested, by `performance.now()`. */
    add(id: string, since: number, onLost: () => void): void {
      held.set(id, { until: since + leaseMs, onLost });
    },
    has: (id: string) => held.has(id),
    /** The order has ended. Only its settlement is still under way. */
    end(id: string): void {
      const order = held.get(id);
      if (order !== undefined) order.onLost = null;
    },
    drop: (id: string) => held.delete(id),
    async close(): Promise<void> {
      clearInterval(watch);
      await stop();
      await tidied();
    },
  };
}

function lose(order: Held): void {
  const { onLost } = order;
  order.onLost = null;
  onLost?.();
}

/**
 * Renews the leases of these orders and returns the ids of the renewed ones. In PostgreSQL, an expired lease is not
 * renewed, because another order may have its place. An SQLite file has one server, so its expired leases are renewed.
 */
async function renewLeases(
  { urgent, inOneTrip }: Database,
  ids: readonly string[],
  { at, until }: { readonly at: number; readonly until: number },
): Promise<ReadonlySet<string>> {
  const mine = urgent.selectFrom('ledger_orders').select('id').where('id', 'in', ids);
  const renewable =
    inOneTrip === null
      ? mine.where('lease_until', 'is not', null)
      : mine.where('lease_until', '>', at).orderBy('id').forUpdate();
  const renewed = await urgent
    .updateTable('ledger_orders')
    .set({ lease_until: until })
    .where('id', 'in', renewable)
    .returning('id')
    .execute();
  return new Set(renewed.map(({ id }) => id));
}

/** In milliseconds. */
const purgeEvery = 600_000;

function createTidying({ database, clock, onFailure }: LeaseServices) {
  let purgedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let tidying: Promise<void> | null = null;

  async function tidyNow(at: number): Promise<void> {
    await endExpiredOrders(database, at);
    if (at - purgedAt >= purgeEvery) {
      await purgeOld(database.query, at);
      purgedAt = at;
    }
    // The clock is read last. If it jumped ahead, the orders of this process are renewed before any order ends by the
    // new time.
    await clock.set();
    isFailing = false;
  }

  /** Reports only the first of several failures in a row. */
  function report(error: unknown): void {
    if (!isFailing) onFailure(error);
    isFailing = true;
  }

  return {
    report,
    /** Begins to tidy. The next renewal does not wait for this, because its turn may come later than a lease lasts. */
    tidy(at: number): void {
      tidying ??= tidyNow(at)
        .catch(report)
        .finally(() => {
          tidying = null;
        });
    },
    tidied: () => tidying,
  };
}

/**
 * Ends the orders with an expired lease. Their cost is unknown, so their whole reserved cost is booked as spent, until
 * their server settles them after all. They do not count against the day of their visitor.
 */
export async function endExpiredOrders({ inTurn, query }: Database, at: number): Promise<void> {
  const expired = query.selectFrom('ledger_orders').select('id').where('lease_until', '<=', at).limit(1);
  if ((await expired.executeTakeFirst()) === undefined) return;
  await inTurn(async (transaction) => {
    const ended = await transaction
      .updateTable('ledger_orders')
      .set((eb) => ({
        outcome: 'interrupted',
        lease_until: null,
        spent: eb.ref('reserved'),
        reserved: 0,
        is_counted: 0,
      }))
      .where('lease_until', '<=', at)
      .returning(['day', 'unit', 'spent'])
      .execute();
    for (const { day, unit, spent } of ended)
      if (unit !== null) await changeBudget(transaction, { day, unit, spent, reserved: -spent });
  }, true);
}

/**
 * Ends the orders that an earlier process with this server's name left running, once they have missed two renewals.
 * When a running server has the same name, it renews its leases in this time, and its orders go on.
 */
export async function endOrdersOfEarlierProcess(services: LeaseServices): Promise<void> {
  const { database, server, leaseMs, clock } = services;
  const at = await clock.now();
  const { last } = await database.query
    .selectFrom('ledger_orders')
    .select((eb) => eb.fn.max('lease_until').as('last'))
    .where('server', '=', server)
    .where('lease_until', 'is not', null)
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const twoRenewals = (2 * leaseMs) / renewalsPerLease;
  // The wait has a limit: after a clock was set back, the last renewal may seem to be in the future.
  const wait = Math.min(last - leaseMs + twoRenewals - at, twoRenewals);
  await sleep(Math.max(0, wait), null, { ref: false });
  await database.query
    .updateTable('ledger_orders')
    .set({ lease_until: at })
    .where('server', '=', server)
    .where('lease_until', '<=', last)
    .execute();
  await endExpiredOrders(database, at);
}

const rowsAtOnce = 500;

/** Deletes orders that nobody can repeat any more, and the days before yesterday with their salts. */
async function purgeOld(query: Kysely<Tables>, at: number): Promise<void> {
  const old = query
    .selectFrom('ledger_orders')
    .select('id')
    .where('started_at', '<=', at - keyLifetime)
    .where('lease_until', 'is', null)
    .limit(rowsAtOnce);
  let deleted: bigint;
  do {
    const result = await query.deleteFrom('ledger_orders').where('id', 'in', old).executeTakeFirstOrThrow();
    deleted = result.numDeletedRows;
  } while (deleted === BigInt(rowsAtOnce));
  const yesterday = dayOf(at) - 1;
  await query.deleteFrom('ledger_days').where('day', '<', yesterday).execute();
  await query.deleteFrom('ledger_budgets').where('day', '<', yesterday).execute();
}

export type SharedClock = ReturnType<typeof createSharedClock>;

/**
 * Follows the clock of the database, which `ask` reads. If each server used its own clock, it could treat the leases of
 * another server as expired. Between two readings the time passes evenly, even if the clock of this machine jumps.
 */
export function createSharedClock(ask: () => Promise<number>) {
  let offset: number | null = null;

  /** Reads the database's time again. */
  async function set(): Promise<number> {
    const time = await ask();
    offset = time - performance.now();
    return offset;
  }

  return {
    set,
    /** Returns milliseconds since 1970, the same for all servers of a database. */
    now: async () => Math.floor((offset ?? (await set())) + performance.now()),
  };
}

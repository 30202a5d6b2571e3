import { performance } from 'node:perf_hooks';

import type { Database } from '#server/db/database.ts';
import { repeatWork } from '#server/queue.ts';

import type { SharedClock } from './clock.ts';
import { endExpiredOrders, purgeOld, renewalsPerLease } from './expired-orders.ts';

type Held = {
  /** Until when its lease lasts for certain, by `performance.now()`. */
  until: number;
  onLost: (() => void) | null;
};

/** The orders of this process with their leases. */
type HeldOrders = ReturnType<typeof createHeldOrders>;

/**
 * Calls `onLost` of an order before its lease expires. After that, another server gives the money of the order to the
 * next one, so its call must have ended by then.
 */
export function createHeldOrders(leaseMs: number) {
  const held = new Map<string, Held>();
  const margin = leaseMs / 10;

  function lose(order: Held): void {
    const { onLost } = order;
    order.onLost = null;
    onLost?.();
  }

  return {
    /** `since` is when the lease was requested, by `performance.now()`. */
    add(id: string, since: number, onLost: () => void): void {
      held.set(id, { until: since + leaseMs, onLost });
    },
    has: (id: string) => held.has(id),
    ids: (): readonly string[] => [...held.keys()],
    /** The order has ended. Only its settlement is still under way. */
    end(id: string): void {
      const order = held.get(id);
      if (order !== undefined) order.onLost = null;
    },
    drop: (id: string) => held.delete(id),
    /** `renewed` are the orders of `asked` that have a new lease. The others have lost theirs. */
    renew(asked: readonly string[], renewed: ReadonlySet<string>, since: number): void {
      for (const id of asked) {
        const order = held.get(id);
        if (order === undefined) continue;
        if (renewed.has(id)) order.until = since + leaseMs;
        else lose(order);
      }
    },
    loseExpired(): void {
      const now = performance.now();
      for (const order of held.values()) if (order.until - margin <= now) lose(order);
    },
  };
}

/** In milliseconds. */
const purgeEvery = 600_000;

type LeaseParts = {
  readonly database: Database;
  /** The orders that run in this process. */
  readonly held: HeldOrders;
  readonly leaseMs: number;
  readonly clock: SharedClock;
  readonly onFailure: (error: unknown) => void;
};

/**
 * Renews the leases of these orders and returns the ids of the renewed ones. With several servers, an expired lease is not
 * renewed: another order may have its place by now. An SQLite file has one server, so there an expired lease is renewed.
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

/**
 * Renews the leases of this process again and again, ends expired orders of other servers, and deletes old ones.
 * Returns a function that stops this.
 */
export function startRenewals({
  database,
  held,
  leaseMs,
  clock,
  onFailure,
}: LeaseParts): () => Promise<void> {
  let purgedAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let tidying: Promise<void> | null = null;

  async function renew(at: number, since: number): Promise<void> {
    const asked = held.ids();
    if (asked.length === 0) return;
    held.renew(asked, await renewLeases(database, asked, { at, until: at + leaseMs }), since);
  }

  async function tidy(at: number): Promise<void> {
    await endExpiredOrders(database, at);
    if (at - purgedAt >= purgeEvery) {
      await purgeOld(database.query, at);
      purgedAt = at;
    }
    // Last: when the clock has jumped ahead, the orders here are renewed before the new time ends any order.
    await clock.set();
    isFailing = false;
  }

  /** Reports only the first of several failures in a row. */
  function report(error: unknown): void {
    if (!isFailing) onFailure(error);
    isFailing = true;
  }

  async function renewAndTidy(): Promise<void> {
    const [since, at] = [performance.now(), await clock.now()];
    await renew(at, since);
    // With the time from before the renewal: so it never ends the orders of this process.
    // The next renewal does not wait for it: its turn may come later than a lease lasts.
    tidying ??= tidy(at)
      .catch(report)
      .finally(() => {
        tidying = null;
      });
  }

  // Apart from the renewals, which wait for a database that does not answer. An SQLite file has no other server.
  const isAlone = database.inOneTrip === null;
  const watch = isAlone ? undefined : setInterval(held.loseExpired, leaseMs / 20).unref();
  const pause = leaseMs / renewalsPerLease;
  const stop = repeatWork(() => renewAndTidy().catch(report), { first: pause, later: pause });
  return async () => {
    clearInterval(watch);
    await stop();
    await tidying;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';

import { dayOf, keyLifetime, type SharedClock } from './clock.ts';
import { changeBudget } from './order-rows.ts';

/** How often a server renews its leases within the time of one lease. */
export const renewalsPerLease = 8;

/**
 * Ends the orders with an expired lease. Their cost is unknown, so all that was held back for them is booked as spent,
 * until their server settles them after all. They do not count against the day of their visitor.
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
      if (unit !== null) await changeBudget(transaction, { day, unit }, { spent, reserved: -spent });
  }, true);
}

type ServerParts = {
  readonly database: Database;
  readonly server: string;
  readonly leaseMs: number;
  readonly clock: SharedClock;
};

/**
 * Ends the orders that an earlier process with this server's name left running, once they have missed two renewals.
 * When a living server has the same name, it renews its leases in that time, and its orders go on.
 */
export async function endOrdersOfEarlierProcess({
  database,
  server,
  leaseMs,
  clock,
}: ServerParts): Promise<void> {
  const at = await clock.now();
  const last = await lastLease(database.query, server);
  if (last === null) return;
  const twoRenewals = (2 * leaseMs) / renewalsPerLease;
  // At most that long: after a clock was set back, the last renewal may seem to lie in the future.
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

async function lastLease(query: Kysely<Tables>, server: string): Promise<number | null> {
  const { last } = await query
    .selectFrom('ledger_orders')
    .select((eb) => eb.fn.max('lease_until').as('last'))
    .where('server', '=', server)
    .where('lease_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return last;
}

const rowsAtOnce = 500;

/** Deletes orders that nobody can repeat any more, and the days before yesterday with their salts. */
export async function purgeOld(query: Kysely<Tables>, at: number): Promise<void> {
  let deleted: bigint;
  do {
    const result = await query
      .deleteFrom('ledger_orders')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('ledger_orders')
          .select('id')
          .where('started_at', '<=', at - keyLifetime)
          .where('lease_until', 'is', null)
          .limit(rowsAtOnce),
      )
      .executeTakeFirstOrThrow();
    deleted = result.numDeletedRows;
  } while (deleted === BigInt(rowsAtOnce));
  const yesterday = dayOf(at) - 1;
  await query.deleteFrom('ledger_days').where('day', '<', yesterday).execute();
  await query.deleteFrom('ledger_budgets').where('day', '<', yesterday).execute();
}

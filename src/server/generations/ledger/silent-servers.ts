import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';

import { changeBudget } from './budgets.ts';
import type { SharedClock } from './shared-clock.ts';

/** So often a server says within one lease that it lives. */
export const beatsPerLease = 8;

/**
 * Ends the orders whose lease has passed, for nobody renewed it. What they cost nobody knows: all that was held back for
 * them is booked as spent, unless their server speaks again. Against their visitor's day they do not count.
 */
export async function endSilentOrders({ inTurn, query }: Database, at: number): Promise<void> {
  const silent = query.selectFrom('ledger_orders').select('id').where('lease_until', '<=', at).limit(1);
  if ((await silent.executeTakeFirst()) === undefined) return;
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

type Former = {
  readonly database: Database;
  readonly server: string;
  readonly leaseMs: number;
  readonly clock: SharedClock;
};

/**
 * Ends what ran under this server's name before it started, as soon as that has missed two beats: it is the former self
 * of this server, and dead. Of another one that goes by the same name and lives, the leases are renewed in that time.
 */
export async function endFormerSelf({ database, server, leaseMs, clock }: Former): Promise<void> {
  const at = await clock.now();
  const last = await lastLease(database.query, server);
  if (last === null) return;
  const twoBeats = (2 * leaseMs) / beatsPerLease;
  // No longer than that: a clock that was put back may make the last beat one of the future.
  const untilSilent = Math.min(last - leaseMs + twoBeats - at, twoBeats);
  await sleep(Math.max(0, untilSilent), null, { ref: false });
  await database.query
    .updateTable('ledger_orders')
    .set({ lease_until: at })
    .where('server', '=', server)
    .where('lease_until', '<=', last)
    .execute();
  await endSilentOrders(database, at);
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

import type { Kysely } from 'kysely';

import type { Tables } from '#server/database/database.ts';

import { changeBudget } from './budgets.ts';

/** Those whose lease nobody renewed: their server fell silent. */
function leakedOrders(query: Kysely<Tables>, at: number) {
  return query.selectFrom('ledger_orders').where('lease_until', '<=', at);
}

export async function hasLeakedOrders(query: Kysely<Tables>, at: number): Promise<boolean> {
  return (await leakedOrders(query, at).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Gives back what leaked orders hold: of their budget, of their visitor's day, of their workspace. */
export async function returnLeakedOrders(query: Kysely<Tables>, at: number): Promise<void> {
  const leaked = await leakedOrders(query, at).select(['id', 'day', 'unit', 'reserved']).execute();
  for (const { id, day, unit, reserved } of leaked) {
    await query
      .updateTable('ledger_orders')
      .set({ outcome: 'interrupted', lease_until: null, reserved: 0, is_counted: 0 })
      .where('id', '=', id)
      .execute();
    if (unit !== null) await changeBudget(query, { day, unit }, { spent: 0, reserved: -reserved });
  }
}

import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { changeBudget } from './budgets.ts';
import type { Settlement } from './ledger.ts';

export type Settled = Settlement & { readonly id: string };

/** In their turn's transaction. */
export async function settleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  for (const each of settled) await settleOrder(query, each);
}

/** Charges the day in which the order was opened. What was booked for one whose server fell silent gives way to what it really cost. */
async function settleOrder(
  query: Kysely<Tables>,
  { id, isCounted, state, record, ...settlement }: Settled,
): Promise<void> {
  const spent = Math.ceil(settlement.spent);
  const order = await query
    .selectFrom('ledger_orders')
    .select(['day', 'unit', 'spent', 'reserved'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is not', null), eb('outcome', '=', 'interrupted')]))
    .executeTakeFirst();
  if (order === undefined) return;
  const { day, unit, spent: booked, reserved } = order;
  await query
    .updateTable('ledger_orders')
    .set({
      outcome: state,
      lease_until: null,
      reserved: 0,
      spent,
      is_counted: isCounted ? 1 : 0,
      record,
    })
    .where('id', '=', id)
    .execute();
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: spent - booked, reserved: -reserved });
}

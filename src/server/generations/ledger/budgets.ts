import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import type { DailyBudget } from './ledger.ts';

type Account = { readonly day: number; readonly unit: DailyBudget['unit'] };
type Sums = { readonly spent: number; readonly reserved: number };

export async function readBudget(query: Kysely<Tables>, { day, unit }: Account): Promise<Sums> {
  const row = await query
    .selectFrom('ledger_budgets')
    .select(['spent', 'reserved'])
    .where('day', '=', day)
    .where('unit', '=', unit)
    .executeTakeFirst();
  return row ?? { spent: 0, reserved: 0 };
}

/** Adds to both sums, or takes away what is negative. */
export async function changeBudget(
  query: Kysely<Tables>,
  { day, unit }: Account,
  change: Sums,
): Promise<void> {
  await query
    .insertInto('ledger_budgets')
    .values({ day, unit, ...change })
    .onConflict((conflict) =>
      conflict.columns(['day', 'unit']).doUpdateSet((eb) => ({
        spent: eb('ledger_budgets.spent', '+', change.spent),
        reserved: eb('ledger_budgets.reserved', '+', change.reserved),
      })),
    )
    .execute();
}

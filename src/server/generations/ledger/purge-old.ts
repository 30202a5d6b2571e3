import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { repeatable } from './clicks.ts';
import { dayOf } from './days.ts';

const rowsAtOnce = 500;

/** Deletes orders that nobody can repeat any more, and the days before yesterday with the salts of their visitors. */
export async function purgeOld(query: Kysely<Tables>, at: number): Promise<void> {
  let deleted: bigint;
  do {
    const result = await query
      .deleteFrom('ledger_orders')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('ledger_orders')
          .select('id')
          .where('started_at', '<=', at - repeatable)
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

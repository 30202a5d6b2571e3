import { setImmediate as othersTurn } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Tables } from './database.ts';

const rowsAtOnce = 500;

/** In small steps, so that nobody waits long for the end of it. */
export async function removeAllLinks(query: Kysely<Tables>, workspace: string): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    while ((await removeSome(query, table, workspace)) > 0n) await othersTurn();
  }
}

async function removeSome(
  query: Kysely<Tables>,
  table: 'links' | 'deleted_links',
  workspace: string,
): Promise<bigint> {
  const { numDeletedRows } = await query
    .deleteFrom(table)
    .where('workspace_id', '=', workspace)
    .where('id', 'in', (eb) =>
      eb.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(rowsAtOnce),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

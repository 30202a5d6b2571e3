import { setImmediate as othersTurn } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Tables } from '#server/database/database.ts';

const rowsAtOnce = 500;

/** In small steps, so that nobody waits long for the end of it. */
export async function removeAllLinks(query: Kysely<Tables>, workspace: string): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    // What a step was to delete, another may have deleted at the same time: none deleted does not mean none left.
    while (await holdsAny(query, table, workspace)) {
      await removeSome(query, table, workspace);
      await othersTurn();
    }
  }
}

type Emptied = 'links' | 'deleted_links';

async function holdsAny(query: Kysely<Tables>, table: Emptied, workspace: string): Promise<boolean> {
  const row = await query
    .selectFrom(table)
    .select('id')
    .where('workspace_id', '=', workspace)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function removeSome(query: Kysely<Tables>, table: Emptied, workspace: string): Promise<void> {
  await query
    .deleteFrom(table)
    .where('workspace_id', '=', workspace)
    .where('id', 'in', (eb) =>
      eb.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(rowsAtOnce),
    )
    .execute();
}

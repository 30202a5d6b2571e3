import { setImmediate as othersTurn } from 'node:timers/promises';

import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Tables } from '#server/db/database.ts';
import { countDeleted } from '#server/workspaces/count-saved.ts';
import { deletedLinkBytes, linkBytes } from '#server/workspaces/link-bytes.ts';

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

function removeSome(query: Kysely<Tables>, table: Emptied, workspace: string): Promise<void> {
  return query.transaction().execute(async (transaction) => {
    const isLinks = table === 'links';
    const removed = await transaction
      .deleteFrom(table)
      .where('workspace_id', '=', workspace)
      .where('id', 'in', (eb) =>
        eb.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(rowsAtOnce),
      )
      .returning((isLinks ? linkBytes : sql.lit(deletedLinkBytes)).as('bytes'))
      .execute();
    const bytes = removed.reduce((sum, row) => sum + row.bytes, 0);
    await countDeleted(transaction, workspace, { links: isLinks ? -removed.length : 0, bytes: -bytes });
  });
}

import { setImmediate as othersTurn } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tables } from '#server/db/database.ts';
import { countDeleted, deletedLinkBytes, deletedSince, linkBytes } from '#server/workspaces/quotas.ts';

import { LinkChangedError, findRow, versionOf } from './read-links.ts';

const forgottenAtOnce = 100;

/**
 * Deletes the link and records its id. Deletes some old records too. `version` is the one that the user saw; undefined:
 * any. Throws 'link-not-found', or a `LinkChangedError` when the link has another version.
 */
export function removeLink(
  query: Kysely<Tables>,
  {
    workspace,
    id,
    version,
    now,
  }: { workspace: string; id: string; version: string | undefined; now: number },
): Promise<void> {
  return query.transaction().execute(async (transaction) => {
    const deletedBytes = await deleteRow(transaction, workspace, id, version);
    await transaction
      .insertInto('deleted_links')
      .values({ workspace_id: workspace, id, deleted_at: now })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet({ deleted_at: now }))
      .execute();
    const { numDeletedRows: forgotten } = await transaction
      .deleteFrom('deleted_links')
      .where('workspace_id', '=', workspace)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('deleted_links')
          .select('id')
          .where('workspace_id', '=', workspace)
          .where('deleted_at', '<=', deletedSince(now))
          .limit(forgottenAtOnce),
      )
      .executeTakeFirstOrThrow();
    const bytes = deletedLinkBytes * (1 - Number(forgotten)) - deletedBytes;
    await countDeleted(transaction, workspace, { links: -1, bytes });
  });
}

/** Deletes the row and returns its bytes. The same statement checks the version, so no change comes between. */
async function deleteRow(
  query: Kysely<Tables>,
  workspace: string,
  id: string,
  version?: string,
): Promise<number> {
  let deletion = query.deleteFrom('links').where('workspace_id', '=', workspace).where('id', '=', id);
  if (version !== undefined) deletion = deletion.where('updated_at', '=', versionOf(version));
  const deleted = await deletion.returning(linkBytes.as('bytes')).executeTakeFirst();
  if (deleted !== undefined) return deleted.bytes;
  const newer = await findRow(query, workspace, id);
  throw newer === undefined ? new ProblemError('link-not-found') : new LinkChangedError(newer);
}

const rowsAtOnce = 500;

/** Deletes in small steps, so that other requests do not wait long. */
export async function removeAllLinks(query: Kysely<Tables>, workspace: string): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    const some = (kysely: Kysely<Tables>, limit: number) =>
      kysely.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(limit);
    // Another process may delete the same rows, so after a step without deletions some may be left.
    while ((await some(query, 1).executeTakeFirst()) !== undefined) {
      await query.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom(table)
          .where('workspace_id', '=', workspace)
          .where('id', 'in', some(transaction, rowsAtOnce))
          .returning((table === 'links' ? linkBytes : sql.lit(deletedLinkBytes)).as('bytes'))
          .execute();
        const bytes = removed.reduce((sum, row) => sum + row.bytes, 0);
        const links = table === 'links' ? -removed.length : 0;
        await countDeleted(transaction, workspace, { links, bytes: -bytes });
      });
      await othersTurn();
    }
  }
}

import { setImmediate as othersTurn } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';
import { countDeleted, deletedSince, deletedLinkBytes, linkBytes } from '#server/workspaces/count-saved.ts';

import { findLink } from './link-queries.ts';
import { versionOf } from './link-row.ts';
import { LinkChangedError } from './link-store.ts';

const forgottenAtOnce = 100;

type Removal = {
  readonly workspace: string;
  readonly id: string;
  /** The version that the user saw; undefined: any version. */
  readonly ifUpdatedAt: string | undefined;
  readonly now: number;
};

/**
 * Deletes the link and records its id. Deletes some old records too.
 * Throws 'link-not-found', or a `LinkChangedError` when the link has another version.
 */
export function removeLink(query: Kysely<Tables>, removal: Removal): Promise<void> {
  const { workspace, id, now } = removal;
  return query.transaction().execute(async (transaction) => {
    const deleted = await deleteRow(transaction, removal);
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
    const bytes = deletedLinkBytes * (1 - Number(forgotten)) - deleted.bytes;
    await countDeleted(transaction, workspace, { links: -1, bytes });
  });
}

/** The deletion itself checks the version, so no change can come in between. */
async function deleteRow(
  query: Kysely<Tables>,
  { workspace, id, ifUpdatedAt }: Removal,
): Promise<{ readonly bytes: number }> {
  const deletion = query
    .deleteFrom('links')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .returning(linkBytes.as('bytes'));
  const isAny = ifUpdatedAt === undefined;
  const deleted = await (
    isAny ? deletion : deletion.where('updated_at', '=', versionOf(ifUpdatedAt))
  ).executeTakeFirst();
  if (deleted !== undefined) return deleted;
  const newer = await findLink(query, workspace, id);
  if (newer === undefined) throw new ProblemError('link-not-found');
  throw new LinkChangedError(newer);
}

const rowsAtOnce = 500;

/** Deletes in small steps, so that other requests do not wait long. */
export async function removeAllLinks(query: Kysely<Tables>, workspace: string): Promise<void> {
  for (const table of ['links', 'deleted_links'] as const) {
    // Another process may delete the same rows. So a step without deletions does not mean that none are left.
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

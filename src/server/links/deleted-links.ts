import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';
import { countDeleted, deletedSince } from '#server/workspaces/count-saved.ts';
import { deletedLinkBytes, linkBytes } from '#server/workspaces/link-bytes.ts';

import { LinkChangedError } from './link-changed-error.ts';
import { findLink } from './link-queries.ts';
import { versionOf } from './link-row.ts';

const forgottenAtOnce = 100;

type Removal = {
  readonly workspace: string;
  readonly id: string;
  /** The version that the user saw; undefined: any. */
  readonly ifUpdatedAt: string | undefined;
  readonly now: number;
};

/**
 * Deletes the link and remembers its id, and forgets some of those that were deleted long ago.
 * Throws 'link-not-found', or a `LinkChangedError` where the link has another version.
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

/** Names the version in the deletion itself, so that no change gets in between. */
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

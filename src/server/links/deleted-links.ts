import type { Kysely } from 'kysely';

import { ProblemError } from '#core/problem/problem.ts';
import type { Tables } from '#server/database/database.ts';
import { countDeleted } from '#server/workspace/count-saved.ts';
import { deletedLinkBytes, linkBytes } from '#server/workspace/link-bytes.ts';

const remembered = 30 * 24 * 60 * 60 * 1000;
const forgottenAtOnce = 100;

/** Deletions before this time are forgotten. Both are milliseconds since 1970. */
export function deletedSince(now: number): number {
  return now - remembered;
}

/** Deletes the link and remembers its id, and forgets some of those that were deleted long ago. */
export function removeLink(query: Kysely<Tables>, workspace: string, id: string, now: number): Promise<void> {
  return query.transaction().execute(async (transaction) => {
    const deleted = await transaction
      .deleteFrom('links')
      .where('workspace_id', '=', workspace)
      .where('id', '=', id)
      .returning(linkBytes.as('bytes'))
      .executeTakeFirst();
    if (deleted === undefined) throw new ProblemError('link-not-found');
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

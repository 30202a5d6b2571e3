import { setImmediate as othersTurn } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';
import type * as z from 'zod/mini';

import type { linkChangeSchema } from '#contract/links.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { readFields } from '#core/links/link-text.ts';
import { hasSameFields, type Link } from '#core/links/link.ts';
import { derivedColumns, linkColumns, toLink, type PageRow, type Tables } from '#server/db/database.ts';
import {
  countDeleted,
  countSaved,
  deletedLinkBytes,
  deletedSince,
  linkBytes,
  type Saving,
} from '#server/workspaces/quotas.ts';

export type LinkChange = z.infer<typeof linkChangeSchema>;

/** The saved link has another version than the one that the user saw. */
export class LinkChangedError extends ProblemError {
  /** The current link. */
  readonly link: Link;

  constructor(row: PageRow) {
    super('link-changed');
    this.link = toLink(row);
  }
}

/** Returns the time of a text, for `updated_at`; -1 when the text is not a time. */
function versionOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? -1 : time;
}

/** Returns the row with its size, even if its URL is blank; undefined when there is none. */
export function findRow(query: Kysely<Tables>, workspace: string, id: string) {
  return query
    .selectFrom('links')
    .select([...linkColumns, linkBytes.as('bytes')])
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Reads the link and changes it when nobody has changed it since. Otherwise reads it again.
 * Throws 'link-not-found' for a missing link even when the fields are invalid too.
 */
export function changeLink(
  query: Kysely<Tables>,
  id: string,
  change: LinkChange,
  saving: Saving,
): Promise<Link> {
  const { workspace, now } = saving;
  const { ifUpdatedAt } = change;
  return query.transaction().execute(async (transaction) => {
    for (;;) {
      const row = await findRow(transaction, workspace, id);
      if (row === undefined) throw new ProblemError('link-not-found');
      const fields = readFields(change, row);
      if (ifUpdatedAt !== undefined && versionOf(ifUpdatedAt) !== row.updated_at) {
        if (hasSameFields(row, fields)) return toLink(row);
        throw new LinkChangedError(row);
      }
      const changed = await transaction
        .updateTable('links')
        .set({ ...fields, ...derivedColumns(fields), updated_at: Math.max(now, row.updated_at + 1) })
        .where('workspace_id', '=', workspace)
        .where('id', '=', id)
        .where('updated_at', '=', row.updated_at)
        .returning([...linkColumns, linkBytes.as('bytes')])
        .executeTakeFirst();
      if (changed === undefined) continue;
      const { bytes } = changed;
      await countSaved(transaction, { links: 0, bytes: bytes - row.bytes, written: bytes }, saving);
      return toLink(changed);
    }
  });
}

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

import type { Kysely } from 'kysely';

import type { Link } from '#core/links/link.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { LinkRow, Tables } from '#server/db/database.ts';
import { countSaved } from '#server/workspaces/count-saved.ts';
import { linkBytes } from '#server/workspaces/link-bytes.ts';
import type { Saving } from '#server/workspaces/saving.ts';

import { LinkChangedError } from './link-changed-error.ts';
import { derivedColumns, linkColumns, toLink, versionOf } from './link-row.ts';
import type { LinkChange } from './link-store.ts';
import { readChange } from './read-change.ts';

type Change = { readonly id: string; readonly change: LinkChange };

/**
 * Reads the link and changes it if it still is the one that was read; else begins again, for somebody else got ahead.
 * A link that is missing is told before a fault in its fields.
 */
export function changeLink(query: Kysely<Tables>, change: Change, saving: Saving): Promise<Link> {
  return query.transaction().execute((transaction) => changeWithin(transaction, change, saving));
}

async function changeWithin(query: Kysely<Tables>, { id, change }: Change, saving: Saving): Promise<Link> {
  const { workspace, now } = saving;
  for (;;) {
    const row = await query
      .selectFrom('links')
      .select([...linkColumns, linkBytes.as('bytes')])
      .where('workspace_id', '=', workspace)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('link-not-found');
    const fields = { url: row.url, description: row.description, ...readChange(change) };
    if (isOtherVersion(row, change)) {
      if (row.url === fields.url && row.description === fields.description) return toLink(row);
      throw new LinkChangedError(toLink(row));
    }
    const changed = await query
      .updateTable('links')
      .set({ ...fields, ...derivedColumns(fields), updated_at: Math.max(now, row.updated_at + 1) })
      .where('workspace_id', '=', workspace)
      .where('id', '=', id)
      .where('updated_at', '=', row.updated_at)
      .returning([...linkColumns, linkBytes.as('bytes')])
      .executeTakeFirst();
    if (changed === undefined) continue;
    const { bytes } = changed;
    await countSaved(query, { links: 0, bytes: bytes - row.bytes, written: bytes }, saving);
    return toLink(changed);
  }
}

function isOtherVersion(row: Pick<LinkRow, 'updated_at'>, { ifUpdatedAt }: LinkChange): boolean {
  return ifUpdatedAt !== undefined && versionOf(ifUpdatedAt) !== row.updated_at;
}

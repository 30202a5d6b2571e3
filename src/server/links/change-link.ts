import type { Kysely } from 'kysely';

import type { Link } from '#core/link/link.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { LinkRow, Tables } from '#server/database/database.ts';

import { LinkChangedError } from './link-changed-error.ts';
import { derivedColumns, linkColumns, toLink } from './link-row.ts';
import type { LinkChange } from './link-store.ts';
import { readChange } from './read-change.ts';

type Change = {
  readonly workspace: string;
  readonly id: string;
  readonly change: LinkChange;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/**
 * Reads the link and changes it if it still is the one that was read; else begins again, for somebody else got ahead.
 * A link that is missing is told before a fault in its fields.
 */
export async function changeLink(
  query: Kysely<Tables>,
  { workspace, id, change, now }: Change,
): Promise<Link> {
  for (;;) {
    const row = await query
      .selectFrom('links')
      .select(linkColumns)
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
      .returning(linkColumns)
      .executeTakeFirst();
    if (changed !== undefined) return toLink(changed);
  }
}

function isOtherVersion(row: Pick<LinkRow, 'updated_at'>, { ifUpdatedAt }: LinkChange): boolean {
  return ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== row.updated_at;
}

import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import { isStorable, readFields, readDescription, readUrl } from '#core/links/link-text.ts';
import type { Link } from '#core/links/link.ts';
import type { Tables, LinkRow } from '#server/db/database.ts';
import { countSaved, linkBytes } from '#server/workspaces/count-saved.ts';
import type { Saving } from '#server/workspaces/quotas.ts';

import { findLink } from './link-queries.ts';
import { derivedColumns, linkColumns, toLink, versionOf } from './link-row.ts';
import { LinkChangedError, type LinkChange, type NewLink } from './link-store.ts';

/** Creates the link, or returns the existing one with its id. Throws as `LinkStore.create` does. */
export async function saveLink(query: Kysely<Tables>, link: NewLink, saving: Saving): Promise<Link> {
  const { workspace, now } = saving;
  const fields = readFields(link);
  const { id = randomUUID() } = link;
  if (!isStorable(id)) throw new ProblemError('request-invalid');
  return query.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('links')
      .values({
        workspace_id: workspace,
        id,
        ...fields,
        created_at: now,
        updated_at: now,
        ...derivedColumns(fields),
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doNothing())
      .returning([...linkColumns, linkBytes.as('bytes')])
      .executeTakeFirst();
    if (row === undefined) return savedBefore(transaction, workspace, id);
    // An id that the server made is new.
    const saved = { links: 1, bytes: row.bytes, written: row.bytes, id: link.id };
    await countSaved(transaction, saved, saving);
    return toLink(row);
  });
}

async function savedBefore(query: Kysely<Tables>, workspace: string, id: string): Promise<Link> {
  const saved = await findLink(query, workspace, id);
  if (saved === undefined) throw new ProblemError('link-deleted');
  return saved;
}

type Change = { readonly id: string; readonly change: LinkChange };

/**
 * Reads the link and changes it when nobody has changed it since. Otherwise reads it again.
 * Throws 'link-not-found' for a missing link even when the fields are invalid too.
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
    const fields = {
      url: change.url === undefined ? row.url : readUrl(change.url),
      description: change.description === undefined ? row.description : readDescription(change.description),
    };
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

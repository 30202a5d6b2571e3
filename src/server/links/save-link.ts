import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import { isStorable, readFields } from '#core/link/link-text.ts';
import type { Link } from '#core/link/link.ts';
import { ProblemError } from '#core/problem/problem.ts';
import type { Tables } from '#server/database/database.ts';

import { deletedSince } from './deleted-links.ts';
import { derivedColumns, linkColumns, toLink } from './link-row.ts';
import type { NewLink } from './link-store.ts';

/** `now` is milliseconds since 1970. */
export async function saveLink(
  query: Kysely<Tables>,
  workspace: string,
  link: NewLink,
  now: number,
): Promise<Link> {
  const fields = readFields(link);
  const insert = (within: Kysely<Tables>, id: string) =>
    within
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
      .returning(linkColumns)
      .executeTakeFirst();

  const { id } = link;
  if (id === undefined) {
    const row = await insert(query, randomUUID());
    if (row === undefined) throw new Error('A new random id was taken.');
    return toLink(row);
  }
  if (!isStorable(id)) throw new ProblemError('request-invalid');
  return query.transaction().execute(async (transaction) => {
    const row = await insert(transaction, id);
    // Asked after the insert: a deletion that went on meanwhile has ended by now.
    if (row === undefined) return savedBefore(transaction, workspace, id);
    if (await isDeleted(transaction, workspace, id, now)) throw new ProblemError('link-deleted');
    return toLink(row);
  });
}

async function savedBefore(query: Kysely<Tables>, workspace: string, id: string): Promise<Link> {
  const row = await query
    .selectFrom('links')
    .select(linkColumns)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('link-deleted');
  return toLink(row);
}

async function isDeleted(
  query: Kysely<Tables>,
  workspace: string,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await query
    .selectFrom('deleted_links')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('deleted_at', '>', deletedSince(now))
    .executeTakeFirst();
  return row !== undefined;
}

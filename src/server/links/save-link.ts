import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import { isStorable, readFields } from '#core/links/link-text.ts';
import type { Link } from '#core/links/link.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';
import { countSaved } from '#server/workspaces/count-saved.ts';
import { linkBytes } from '#server/workspaces/link-bytes.ts';
import type { Saving } from '#server/workspaces/saving.ts';

import { findLink } from './link-queries.ts';
import { derivedColumns, linkColumns, toLink } from './link-row.ts';
import type { NewLink } from './link-store.ts';

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
    // An id of ours is new.
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

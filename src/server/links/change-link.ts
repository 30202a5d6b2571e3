import type { Kysely } from 'kysely';

import type { Link } from '#core/link/link.ts';
import { ProblemError } from '#core/problem/problem.ts';

import type { Tables } from './database.ts';
import { toLink } from './link-row.ts';
import type { LinkFieldsChange } from './link-store.ts';
import { readChange } from './read-change.ts';

type Change = {
  readonly workspace: string;
  readonly id: string;
  readonly change: LinkFieldsChange;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** Reads the link, changes it and reads it back: a link that is missing is told before a fault in its fields. */
export function changeLink(query: Kysely<Tables>, { workspace, id, change, now }: Change): Promise<Link> {
  return query.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('links')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) throw new ProblemError('link-not-found');
    const row = await transaction
      .updateTable('links')
      .set({ ...readChange(change), updated_at: now })
      .where('workspace_id', '=', workspace)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    // Another process may have deleted it in between.
    if (row === undefined) throw new ProblemError('link-not-found');
    return toLink(row);
  });
}

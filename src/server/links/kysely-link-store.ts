import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import { ProblemError } from '#core/problem/problem.ts';

import type { Tables } from './database.ts';
import { changeLink } from './change-link.ts';
import { linksByIds, pageOfLinks } from './link-queries.ts';
import { toLink } from './link-row.ts';
import type { LinkStore } from './link-store.ts';
import { isStorable, readFields } from '#core/link/link-text.ts';
import { nameStorageFailure } from './storage-failure.ts';

/** The one store over both databases. `now` gives milliseconds since 1970. */
export function createKyselyLinkStore(query: Kysely<Tables>, now: () => number = Date.now): LinkStore {
  return {
    create: (workspace, fields) =>
      nameStorageFailure('link-create-failed', async () => {
        const time = now();
        const row = await query
          .insertInto('links')
          .values({
            ...readFields(fields),
            workspace_id: workspace,
            id: randomUUID(),
            created_at: time,
            updated_at: time,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toLink(row);
      }),

    update: (workspace, id, change) =>
      nameStorageFailure('storage-failed', async () => {
        requireStorableId(id);
        return changeLink(query, { workspace, id, change, now: now() });
      }),

    remove: (workspace, id) =>
      nameStorageFailure('storage-failed', async () => {
        requireStorableId(id);
        const { numDeletedRows } = await query
          .deleteFrom('links')
          .where('workspace_id', '=', workspace)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw new ProblemError('link-not-found');
      }),

    page: (workspace, request) =>
      nameStorageFailure('storage-failed', () => pageOfLinks(query, workspace, request)),

    byIds: (workspace, ids) => nameStorageFailure('storage-failed', () => linksByIds(query, workspace, ids)),

    close: () => query.destroy(),
  };
}

/** An id that no database can hold belongs to no link, and PostgreSQL would take offence at the question. */
function requireStorableId(id: string): void {
  if (!isStorable(id)) throw new ProblemError('link-not-found');
}

import { isStorable } from '#core/links/link-text.ts';
import { ProblemError } from '#core/errors/problem.ts';
import type { Database } from '#server/db/database.ts';
import { nameStorageFailure as named } from '#server/db/database-failures.ts';
import { noQuotas, createSavings, type StoreOptions } from '#server/workspaces/quotas.ts';

import { changeLink, saveLink } from './save-link.ts';
import { removeLink, removeAllLinks } from './remove-links.ts';
import { importLinks } from './import-links.ts';
import { countLinks, createIdReader, linksByUrls } from './link-queries.ts';
import type { LinkStore } from './link-store.ts';
import { allLinks, createPageReader } from './link-pages.ts';

/** Returns the link store for both databases. */
export function createKyselyLinkStore(
  database: Database,
  { quotas = noQuotas, now = Date.now }: Partial<StoreOptions> = {},
): LinkStore {
  const { query } = database;
  const saving = createSavings(query, { quotas, now });
  const readPage = createPageReader(database);
  const byIds = createIdReader(database);
  return {
    create: (workspace, link, address = null) =>
      named(async () => saveLink(query, link, await saving(workspace, address)), 'link-create-failed'),

    update: (workspace, id, change, address = null) =>
      named(async () => {
        requireStorableId(id);
        return changeLink(query, { id, change }, await saving(workspace, address));
      }),

    remove: (workspace, id, ifUpdatedAt) =>
      named(async () => {
        requireStorableId(id);
        await removeLink(query, { workspace, id, ifUpdatedAt, now: now() });
      }),

    page: (workspace, request) => named(() => readPage(workspace, request)),
    byIds: (workspace, ids) => named(() => byIds(workspace, ids)),
    byUrls: (workspace, urls) => named(() => linksByUrls(query, byIds, workspace, urls)),
    importMany: (workspace, links, address = null) =>
      named(async () => importLinks(query, links, await saving(workspace, address))),
    all: (workspace) => allLinks(database, workspace),
    count: (workspace) => named(() => countLinks(query, workspace)),

    removeAll: (workspace) => named(() => removeAllLinks(query, workspace)),
  };
}

/** No link has an id that cannot be stored, and PostgreSQL would refuse the query. */
function requireStorableId(id: string): void {
  if (!isStorable(id)) throw new ProblemError('link-not-found');
}

import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable } from '#core/links/link-text.ts';
import type { Link } from '#core/links/link.ts';
import { nameStorageFailure as named, type Database } from '#server/db/database.ts';
import { createSavings, type StoreOptions } from '#server/workspaces/quotas.ts';

import { allLinks, createPageReader, type LinkPageRequest } from './read-pages.ts';
import { countLinks, createIdReader, linksByUrls } from './link-queries.ts';
import { removeAllLinks, removeLink } from './remove-links.ts';
import {
  changeLink,
  importLinks,
  saveLink,
  type ImportedLink,
  type LinkChange,
  type NewLink,
} from './save-links.ts';

export type LinkStore = ReturnType<typeof createLinkStore>;

/**
 * Returns the store of saved links, for both databases. Each operation acts inside one workspace and resolves when its
 * changes are on disk. Every failure is a `ProblemError`: of the user ('url-required', 'link-not-found',
 * 'request-invalid', …) or of the database ('link-create-failed', 'storage-failed'), with the database's error as its
 * cause. Operations that save also throw 'workspace-deleted' for a missing or ended workspace, and 'workspace-full',
 * 'visitor-saving-limit' and 'store-full'. Then nothing is saved. `address` is the visitor who saves; null: the visitor
 * is not counted.
 */
export function createLinkStore(database: Database, options: StoreOptions = {}) {
  const { query } = database;
  const { now = Date.now } = options;
  const saving = createSavings(query, options);
  const readPage = createPageReader(database);
  const readByIds = createIdReader(database);
  return {
    /** Returns the existing link when there is one with this id. Throws 'link-deleted' for the id of a deleted link. */
    create: (workspace: string, link: NewLink, address: string | null = null) =>
      named(async () => saveLink(query, link, await saving(workspace, address)), 'link-create-failed'),

    /** Throws a `LinkChangedError` for another version, unless it has the wanted fields already. */
    update: (workspace: string, id: string, change: LinkChange, address: string | null = null) =>
      named(async () => {
        requireStorableId(id);
        return changeLink(query, id, change, await saving(workspace, address));
      }),

    /** With `ifUpdatedAt`, throws a `LinkChangedError` for another version. Without it, deletes any version. */
    remove: (workspace: string, id: string, ifUpdatedAt?: string) =>
      named(async () => {
        requireStorableId(id);
        await removeLink(query, { workspace, id, version: ifUpdatedAt, now: now() });
      }),

    /** Returns links without those that have a blank URL, newest first. */
    page: (workspace: string, request: LinkPageRequest) => named(() => readPage(workspace, request)),

    /** Returns the existing links whose URL is not blank, in the order of the ids. */
    byIds: (workspace: string, ids: readonly string[]) => named(() => readByIds(workspace, ids)),

    /** Returns the newest link with exactly each of these URLs, in no order: at most one for each URL. */
    byUrls: (workspace: string, urls: readonly string[]) =>
      named(() => linksByUrls(query, readByIds, workspace, urls)),

    /** Saves all valid links, also those that were deleted. When the database fails, saves none. */
    importMany: (workspace: string, links: readonly ImportedLink[], address: string | null = null) =>
      named(async () => importLinks(query, links, await saving(workspace, address))),

    /** Yields all links in batches, newest first. Other requests get their turn between batches. */
    all: (workspace: string): AsyncIterable<Link[]> => allLinks(database, workspace),

    count: (workspace: string) => named(() => countLinks(query, workspace)),

    /** Deletes all links of the workspace and its records of deleted links. */
    removeAll: (workspace: string) => named(() => removeAllLinks(query, workspace)),
  };
}

/** No link has an id that cannot be stored, and PostgreSQL would refuse the query. */
function requireStorableId(id: string): void {
  if (!isStorable(id)) throw new ProblemError('link-not-found');
}

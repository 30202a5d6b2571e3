import { newestFirst } from '#core/links/link.ts';
import type { Link } from '#core/links/link.ts';

import type { CachedLink, LinkDatabase } from './link-database.ts';
import { matches } from '#web/links-client/list/search-match.ts';

export type CacheQuestion = {
  /** The link to read on after; null for the newest. */
  readonly after: Link | null;
  readonly limit: number;
  readonly search: string;
};

export type CachedPage = {
  readonly links: readonly Link[];
  readonly hasMore: boolean;
  /** Whether the server is known to have no others. */
  readonly isComplete: boolean;
};

/** A page of the cached links, newest first. */
export async function readCachedPage(database: LinkDatabase, question: CacheQuestion): Promise<CachedPage> {
  const { search, limit } = question;
  const links = await (search === '' ? newest(database, question) : found(database, question));
  const summary = await database.get('cache', cacheSummary);
  return {
    links: links.slice(0, limit),
    hasMore: links.length > limit,
    isComplete: summary?.isComplete ?? false,
  };
}

/** One more than asked for, where there are so many. */
async function newest(database: LinkDatabase, { after, limit }: CacheQuestion): Promise<readonly Link[]> {
  const range = after === null ? null : IDBKeyRange.upperBound(placeOf(after), true);
  const index = database.transaction('links').store.index('byTime');
  const links: Link[] = [];
  let cursor = await index.openCursor(range, 'prev');
  while (cursor !== null && links.length <= limit) {
    links.push(asLink(cursor.value));
    cursor = await cursor.continue();
  }
  return links;
}

const batch = 2000;

/** All that match. Whole batches at once: links one by one would take seconds where there are many. */
async function found(database: LinkDatabase, { after, search }: CacheQuestion): Promise<readonly Link[]> {
  const links: Link[] = [];
  let rows = await database.getAll('links', null, batch);
  while (rows.length > 0) {
    links.push(...matches(rows, search).map(asLink));
    const last = rows.at(-1)?.id ?? '';
    rows =
      rows.length < batch ? [] : await database.getAll('links', IDBKeyRange.lowerBound(last, true), batch);
  }
  return links.filter((link) => after === null || newestFirst(link, after) > 0).toSorted(newestFirst);
}

/** The key of what is known of all cached links together. */
export const cacheSummary = 'all';

/** Where a link stands in the order of the list. */
export function placeOf({ createdAt, id }: Link): [createdAt: string, id: string] {
  return [createdAt, id];
}

export function asLink({ id, url, description, createdAt, updatedAt }: CachedLink): Link {
  return { id, url, description, createdAt, updatedAt };
}

import { newestFirst, type Link, type LinkFields, searchTermsOf, searchTextOf } from '#core/links/link.ts';

import type { CachedLink, LinkDatabase } from './link-database.ts';

export type CacheQuestion = {
  /** The page starts after this link. Null starts at the newest. */
  readonly after: Link | null;
  readonly limit: number;
  readonly search: string;
};

export type CachedPage = {
  readonly links: readonly Link[];
  readonly hasMore: boolean;
  /** Whether the cache holds all links of the server. */
  readonly isComplete: boolean;
};

/** Reads a page of the cached links, newest first. */
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

/** Reads one link more than the limit, so that the caller sees if there are more. */
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

/** Reads all links that match. It reads in batches, because single reads of many links take seconds. */
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

/** The key of the record about all cached links together. */
export const cacheSummary = 'all';

/** The index key of a link's position in the list. */
export function placeOf({ createdAt, id }: Link): [createdAt: string, id: string] {
  return [createdAt, id];
}

export function asLink({ id, url, description, createdAt, updatedAt }: CachedLink): Link {
  return { id, url, description, createdAt, updatedAt };
}

/** Returns the links that the server would find for this search. */
export function matches<Fields extends LinkFields>(
  links: readonly Fields[],
  search: string,
): readonly Fields[] {
  const terms = searchTermsOf(search);
  if (terms.length === 0) return links;
  return links.filter((link) => {
    const text = searchTextOf(link);
    return terms.every((term) => text.includes(term));
  });
}

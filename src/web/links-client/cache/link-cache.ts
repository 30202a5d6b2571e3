import type { LinkPage } from '#contract/links.ts';
import { type Link, newestFirst, type LinkFields } from '#core/links/link.ts';
import type { Kept } from './cache-writing.ts';
import type { LinkDatabase, CachedLink } from './link-storage.ts';
import { searchTermsOf, searchTextOf } from '#core/links/search-terms.ts';

/** Links as the server last returned them, for the first view and for times without a network. */
export type LinkCache = {
  page(question: CacheQuestion): Promise<CachedPage>;
  byIds(ids: readonly string[]): Promise<Link[]>;
  byUrl(url: string): Promise<Link[]>;
  /** Stores a page of the whole list. @param after The link that it follows; null for the first page. */
  keepPage(page: LinkPage, after: Link | null): void;
  keep(links: readonly Link[]): void;
  drop(ids: readonly string[]): void;
  clear(): Promise<void>;
};

type CacheHost = {
  readonly open: () => Promise<LinkDatabase>;
  /** Whether this tab is the one that writes. */
  readonly isOwner: () => boolean;
  /** The limit in bytes. */
  readonly limit: number;
  /** Runs when the browser did not store something. */
  readonly onFail: (failure: unknown) => void;
};

// Loaded later: the first view only reads.
const writer = () => import('./cache-writing.ts');

export function createLinkCache({ open, isOwner, limit, onFail }: CacheHost): LinkCache {
  /** Whether this tab has stored all pages since the first one. */
  let isKeptFromTop = false;
  let writing = Promise.resolve();

  /** Writes run one after the other, so that the latest answer stays. */
  function write(task: (database: LinkDatabase) => Promise<void>): Promise<void> {
    writing = writing.then(async () => task(await open())).catch(onFail);
    return writing;
  }

  function store(kept: Pick<Kept, 'links' | 'covers'>): void {
    void write(async (database) => (await writer()).keepLinks(database, { ...kept, limit, now: Date.now() }));
  }

  return {
    page: async (question) => readCachedPage(await open(), question),
    async byIds(ids) {
      const database = await open();
      const found = await Promise.all(ids.map((id) => database.get('links', id)));
      return found.flatMap((link) => (link === undefined ? [] : asLink(link)));
    },
    byUrl: async (url) => (await (await open()).getAllFromIndex('links', 'byUrl', url)).map(asLink),
    keepPage(page, after) {
      if (!isOwner()) return;
      if (after === null) isKeptFromTop = true;
      const covers = { after, isEnd: !page.hasMore, isKeptFromTop };
      store({ links: page.links, covers });
    },
    keep(links) {
      if (isOwner()) store({ links, covers: null });
    },
    drop(ids) {
      if (isOwner()) void write(async (database) => (await writer()).dropCached(database, ids));
    },
    async clear() {
      isKeptFromTop = false;
      await write(async (database) => {
        await Promise.all([database.clear('links'), database.clear('cache')]);
      });
    },
  };
}

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

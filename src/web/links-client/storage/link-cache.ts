import type { LinkPage } from '#contract/link-pages.ts';
import { matchingLinks, newestFirst, type Link } from '#core/links/link.ts';

import {
  asLink,
  cacheSummary,
  placeOf,
  type CachedPage,
  type CacheQuestion,
  type Kept,
  type LinkDatabase,
  type LinkStorage,
} from './link-storage.ts';

type CacheHost = Pick<LinkStorage, 'open' | 'isCacheOwner' | 'onFail'> & {
  readonly cacheBytes: number;
};

// The writer is loaded later, because the first view only reads.
const writer = () => import('./cache-writing.ts');

export type LinkCache = ReturnType<typeof createLinkCache>;

/** Stores links as the server last returned them, for the first view and for times without a network. */
export function createLinkCache({ open, isCacheOwner, cacheBytes, onFail }: CacheHost) {
  /** Whether this tab has stored all pages since the first one. */
  let isKeptFromTop = false;
  let writing = Promise.resolve();

  /** Writes run one after the other, so that the latest answer stays. */
  function write(task: (database: LinkDatabase) => Promise<void>): Promise<void> {
    writing = writing.then(async () => task(await open())).catch(onFail);
    return writing;
  }

  function store(kept: Pick<Kept, 'links' | 'covers'>): void {
    void write(async (database) => {
      const { keepLinks } = await writer();
      await keepLinks(database, { ...kept, limit: cacheBytes, now: Date.now() });
    });
  }

  return {
    page: async (question: CacheQuestion): Promise<CachedPage> => readPage(await open(), question),
    async byIds(ids: readonly string[]): Promise<Link[]> {
      const database = await open();
      const links = await Promise.all(ids.map((id) => database.get('links', id)));
      return links.flatMap((link) => (link === undefined ? [] : asLink(link)));
    },
    byUrl: async (url: string): Promise<Link[]> =>
      (await (await open()).getAllFromIndex('links', 'byUrl', url)).map(asLink),
    /** Stores a page of the whole list. @param after The link that it follows; null for the first page. */
    keepPage(page: LinkPage, after: Link | null) {
      if (!isCacheOwner()) return;
      if (after === null) isKeptFromTop = true;
      const covers = { after, isEnd: !page.hasMore, isKeptFromTop };
      store({ links: page.links, covers });
    },
    keep(links: readonly Link[]) {
      if (isCacheOwner()) store({ links, covers: null });
    },
    drop(ids: readonly string[]) {
      if (isCacheOwner()) void write(async (database) => (await writer()).dropCached(database, ids));
    },
    async clear() {
      isKeptFromTop = false;
      await write(async (database) => {
        await Promise.all([database.clear('links'), database.clear('cache')]);
      });
    },
  };
}

async function readPage(database: LinkDatabase, question: CacheQuestion): Promise<CachedPage> {
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
    links.push(...matchingLinks(rows, search).map(asLink));
    const last = rows.at(-1)?.id ?? '';
    rows =
      rows.length < batch ? [] : await database.getAll('links', IDBKeyRange.lowerBound(last, true), batch);
  }
  return links.filter((link) => after === null || newestFirst(link, after) > 0).toSorted(newestFirst);
}

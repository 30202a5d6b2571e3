import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';

import { asLink, readCachedPage, type CachedPage, type CacheQuestion } from './cache-reading.ts';
import type { Kept } from './cache-writing.ts';
import type { LinkDatabase } from './link-database.ts';

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

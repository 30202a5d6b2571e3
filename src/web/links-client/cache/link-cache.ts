import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';

import { asLink, readCachedPage } from './cache-reading.ts';
import type { CachedPage, CacheQuestion } from './cache-reading.ts';
import type { Kept } from './cache-writing.ts';
import type { LinkDatabase } from './link-database.ts';

/** Links as they were last seen from the server, for the first look and for times without a network. */
export type LinkCache = {
  page(question: CacheQuestion): Promise<CachedPage>;
  byIds(ids: readonly string[]): Promise<Link[]>;
  byUrl(url: string): Promise<Link[]>;
  /** Keeps a page of the whole list. @param after The link that it follows; null for the first page. */
  keepPage(page: LinkPage, after: Link | null): void;
  keep(links: readonly Link[]): void;
  drop(ids: readonly string[]): void;
  clear(): Promise<void>;
};

type CacheHost = {
  readonly open: () => Promise<LinkDatabase>;
  /** Whether this tab is the one that writes. */
  readonly isOwner: () => boolean;
  /** The most that is kept, in bytes. */
  readonly limit: number;
  /** Hears that the browser does not keep what is written. */
  readonly onFail: (failure: unknown) => void;
};

// Not needed for the first look: what it writes is read at the next visit.
const writer = () => import('./cache-writing.ts');

export function createLinkCache({ open, isOwner, limit, onFail }: CacheHost): LinkCache {
  /** Whether all pages since the first were kept by this tab. */
  let isKeptFromTop = false;
  let writing = Promise.resolve();

  /** Writes follow each other: the later answer is the one that stays. */
  function write(task: (database: LinkDatabase) => Promise<void>): Promise<void> {
    writing = writing.then(async () => task(await open())).catch(onFail);
    return writing;
  }

  function keepThem(kept: Pick<Kept, 'links' | 'covers'>): void {
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
      keepThem({ links: page.links, covers });
    },
    keep(links) {
      if (isOwner()) keepThem({ links, covers: null });
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

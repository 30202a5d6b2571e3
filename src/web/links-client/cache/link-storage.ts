import type { DBSchema, IDBPDatabase } from 'idb';

import type { LinkPage } from '#contract/links.ts';
import { matchingLinks, newestFirst, type Link } from '#core/links/link.ts';
import { apiError, inTime } from '#web/api/send.ts';
import type { InTurn } from '#web/lib/tasks.ts';

/** A link as the server last returned it. */
export type CachedLink = Link & {
  readonly seenAt: number;
  /** The estimated size. */
  readonly bytes: number;
};

type LinkSchema = DBSchema & {
  links: {
    key: string;
    value: CachedLink;
    indexes: { byTime: [createdAt: string, id: string]; bySeen: number; byUrl: string };
  };
  /** Unsent changes. Another version of the page may have stored them, so their reader checks them. */
  outbox: { key: string; value: { readonly id: string } };
  /** The record about all cached links together. */
  cache: { key: string; value: { readonly bytes: number; readonly isComplete: boolean } };
};

export type LinkDatabase = IDBPDatabase<LinkSchema>;

export type Locks = Pick<LockManager, 'request'>;

export const oneTabWarning =
  'Links are kept for offline use by one tab at a time, and another tab does so now. This tab goes on without.';
export const unsupportedWarning =
  'This browser does not support keeping links for offline use. The page goes on without.';

type LinkStorageHost = {
  /** Browsers have no locks if the page came without encryption. */
  readonly locks: Locks | undefined;
  readonly warn: (message: string) => void;
  readonly onFail: (what: string, failure: unknown) => void;
};

export type LinkStorage = ReturnType<typeof createLinkStorage>;

/** Storage for links and unsent changes in this browser. Its tabs share it. */
export function createLinkStorage({ locks, warn, onFail }: LinkStorageHost) {
  let isReported = locks === undefined;
  let opening: Promise<LinkDatabase> | null = null;

  function report(failure: unknown): void {
    if (!isReported) onFail(unsupportedWarning, failure);
    isReported = true;
  }

  return {
    /** Opens the database of links and unsent changes. Rejects if the browser does not allow it. */
    async open(): Promise<LinkDatabase> {
      // If the browser closes the connection or is too slow, the next call opens it again.
      const asked = (opening ??= openLinkDatabase(() => (opening = null)));
      try {
        return await asked;
      } catch (failure) {
        if (opening === asked) opening = null;
        report(failure);
        throw failure;
      }
    },
    /** Runs one task at a time over all tabs; null if the browser has no locks. */
    alone: locks === undefined ? null : aloneBy(locks),
    /** Whether this tab is the one that writes the cache. */
    isCacheOwner: claimCache(locks, warn),
    /** Reports the first failure to store something. */
    onFail: report,
  };
}

function aloneBy(locks: Locks): InTurn {
  return (task) => locks.request('linkweft-outbox', task);
}

const cacheLock = 'linkweft-cache';

/**
 * Lets one of the open tabs own the cache. When that tab is closed, the next one takes over. Returns a function that
 * tells whether this tab is the owner. Warnings are for the console. The page works without the cache.
 */
export function claimCache(locks: Locks | undefined, warn: (message: string) => void): () => boolean {
  let isOwner = false;

  /** Holds the lock as long as the tab lives. */
  function own(): Promise<never> {
    isOwner = true;
    return new Promise<never>(() => {});
  }

  async function claim(manager: Locks): Promise<void> {
    await manager.request(cacheLock, { ifAvailable: true }, (lock) => {
      if (lock !== null) return own();
      warn(oneTabWarning);
      return undefined;
    });
    await manager.request(cacheLock, own);
  }

  if (locks === undefined) warn(unsupportedWarning);
  else claim(locks).catch(() => warn(unsupportedWarning));
  return () => isOwner;
}

/** In milliseconds. Some browsers never answer if storage is blocked. */
const openTimeout = 3000;

/** Opens the database of the links. `onLost` runs when the browser closes it. */
export function openLinkDatabase(onLost: () => void): Promise<LinkDatabase> {
  return openDatabase<LinkSchema>('linkweft', onLost, (database) => {
    const links = database.createObjectStore('links', { keyPath: 'id' });
    links.createIndex('byTime', ['createdAt', 'id']);
    links.createIndex('bySeen', 'seenAt');
    links.createIndex('byUrl', 'url');
    database.createObjectStore('outbox', { keyPath: 'id' });
    database.createObjectStore('cache');
  });
}

/**
 * Opens a database, and creates its stores if it is new. `onLost` runs when the browser closes it. Rejects if the
 * browser does not allow it in time.
 */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  onLost: () => void,
  create: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  // Loaded later, because the first view comes from the server.
  const { openDB } = await import('idb');
  const opening = openDB<Schema>(name, 1, {
    upgrade: create,
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    terminated: onLost,
  });
  try {
    return await inTime(openTimeout, () => opening);
  } catch (cause) {
    void opening.then(
      (database) => database.close(),
      () => {},
    );
    throw apiError('storage-failed', { cause });
  }
}

type CacheQuestion = {
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

export type Kept = {
  readonly links: readonly Link[];
  /** Which part of the whole list the links are; null if they are single links. */
  readonly covers: {
    readonly after: Link | null;
    readonly isEnd: boolean;
    readonly isKeptFromTop: boolean;
  } | null;
  /** In bytes. */
  readonly limit: number;
  readonly now: number;
};

type CacheHost = Pick<LinkStorage, 'open' | 'isCacheOwner' | 'onFail'> & {
  readonly cacheBytes: number;
};

// Loaded later, because the first view only reads.
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

/** Reads a page of the cached links, newest first. */
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

/** The key of the record about all cached links together. */
export const cacheSummary = 'all';

/** Returns the index key of a link's position in the list. */
export function placeOf({ createdAt, id }: Link): [createdAt: string, id: string] {
  return [createdAt, id];
}

function asLink({ id, url, description, createdAt, updatedAt }: CachedLink): Link {
  return { id, url, description, createdAt, updatedAt };
}

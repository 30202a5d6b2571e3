import type { DBSchema, IDBPDatabase } from 'idb';

import { makeFields, type Link } from '#core/links/link.ts';
import { apiError, inTime } from '#web/api/send.ts';
import { isStorageFull } from '#web/lib/storage.ts';
import { createTurns, type InTurn } from '#web/lib/tasks.ts';
import { inOrder, type Revision, type Entries } from '#web/links-client/outbox/entries.ts';

/** A link as the server last returned it. */
export type CachedLink = Link & {
  readonly seenAt: number;
  /** The estimated size. */
  readonly bytes: number;
};

/** Returns a cached link as a link. Earlier versions of the page stored links without the newer fields. */
export function asLink({ id, createdAt, updatedAt, ...cached }: CachedLink): Link {
  return { id, ...makeFields((name) => cached[name] ?? ''), createdAt, updatedAt };
}

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

export const cacheSummary = 'all';

/** Returns the index key of a link's position in the list. */
export function placeOf({ createdAt, id }: Link): [createdAt: string, id: string] {
  return [createdAt, id];
}

/** Asks for a page of the cached links, newest first. */
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
  const alone: InTurn | null = locks ? (task) => locks.request('linkweft-outbox', task) : null;
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
    alone,
    /** Whether this tab is the one that writes the cache. */
    isCacheOwner: claimCache(locks, warn),
    /** Reports the first failure to store something. */
    onFail: report,
  };
}

const cacheLock = 'linkweft-cache';

/**
 * Lets one of the open tabs own the cache. When that tab is closed, the next one takes over. Returns a function that
 * tells whether this tab is the owner. `warn` writes to the console, because the page works without the cache.
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

/** Opens a database. `onLost` runs when the browser closes it. Rejects if it is not open in time. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  onLost: () => void,
  create: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  // This is loaded later, because the first view comes from the server.
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

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore({ open, onFail }: Pick<LinkStorage, 'open' | 'onFail'>) {
  let held: Entries = [];
  // Revisions run one at a time, because `held` must not change while one is being stored.
  const inTurn = createTurns();

  async function read(): Promise<Entries> {
    const database = await open().catch(() => null);
    return database === null ? held : [...inOrder(await database.getAll('outbox')), ...held];
  }

  async function apply(revision: Revision): Promise<Entries> {
    const database = await open().catch(() => null);
    if (database === null) return (held = revision(held));
    const onDisk = () => applyWithin(database, held, revision);
    const after = await onDisk().catch(async (failure: unknown) => {
      if (!isStorageFull(failure)) throw failure;
      // The cached links are deleted to free space. They can be read again from the server.
      await Promise.all([database.clear('links'), database.clear('cache')]);
      return onDisk();
    });
    held = after.filter(isAmong(held));
    return after;
  }

  async function hold(revision: Revision): Promise<Entries> {
    try {
      return await apply(revision);
    } catch (failure) {
      onFail(failure);
      const before = await read();
      const isOld = isAmong(before);
      const fresh = revision(before).filter((entry) => !isOld(entry));
      held = [...held, ...fresh];
      return [...before, ...fresh];
    }
  }

  return {
    /** Returns all entries, including those that are held in memory. */
    read,
    /** Changes all entries in one transaction. Resolves with the new entries when they are on disk. */
    apply: (revision: Revision) => inTurn(() => apply(revision)),
    /** Like `apply`, but new entries that cannot be stored are held in memory until the page is closed. */
    hold: (revision: Revision) => inTurn(() => hold(revision)),
  };
}

/** Applies the revision to all entries, and stores those that are not held in memory. */
async function applyWithin(database: LinkDatabase, held: Entries, revision: Revision): Promise<Entries> {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  // A failed request fails the transaction too. Only the first failure is reported.
  transaction.done.catch(() => {});
  const before = inOrder(await transaction.store.getAll());
  const after = revision([...before, ...held]);
  const kept = new Set(after.map(({ id }) => id));
  const isHeld = isAmong(held);
  await Promise.all([
    ...before.filter(({ id }) => !kept.has(id)).map(({ id }) => transaction.store.delete(id)),
    ...after
      .filter((entry) => !before.includes(entry) && !isHeld(entry))
      .map((entry) => transaction.store.put(entry)),
  ]);
  await transaction.done;
  return after;
}

function isAmong(entries: Entries): (entry: Entries[number]) => boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

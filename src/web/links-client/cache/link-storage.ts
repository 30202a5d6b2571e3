import type { DBSchema, IDBPDatabase } from 'idb';

import type { Link } from '#core/links/link.ts';
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
      // If the browser closes the connection, the next call opens it again.
      opening ??= openLinkDatabase(() => (opening = null));
      try {
        return await opening;
      } catch (failure) {
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

/** Opens the database. `onLost` runs when the browser closes it. Rejects if the browser does not allow it in time. */
export async function openLinkDatabase(onLost: () => void): Promise<LinkDatabase> {
  // Loaded later, because the first view comes from the server.
  const { openDB } = await import('idb');
  const opening = openDB<LinkSchema>('linkweft', 1, {
    upgrade(database) {
      const links = database.createObjectStore('links', { keyPath: 'id' });
      links.createIndex('byTime', ['createdAt', 'id']);
      links.createIndex('bySeen', 'seenAt');
      links.createIndex('byUrl', 'url');
      database.createObjectStore('outbox', { keyPath: 'id' });
      database.createObjectStore('cache');
    },
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

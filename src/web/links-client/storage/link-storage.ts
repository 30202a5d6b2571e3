import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

import { makeFields, type Link } from '#core/links/link.ts';
import { apiError, inTime } from '#web/api/send.ts';
import type { InTurn } from '#web/lib/tasks.ts';

/** A link of the first version of the database. Earlier pages stored links without the newer fields. */
type EarlierLink = Pick<Link, 'id' | 'createdAt' | 'updatedAt'> & Partial<Link>;

type LinkSchema = DBSchema & {
  /** The links of the server, as `inBuckets` groups them. */
  replica: { key: string; value: readonly Link[] };
  /** Unsent changes. Another version of the page may have stored them, so their reader checks them. */
  outbox: { key: string; value: { readonly id: string; readonly status?: unknown } };
  /** The record about all stored links. Each write has another id. */
  cache: { key: string; value: { readonly version: string | null; readonly write: string } };
  /** Only in the first version of the database. */
  links: { key: string; value: EarlierLink };
};

/** The key of the record about all stored links. */
export const replicaRecord = 'replica';

export type Buckets = ReadonlyMap<string, readonly Link[]>;

/**
 * Groups links by the end of their ids, which is random, and keeps their order. A change of one link then writes few
 * others, and 50,000 links are read and written twenty times as fast as in a record each.
 */
export function inBuckets(links: readonly Link[]): Buckets {
  const buckets = new Map<string, Link[]>();
  for (const link of links) {
    const key = link.id.slice(-2);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [link]);
    else bucket.push(link);
  }
  return buckets;
}

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

/** Storage for links and unsent changes in this browser. Its tabs share it. */
export type LinkStorage = {
  /** Opens the database of links and unsent changes. Rejects if the browser does not allow it. */
  open(): Promise<LinkDatabase>;
  /** Runs one task at a time over all tabs; null if the browser has no locks. */
  readonly alone: InTurn | null;
  /** Whether this tab is the one that writes the cache. */
  isCacheOwner(): boolean;
  /** Reports the first failure to store something. */
  onFail(failure: unknown): void;
};

export function createLinkStorage({ locks, warn, onFail }: LinkStorageHost): LinkStorage {
  const alone: InTurn | null = locks ? (task) => locks.request('linkweft-outbox', task) : null;
  let isReported = locks === undefined;
  let opening: Promise<LinkDatabase> | null = null;

  function report(failure: unknown): void {
    if (!isReported) onFail(unsupportedWarning, failure);
    isReported = true;
  }

  return {
    async open() {
      // If the browser closes the connection or is too slow, the next call opens it again.
      const current = (opening ??= openLinkDatabase(() => (opening = null)));
      try {
        return await current;
      } catch (failure) {
        if (opening === current) opening = null;
        report(failure);
        throw failure;
      }
    },
    alone,
    isCacheOwner: claimCache(locks, warn),
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

  /** Keeps the lock as long as the tab lives. */
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
  return openDatabase<LinkSchema>('linkweft', onLost, upgradeLinks, 2);
}

export type Upgrade<Schema extends DBSchema> = (
  database: IDBPDatabase<Schema>,
  /** 0 for a new database. */
  oldVersion: number,
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
) => Promise<void>;

const upgradeLinks: Upgrade<LinkSchema> = async (database, oldVersion, transaction) => {
  const replica = database.createObjectStore('replica');
  if (oldVersion === 0) {
    database.createObjectStore('outbox', { keyPath: 'id' });
    database.createObjectStore('cache');
    return;
  }
  // The first version had one row for each link, and called the status of an unsent change its standing.
  const outbox = transaction.objectStore('outbox');
  const [rows, changes] = await Promise.all([
    transaction.objectStore('links').getAll(),
    outbox.getAll(),
    transaction.objectStore('cache').clear(),
  ]);
  await Promise.all([
    ...[...inBuckets(rows.map(asLink))].map(([key, links]) => replica.put(links, key)),
    ...changes.map((change) =>
      'standing' in change ? outbox.put({ ...change, status: change.standing }) : null,
    ),
  ]);
  database.deleteObjectStore('links');
};

function asLink({ id, createdAt, updatedAt, ...earlier }: EarlierLink): Link {
  return { id, ...makeFields((name) => earlier[name] ?? ''), createdAt, updatedAt };
}

/** Opens a database. `onLost` runs when the browser closes it. Rejects if it is not open in time. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  onLost: () => void,
  upgrade: Upgrade<Schema>,
  version = 1,
): Promise<IDBPDatabase<Schema>> {
  // This is loaded later, because the first view comes from the server.
  const { openDB } = await import('idb');
  const opening = openDB<Schema>(name, version, {
    async upgrade(database, oldVersion, _version, transaction) {
      await upgrade(database, oldVersion, transaction);
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

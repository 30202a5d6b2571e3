import { lengthOfFields, newestFirst, type Link } from '#core/links/link.ts';
import { newId } from '#web/lib/new-id.ts';

import {
  inBuckets,
  replicaRecord,
  type Buckets,
  type LinkDatabase,
  type LinkStorage,
} from './link-storage.ts';

/** The links of the server as this browser stores them, newest first. */
type StoredLinks = {
  readonly links: readonly Link[];
  /** The version of the list that they are; null if some links may be missing. */
  readonly version: string | null;
};

/** Stores the links of the server, for the first view and for times without a network. */
export type LinkCache = {
  /** Rejects if the browser does not allow it. */
  read(): Promise<StoredLinks>;
  /** Whether any link is stored. Rejects if the browser does not allow it. */
  hasLinks(): Promise<boolean>;
  /**
   * Stores these links in place of the stored ones, if this tab owns the cache. Writes only what differs. Of more links
   * than the limit allows, the newest are stored.
   */
  write(links: StoredLinks): void;
  /** Deletes the stored links. Resolves when that is done, and never rejects. */
  clear(): Promise<void>;
};

type CacheHost = Pick<LinkStorage, 'open' | 'isCacheOwner' | 'onFail'> & {
  /** The limit, in bytes. */
  readonly cacheBytes: number;
};

/** What was stored by the write with this id. */
type Known = { readonly buckets: Buckets; readonly write: string };

export function createLinkCache({ open, isCacheOwner, cacheBytes, onFail }: CacheHost): LinkCache {
  /** What this tab knows to be stored, as long as the record on disk has the same `write`. */
  let known: Known | null = null;
  let next: StoredLinks | null = null;
  let writing: Promise<void> | null = null;

  async function store({ links, version }: StoredLinks): Promise<void> {
    const fitting = newestWithin(cacheBytes, links);
    const buckets = inBuckets(fitting);
    const record = { version: fitting.length === links.length ? version : null, write: newId() };
    await storeBuckets(await open(), buckets, record, known);
    known = { buckets, write: record.write };
  }

  async function writeAll(): Promise<void> {
    for (let links = next; links !== null; links = next) {
      next = null;
      await store(links).catch(onFail);
    }
    writing = null;
  }

  return {
    async read() {
      const transaction = (await open()).transaction(['replica', 'cache']);
      transaction.done.catch(() => {});
      const [record, stored] = await Promise.all([
        transaction.objectStore('cache').get(replicaRecord),
        transaction.objectStore('replica').getAll(),
      ]);
      const links = stored.flat().toSorted(newestFirst);
      known = { buckets: inBuckets(links), write: record?.write ?? '' };
      return { links, version: record?.version ?? null };
    },
    hasLinks: async () => (await (await open()).count('replica')) > 0,
    write(links) {
      if (!isCacheOwner()) return;
      next = links;
      writing ??= writeAll();
    },
    async clear() {
      next = null;
      await writing;
      try {
        const database = await open();
        await Promise.all([database.clear('replica'), database.clear('cache')]);
      } catch (failure) {
        onFail(failure);
      }
    },
  };
}

/** Stores the buckets and the record. Writes only what differs from what is known, if nobody has written since. */
async function storeBuckets(
  database: LinkDatabase,
  buckets: Buckets,
  record: { readonly version: string | null; readonly write: string },
  known: Known | null,
): Promise<void> {
  const transaction = database.transaction(['replica', 'cache'], 'readwrite');
  // A failed request fails the transaction too. Only the first failure is reported.
  transaction.done.catch(() => {});
  const [replica, cache] = [transaction.objectStore('replica'), transaction.objectStore('cache')];
  const isKnown = known !== null && (await cache.get(replicaRecord))?.write === known.write;
  if (!isKnown) await replica.clear();
  const stored: Buckets = isKnown ? known.buckets : new Map();
  const changed = [...buckets].filter(([key, bucket]) => !isSame(bucket, stored.get(key)));
  const gone = [...stored.keys()].filter((key) => !buckets.has(key));
  await Promise.all([
    ...changed.map(([key, bucket]) => replica.put(bucket, key)),
    ...gone.map((key) => replica.delete(key)),
    cache.put(record, replicaRecord),
    transaction.done,
  ]);
}

function isSame(bucket: readonly Link[], stored: readonly Link[] | undefined): boolean {
  return bucket.length === stored?.length && bucket.every((link, index) => link === stored[index]);
}

function newestWithin(limit: number, links: readonly Link[]): readonly Link[] {
  let bytes = 0;
  const end = links.findIndex((link) => (bytes += bytesOf(link)) > limit);
  return end === -1 ? links : links.slice(0, end);
}

/** Estimates the stored size: two bytes a character, and 400 bytes for the rest. */
function bytesOf(link: Link): number {
  return 2 * lengthOfFields(link) + 400;
}

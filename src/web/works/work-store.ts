import type { DBSchema, IDBPObjectStore } from 'idb';
import * as z from 'zod/mini';

import type { TabChannel } from '#web/lib/events.ts';
import { createTurns } from '#web/lib/tasks.ts';
import { openDatabase, type Upgrade } from '#web/links-client/storage/link-storage.ts';
import { changesSchema, shownSchema, type Changes } from '#web/version-view/stored-result.ts';

import type { LocalCopies } from './local-copies.ts';
import { keptWorkOf, parseKept, parseWork, type KeptWork, type Work } from './work.ts';

/** A work as it is stored. Another version of the page may have stored it, so it is parsed before it is used. */
export type StoredWork = Pick<Work, 'id' | 'kind' | 'at'>;

type WorkSchema = DBSchema & {
  works: { key: string; value: StoredWork; indexes: { byTime: [kind: Work['kind'], at: number] } };
  /** What earlier versions of the page kept. */
  results: { key: string; value: { readonly id: string } };
};

type Works = IDBPObjectStore<WorkSchema, ['works'], 'works', 'readwrite'>;

/** The name is older than the works that were not kept. */
const databaseName = 'linkweft-results';

/** The largest number of kept results. Newer results replace the oldest ones. */
export const keptAtMost = 20;
/** The same of last works. The others are what the visitor did not bring back, or has in another tab. */
const lastAtMost = 3;

/** The works of this browser, in IndexedDB. All tabs share them. Each change runs after the earlier ones of this tab. */
export type WorkStore = {
  /** Returns the last works, the latest first. Also stores what tabs have left in local storage. Never rejects. */
  readLast(): Promise<readonly Work[]>;
  /**
   * Stores a last work, and the user's changes in the kept result that it shows. Never rejects: if IndexedDB fails, the
   * work is stored like with `saveNow`.
   */
  save(work: Work): Promise<void>;
  /** Stores a last work before it returns. */
  saveNow(work: Work): void;
  /** Stores a last work that leaves the page: before it returns, because the page may be closed, and then like `save`. */
  leave(work: Work): Promise<void>;
  /** Removes a last work, unless another tab has stored a later state of it. Never rejects. */
  remove(work: Work): Promise<void>;
  /** Removes all last works. Never rejects. */
  clearLast(): Promise<void>;
  /** Calls the listener after another tab has removed works. */
  onRemoved(listener: () => void): void;
  /** Whether any work is stored, also a kept one. Never rejects. */
  hasAny(): Promise<boolean>;
  /** Returns the kept results, the newest first, and how many others this page cannot read. */
  readKept(): Promise<{ readonly results: readonly KeptWork[]; readonly unreadable: number }>;
  /** Keeps a new result. It replaces an equal one, and the oldest one if there are too many. */
  keep(work: KeptWork): Promise<void>;
  removeKept(id: string): Promise<void>;
  /** Deletes all kept results, including those that this page cannot read. Returns them. */
  clearKept(): Promise<readonly StoredWork[]>;
  putBack(deleted: readonly StoredWork[]): Promise<void>;
};

const removed = 'removed';

export function createWorkStore(local: LocalCopies, channel: TabChannel): WorkStore {
  const inTurn = createTurns();
  const inWorks = <T>(task: (works: Works) => Promise<T>) => inTurn(() => inDatabase(task));

  /** Removes from local storage, and then from IndexedDB. */
  async function removeLast(task: (works: Works) => Promise<unknown>): Promise<void> {
    await inWorks(task).catch(() => {});
    channel.tell(removed);
  }

  /** How often all were removed. An earlier save that fails later brings none back. */
  let clearings = 0;

  async function save(work: Work): Promise<void> {
    const before = clearings;
    try {
      await inWorks((works) => putLast(works, work));
      local.remove([work, work.continues ?? []].flat());
    } catch {
      if (before === clearings) local.write(work);
    }
  }

  return {
    readLast: () => inTurn(() => readAll(local)),
    save,
    saveNow: local.write,
    leave(work) {
      local.copy(work);
      return save(work);
    },
    remove(work) {
      local.remove([work]);
      return removeLast((works) => removeFrom(works, work));
    },
    clearLast() {
      clearings += 1;
      local.clear();
      return removeLast(async (works) =>
        removeAll(works, await works.index('byTime').getAllKeys(allOf('last'))),
      );
    },
    onRemoved: (listener) => channel.onMessage((message) => message === removed && listener()),
    hasAny: async () =>
      local.read().length > 0 || (await inWorks((works) => works.count()).catch(() => 0)) > 0,
    ...keptIn(inWorks),
  };
}

/** Moves the copies into the database. Returns the last works of both. */
async function readAll(local: LocalCopies): Promise<readonly Work[]> {
  const copies = local.read();
  const isMoved = await inDatabase(async (works) => {
    for (const work of copies) await putLast(works, work);
  }).then(
    () => true,
    () => false,
  );
  if (isMoved) local.remove(copies);
  const stored = await inDatabase((works) => works.index('byTime').getAll(allOf('last'))).catch(() => []);
  return latest([...stored.flatMap((work) => parseWork(work) ?? []), ...(isMoved ? [] : copies)]);
}

const getKept = (works: Works) => works.index('byTime').getAll(allOf('kept'));

function keptIn(
  inWorks: <T>(task: (works: Works) => Promise<T>) => Promise<T>,
): Pick<WorkStore, 'readKept' | 'keep' | 'removeKept' | 'clearKept' | 'putBack'> {
  return {
    async readKept() {
      const stored = await inWorks(getKept);
      const results = stored.flatMap((work) => parseKept(work) ?? []);
      return { results: results.toReversed(), unreadable: stored.length - results.length };
    },
    keep: (work) =>
      inWorks(async (works) => {
        const kept = (await getKept(works)).flatMap((stored) => parseKept(stored) ?? []);
        await removeAll(
          works,
          kept.filter((other) => marksOf(other) === marksOf(work)).map(({ id }) => id),
        );
        await works.put(work);
        await removeOldest(works, 'kept', keptAtMost);
      }),
    removeKept: (id) => inWorks((works) => works.delete(id)),
    clearKept: () =>
      inWorks(async (works) => {
        const kept = await getKept(works);
        await removeAll(
          works,
          kept.map(({ id }) => id),
        );
        return kept;
      }),
    putBack: (deleted) =>
      inWorks(async (works) => {
        await Promise.all(deleted.map((work) => works.put(work)));
      }),
  };
}

async function inDatabase<T>(task: (works: Works) => Promise<T>): Promise<T> {
  const database = await openDatabase<WorkSchema>(databaseName, () => {}, upgradeWorks, 2);
  try {
    const transaction = database.transaction('works', 'readwrite');
    // A failed request fails the transaction too. Only the first failure is reported.
    transaction.done.catch(() => {});
    const result = await task(transaction.store);
    await transaction.done;
    return result;
  } finally {
    database.close();
  }
}

const upgradeWorks: Upgrade<WorkSchema> = async (database, _oldVersion, transaction) => {
  database.createObjectStore('works', { keyPath: 'id' }).createIndex('byTime', ['kind', 'at']);
  // The first version had only kept results.
  if (!database.objectStoreNames.contains('results')) return;
  const works = transaction.objectStore('works');
  for (const result of await transaction.objectStore('results').getAll()) await works.put(fromResult(result));
  database.deleteObjectStore('results');
};

const earlierResultSchema = z.object({ finishedAt: z.number(), shown: shownSchema, changes: changesSchema });

/** A result that cannot be read stays as it is, and is counted. */
function fromResult(stored: { readonly id: string }): StoredWork {
  const { data } = earlierResultSchema.safeParse(stored);
  if (data === undefined) return { ...stored, kind: 'kept', at: 0 };
  const { finishedAt, shown, changes } = data;
  return keptWorkOf({ id: stored.id, at: finishedAt, shown, changes, relinks: [] });
}

function allOf(kind: Work['kind']): IDBKeyRange {
  return IDBKeyRange.bound([kind], [kind, Infinity]);
}

async function putLast(works: Works, work: Work): Promise<void> {
  if (work.continues !== undefined) await removeFrom(works, work.continues);
  const stored = await works.get(work.id);
  const before = work.lacksResult ? parseWork(stored) : null;
  const { shown, changes } = before ?? work;
  const whole: Work = { ...work, shown, changes };
  if (stored === undefined || stored.at <= work.at) await works.put(whole);
  await removeOldest(works, 'last', lastAtMost);
  const kept = work.keptId === undefined ? null : parseKept(await works.get(work.keptId));
  if (kept === null || work.lacksResult || isSameChanges(kept.changes, work.changes)) return;
  const changed: KeptWork = { ...kept, changes: work.changes, relinks: work.relinks };
  await works.put(changed);
}

async function removeOldest(works: Works, kind: Work['kind'], limit: number): Promise<void> {
  const ids = await works.index('byTime').getAllKeys(allOf(kind));
  await removeAll(works, ids.slice(0, -limit));
}

async function removeFrom(works: Works, { id, at }: Pick<Work, 'id' | 'at'>): Promise<void> {
  const stored = await works.get(id);
  if (stored !== undefined && stored.at <= at) await works.delete(id);
}

async function removeAll(works: Works, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => works.delete(id)));
}

function byTime(one: Work, other: Work): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}

/** Returns the latest state of each work that no other one continues, the latest work first. */
function latest(works: readonly Work[]): readonly Work[] {
  const states = [...new Map(works.toSorted(byTime).map((work) => [work.id, work])).values()];
  const isContinued = ({ id, at }: Work) =>
    states.some(({ continues }) => continues?.id === id && continues.at >= at);
  const open = states.filter((work) => !isContinued(work));
  return open.toSorted(byTime).toReversed().slice(0, lastAtMost);
}

/** Returns the same for the same text with the same edits of the same links, and the same changes of the user. */
function marksOf({ shown: { generation }, changes }: KeptWork): string {
  return JSON.stringify([generation.text, generation.links, generation.edits, changes]);
}

function isSameChanges(one: Changes, other: Changes): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

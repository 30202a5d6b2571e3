import type { DBSchema, IDBPObjectStore } from 'idb';
import * as z from 'zod/mini';

import { versionNames } from '#core/edits/version-names.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { openDatabase } from '#web/links-client/storage/link-storage.ts';
import { changesSchema, shownSchema, type Changes } from '#web/version-view/stored-result.ts';

/** The last millisecond that a date can have. */
const lastTime = 8.64e15;

const keptSchema = z.object({
  /** Newer results have greater ids. */
  id: z.string(),
  /** When the result was finished, in milliseconds since 1970. */
  finishedAt: z.number(),
  shown: shownSchema,
  changes: changesSchema,
});

/** A result that this browser keeps because the user wants it. */
export type KeptResult = z.infer<typeof keptSchema>;

/** A result as it is stored. Another version of the page may have stored it, so it is parsed before it is shown. */
export type StoredResult = Pick<KeptResult, 'id'>;

type ResultSchema = DBSchema & {
  results: { key: string; value: StoredResult };
};

type Store = IDBPObjectStore<ResultSchema, ['results'], 'results', 'readwrite'>;

/** The largest number of kept results. Newer results replace the oldest ones. */
export const keptAtMost = 20;

export type ResultStorage = ReturnType<typeof createResultStorage>;

/** Stores results in this browser. All tabs share them. Each function rejects if the browser does not allow it. */
export function createResultStorage() {
  return {
    /** Returns the kept results, the newest first, and how many others this page cannot read. */
    async read(): Promise<{ readonly results: readonly KeptResult[]; readonly unreadable: number }> {
      const all = await inStore((store) => store.getAll());
      const results = all.flatMap(readKept);
      return { results: results.toReversed(), unreadable: all.length - results.length };
    },
    /** Keeps a new result. It replaces an equal one, and the oldest one if there are too many. */
    add: (kept: KeptResult) =>
      inStore(async (store) => {
        const before = (await store.getAll()).flatMap(readKept);
        const same = before.filter(
          ({ shown, changes }) =>
            isSameGeneration(shown.generation, kept.shown.generation) && isSameChanges(changes, kept.changes),
        );
        await Promise.all(same.map(({ id }) => store.delete(id)));
        await store.put(kept);
        const ids = await store.getAllKeys();
        await Promise.all(ids.slice(0, -keptAtMost).map((id) => store.delete(id)));
      }),
    /** Stores the user's changes of a result, unless it was deleted. */
    change: (id: string, changes: Changes) =>
      inStore(async (store) => {
        const [kept] = readKept(await store.get(id));
        const changed = kept && { ...kept, changes };
        if (changed !== undefined) await store.put(changed);
      }),
    putBack: (deleted: readonly StoredResult[]) =>
      inStore(async (store) => {
        await Promise.all(deleted.map((kept) => store.put(kept)));
      }),
    remove: (id: string) => inStore((store) => store.delete(id)),
    /** Deletes all results, including those that this page cannot read. Returns them. */
    clear: () =>
      inStore(async (store): Promise<readonly StoredResult[]> => {
        const all = await store.getAll();
        await store.clear();
        return all;
      }),
  };
}

async function inStore<T>(task: (store: Store) => Promise<T>): Promise<T> {
  const database = await openDatabase<ResultSchema>(
    'linkweft-results',
    () => {},
    async (opened) => void opened.createObjectStore('results', { keyPath: 'id' }),
  );
  try {
    const transaction = database.transaction('results', 'readwrite');
    // A failed request fails the transaction too. Only the first failure is reported.
    transaction.done.catch(() => {});
    const result = await task(transaction.store);
    await transaction.done;
    return result;
  } finally {
    database.close();
  }
}

function readKept(stored: unknown): KeptResult[] {
  const kept = keptSchema.safeParse(stored);
  return kept.success && kept.data.finishedAt >= 0 && kept.data.finishedAt <= lastTime ? [kept.data] : [];
}

/** Returns whether both are the same text with the same edits of the same links, as they were generated. */
export function isSameGeneration(one: FinishedGeneration, other: FinishedGeneration): boolean {
  return one.text === other.text && marksOf(one) === marksOf(other);
}

function marksOf({ links, edits }: FinishedGeneration): string {
  return JSON.stringify([
    links.map(({ id, url, description }) => [id, url, description]),
    versionNames.map((name) => edits[name].map(({ start, end, text, by }) => [start, end, text, by])),
  ]);
}

export function isSameChanges(one: Changes, other: Changes): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

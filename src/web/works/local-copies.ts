import { parseStored } from '#web/lib/storage.ts';

import { parseLastWork, parseWork, type Work } from './work.ts';

/** Under this name, earlier versions of the page stored the last works. */
const earlierKey = 'lastWork';
const prefix = 'work:';

/**
 * Copies of works in local storage. It is written at once, also while a tab is closed, when IndexedDB may be too late.
 * It also holds the works if the browser has no IndexedDB. All tabs share it. No function throws.
 */
export type LocalCopies = {
  read(): readonly Work[];
  /** Writes a copy, without its result if that does not fit. If necessary, other copies make space for it. */
  write(work: Work): void;
  /** Writes a copy if there is space, also without its result. Tells nobody if there is none. */
  copy(work: Work): void;
  /** Removes the copies of these works, unless another tab has written a later one. */
  remove(works: readonly Pick<Work, 'id' | 'at'>[]): void;
  clear(): void;
};

/** @param onBlocked Called if the browser does not store the text. */
export function createLocalCopies(find: () => Storage, onBlocked: (failure: unknown) => void): LocalCopies {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(find());
    } catch (failure) {
      onBlocked(failure);
      return otherwise;
    }
  }

  /** The earliest state of each work that may be written now: a state that comes late replaces and brings back nothing. */
  const earliest = new Map<string, number>();
  const isLate = ({ id, at }: Work) => at < (earliest.get(id) ?? -Infinity);

  /** Without the result if that does not fit. Throws if the text does not fit either. */
  function putIn(storage: Storage, work: Work): void {
    const put = (copy: Work) => storage.setItem(prefix + work.id, JSON.stringify(copy));
    try {
      put(work);
    } catch {
      put({ ...work, shown: null, changes: {}, lacksResult: work.shown !== null });
    }
    earliest.set(work.id, work.at);
  }

  return {
    read: () => attempt((storage) => keysIn(storage).flatMap((key) => readCopies(storage, key)), []),
    copy(work) {
      try {
        if (!isLate(work)) putIn(find(), work);
      } catch {
        // The work is stored elsewhere next.
      }
    },
    write(work) {
      if (isLate(work)) return;
      attempt((storage) => {
        try {
          putIn(storage, work);
        } catch {
          clear(storage);
          putIn(storage, work);
        }
      }, undefined);
    },
    remove(works) {
      for (const { id, at } of works) earliest.set(id, Math.max(at + 1, earliest.get(id) ?? 0));
      const times = new Map(works.map(({ id, at }) => [id, at]));
      const isAmong = ({ id, at }: Work) => at <= (times.get(id) ?? -1);
      const mayHold = (key: string) => key === earlierKey || times.has(key.slice(prefix.length));
      attempt((storage) => {
        const keys = keysIn(storage).filter((key) => mayHold(key) && readCopies(storage, key).every(isAmong));
        for (const key of keys) storage.removeItem(key);
      }, undefined);
    },
    clear: () => attempt(clear, undefined),
  };
}

function keysIn(storage: Storage): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix) || key === earlierKey);
}

function readCopies(storage: Storage, key: string): readonly Work[] {
  const parse = (stored: unknown) =>
    key === earlierKey ? parseLastWork(stored) : [parseWork(stored) ?? []].flat();
  return parseStored(storage.getItem(key), { parse }) ?? [];
}

function clear(storage: Storage): void {
  for (const key of keysIn(storage)) storage.removeItem(key);
}

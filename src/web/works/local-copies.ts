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

  return {
    read: () => attempt((storage) => keysIn(storage).flatMap((key) => readCopies(storage, key)), []),
    write(work) {
      const textOnly: Work = { ...work, shown: null, changes: {}, lacksResult: work.shown !== null };
      const put = (storage: Storage, copy: Work) => storage.setItem(prefix + work.id, JSON.stringify(copy));
      attempt((storage) => {
        try {
          put(storage, work);
        } catch {
          try {
            put(storage, textOnly);
          } catch {
            clear(storage);
            put(storage, textOnly);
          }
        }
      }, undefined);
    },
    remove(works) {
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

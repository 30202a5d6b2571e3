import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

import { apiError } from '#web/api/api-error.ts';
import { inTime } from '#web/api/in-time.ts';

/** Stores the recovery code of the browser's workspace, in addition to the cookie. */
export type SecretStore = {
  /** Resolves with null if there is none, or if the browser stores nothing. Rejects if it does not answer in time. */
  read(): Promise<string | null>;
  /** Resolves when the code is on disk. Rejects if the browser does not store it in time. */
  write(code: string): Promise<void>;
  /** Erases this code, or any code if none is given. Rejects if the browser does not allow it. */
  erase(code?: string): Promise<void>;
};

type SecretSchema = DBSchema & { secret: { key: string; value: string } };
type SecretDatabase = IDBPDatabase<SecretSchema>;

/** A database of its own, because that of the links is emptied when there is no room. */
const name = 'linkweft-workspace';
const key = 'code';
/** In milliseconds. Some browsers never answer if storage is blocked. */
const storageTimeout = 3000;

export function createSecretStore(): SecretStore {
  return {
    read: () =>
      within(() => open(async (database) => (await database.get('secret', key)) ?? null).catch(() => null)),
    write: (code) => change((store) => store.put(code, key)),
    erase: (code) =>
      change(async (store) => {
        if (code === undefined || (await store.get(key)) === code) await store.delete(key);
      }),
  };
}

type Store = ReturnType<typeof storeOf>;

function storeOf(database: SecretDatabase) {
  // Strict: the code is on disk when the transaction ends. Browsers write cookies up to half a minute later.
  return database.transaction('secret', 'readwrite', { durability: 'strict' }).store;
}

function change(act: (store: Store) => Promise<unknown>): Promise<void> {
  const work = async (database: SecretDatabase) => {
    const store = storeOf(database);
    await Promise.all([act(store), store.transaction.done]);
  };
  return within(() => open(work));
}

/** Opens the database for one use, so that an idle tab does not block others. */
async function open<T>(work: (database: SecretDatabase) => Promise<T>): Promise<T> {
  const database = await openDB<SecretSchema>(name, 1, {
    upgrade: (created) => void created.createObjectStore('secret'),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

async function within<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await inTime(storageTimeout, work);
  } catch (cause) {
    throw apiError('storage-failed', { cause });
  }
}

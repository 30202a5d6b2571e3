import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

import { apiError } from '#web/api/api-error.ts';
import { inTime } from '#web/api/in-time.ts';

/** Where the browser keeps the recovery code of its workspace beside the cookie. */
export type SecretStore = {
  /** Null where there is none, or where the browser keeps nothing. Rejects where it does not say in time. */
  read(): Promise<string | null>;
  /** Ends when the code is on disk. Rejects where the browser does not keep it, or not in time. */
  write(code: string): Promise<void>;
  /** Erases this code, or whatever is kept. Rejects where the browser does not let us. */
  erase(code?: string): Promise<void>;
};

type SecretSchema = DBSchema & { secret: { key: string; value: string } };
type SecretDatabase = IDBPDatabase<SecretSchema>;

/** A database of its own: that of the links is emptied when there is no room. */
const name = 'linkweft-workspace';
const key = 'code';
/** Some browsers never answer where storage is blocked. In milliseconds. */
const patience = 3000;

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
  // A cookie is written to disk within half a minute; this is when the transaction ends.
  return database.transaction('secret', 'readwrite', { durability: 'strict' }).store;
}

function change(act: (store: Store) => Promise<unknown>): Promise<void> {
  const work = async (database: SecretDatabase) => {
    const store = storeOf(database);
    await Promise.all([act(store), store.transaction.done]);
  };
  return within(() => open(work));
}

/** Open for one use: a tab that is forgotten holds up no other one. */
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
    return await inTime(patience, work);
  } catch (cause) {
    throw apiError('storage-failed', { cause });
  }
}

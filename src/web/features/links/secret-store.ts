import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

/** Where the browser keeps the recovery code of its workspace beside the cookie. Rejects where it does not let us. */
export type SecretStore = {
  read(): Promise<string | null>;
  /** Ends when the code is on disk. */
  write(code: string): Promise<void>;
  erase(): Promise<void>;
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
    read: () => within(async (database) => (await database.get('secret', key)) ?? null),
    write: (code) => change((store) => store.put(code, key)),
    erase: () => change((store) => store.delete(key)),
  };
}

type Store = ReturnType<typeof storeOf>;

function storeOf(database: SecretDatabase) {
  // A cookie is written to disk within half a minute; this is when the transaction ends.
  return database.transaction('secret', 'readwrite', { durability: 'strict' }).store;
}

function change(act: (store: Store) => Promise<unknown>): Promise<void> {
  return within(async (database) => {
    const store = storeOf(database);
    await Promise.all([act(store), store.transaction.done]);
  });
}

/** Open for one use: a tab that is forgotten holds up no other one. */
async function within<T>(work: (database: SecretDatabase) => Promise<T>): Promise<T> {
  const opening = openDB<SecretSchema>(name, 1, {
    upgrade: (database) => void database.createObjectStore('secret'),
  });
  const using = opening.then(async (database) => {
    try {
      return await work(database);
    } finally {
      database.close();
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const failure = new Error('The browser did not open its database in time.');
    timer = setTimeout(() => reject(failure), patience);
  });
  try {
    return await Promise.race([using, late]);
  } finally {
    clearTimeout(timer);
  }
}

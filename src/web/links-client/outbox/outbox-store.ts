import { isStorageFull } from '#web/lib/storage.ts';
import { createTurns } from '#web/lib/tasks.ts';
import type { LinkDatabase, LinkStorage } from '#web/links-client/storage/link-storage.ts';

import { inOrder, type Entries, type Revision } from './entries.ts';

/** Where the unsent changes of all tabs are. */
export type OutboxStore = {
  /** Returns all entries, including those that are only in memory. */
  read(): Promise<Entries>;
  /** Changes all entries in one transaction. Resolves with the new entries when they are on disk. */
  apply(revision: Revision): Promise<Entries>;
  /** Like `apply`, but new entries that cannot be stored stay in memory until the page is closed. */
  applyOrRemember(revision: Revision): Promise<Entries>;
};

export function createOutboxStore({ open, onFail }: Pick<LinkStorage, 'open' | 'onFail'>): OutboxStore {
  let inMemory: Entries = [];
  // Revisions run one at a time, because `inMemory` must not change while one is being stored.
  const inTurn = createTurns();

  async function read(): Promise<Entries> {
    const database = await open().catch(() => null);
    return database === null ? inMemory : [...inOrder(await database.getAll('outbox')), ...inMemory];
  }

  async function apply(revision: Revision): Promise<Entries> {
    const database = await open().catch(() => null);
    if (database === null) return (inMemory = revision(inMemory));
    const onDisk = () => applyWithin(database, inMemory, revision);
    const after = await onDisk().catch(async (failure: unknown) => {
      if (!isStorageFull(failure)) throw failure;
      // The cached links are deleted to free space. They can be read again from the server.
      await Promise.all([database.clear('replica'), database.clear('cache')]);
      return onDisk();
    });
    inMemory = after.filter(isAmong(inMemory));
    return after;
  }

  async function applyOrRemember(revision: Revision): Promise<Entries> {
    try {
      return await apply(revision);
    } catch (failure) {
      onFail(failure);
      const before = await read();
      const isOld = isAmong(before);
      const fresh = revision(before).filter((entry) => !isOld(entry));
      inMemory = [...inMemory, ...fresh];
      return [...before, ...fresh];
    }
  }

  return {
    read,
    apply: (revision) => inTurn(() => apply(revision)),
    applyOrRemember: (revision) => inTurn(() => applyOrRemember(revision)),
  };
}

/** Applies the revision to all entries, and stores those that are not only in memory. */
async function applyWithin(database: LinkDatabase, inMemory: Entries, revision: Revision): Promise<Entries> {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  // A failed request fails the transaction too. Only the first failure is reported.
  transaction.done.catch(() => {});
  const before = inOrder(await transaction.store.getAll());
  const after = revision([...before, ...inMemory]);
  const kept = new Set(after.map(({ id }) => id));
  const isInMemory = isAmong(inMemory);
  await Promise.all([
    ...before.filter(({ id }) => !kept.has(id)).map(({ id }) => transaction.store.delete(id)),
    ...after
      .filter((entry) => !before.includes(entry) && !isInMemory(entry))
      .map((entry) => transaction.store.put(entry)),
  ]);
  await transaction.done;
  return after;
}

function isAmong(entries: Entries): (entry: Entries[number]) => boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

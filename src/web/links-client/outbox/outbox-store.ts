import { createTurns } from '#web/lib/tasks.ts';
import type { LinkDatabase, LinkStorage } from '#web/links-client/cache/link-storage.ts';

import { outboxEntrySchema, type Edit, type Entries } from './outbox-entry.ts';

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore({ open, onFail }: Pick<LinkStorage, 'open' | 'onFail'>) {
  let held: Entries = [];
  // One at a time: `held` must not change while an edit is being stored.
  const inTurn = createTurns();

  async function read(): Promise<Entries> {
    const database = await open().catch(() => null);
    return database === null ? held : [...inOrder(await database.getAll('outbox')), ...held];
  }

  async function edit(change: Edit): Promise<Entries> {
    const database = await open().catch(() => null);
    if (database === null) return (held = change(held));
    const onDisk = () => editWithin(database, held, change);
    const after = await onDisk().catch(async (failure: unknown) => {
      if (!isFull(failure)) throw failure;
      // The cached links make room. They can be read again from the server.
      await Promise.all([database.clear('links'), database.clear('cache')]);
      return onDisk();
    });
    held = after.filter(isAmong(held));
    return after;
  }

  async function hold(change: Edit): Promise<Entries> {
    try {
      return await edit(change);
    } catch (failure) {
      onFail(failure);
      const before = await read();
      const isOld = isAmong(before);
      const added = change(before).filter((entry) => !isOld(entry));
      held = [...held, ...added];
      return [...before, ...added];
    }
  }

  return {
    /** Returns all entries, also those that are held in memory. */
    read,
    /** Changes all entries in one transaction. Resolves with the new entries when they are on disk. */
    edit: (change: Edit) => inTurn(() => edit(change)),
    /** Like `edit`, but new entries that cannot be stored are held in memory until the page is closed. */
    hold: (change: Edit) => inTurn(() => hold(change)),
  };
}

/** Applies the edit to all entries, and stores those that are not held in memory. */
async function editWithin(database: LinkDatabase, held: Entries, edit: Edit): Promise<Entries> {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  // A failed request fails the transaction too. Only the first failure is reported.
  transaction.done.catch(() => {});
  const before = inOrder(await transaction.store.getAll());
  const after = edit([...before, ...held]);
  const kept = new Set(after.map(({ id }) => id));
  const isHeld = isAmong(held);
  await Promise.all([
    ...before.filter(({ id }) => !kept.has(id)).map(({ id }) => transaction.store.delete(id)),
    ...after
      .filter((entry) => !before.includes(entry) && !isHeld(entry))
      .map((entry) => transaction.store.put(entry)),
  ]);
  await transaction.done;
  return after;
}

function isAmong(entries: Entries): (entry: Entries[number]) => boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

/** Skips entries that cannot be parsed, but leaves them stored: a later version of the page may know them. */
function inOrder(stored: readonly unknown[]): Entries {
  return stored
    .flatMap((value) => {
      const entry = outboxEntrySchema.safeParse(value);
      return entry.success ? [entry.data] : [];
    })
    .toSorted((a, b) => a.order - b.order);
}

function isFull(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError';
}

import type { LinkDatabase } from './link-database.ts';
import type { Edit, Entries } from './outbox-edits.ts';
import { outboxEntrySchema } from './outbox-entry.ts';

/** Where unsent changes are written down. */
export type OutboxStore = {
  read(): Promise<Entries>;
  /** Changes the entries, all at once or not at all, and ends when that is on disk. Gives the entries as they are then. */
  edit(edit: Edit): Promise<Entries>;
};

export function createOutboxStore(open: () => Promise<LinkDatabase>): OutboxStore {
  return {
    async read() {
      const database = await open();
      return inOrder(await database.getAll('outbox'));
    },
    async edit(edit) {
      const database = await open();
      try {
        return await editWithin(database, edit);
      } catch (failure) {
        if (!isFull(failure)) throw failure;
        // What can be read again makes room for what cannot.
        await Promise.all([database.clear('links'), database.clear('cache')]);
        return editWithin(database, edit);
      }
    },
  };
}

async function editWithin(database: LinkDatabase, edit: Edit): Promise<Entries> {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  // A failed request fails the transaction too; of the two only one is to be heard of.
  transaction.done.catch(() => {});
  const before = inOrder(await transaction.store.getAll());
  const after = edit(before);
  const kept = new Set(after.map(({ id }) => id));
  await Promise.all([
    ...before.filter(({ id }) => !kept.has(id)).map(({ id }) => transaction.store.delete(id)),
    ...after.filter((entry) => !before.includes(entry)).map((entry) => transaction.store.put(entry)),
  ]);
  await transaction.done;
  return after;
}

/** Entries that cannot be read are left where they are: a later version may know what they are. */
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

import type { LinkDatabase } from '#web/links-client/cache/link-database.ts';
import type { Edit, Entries } from './outbox-edits.ts';
import { outboxEntrySchema } from './outbox-entry.ts';
import { createTurns } from './turns.ts';

/** Where unsent changes are written down. */
export type OutboxStore = {
  /** Also what is held in memory, where the browser keeps nothing. */
  read(): Promise<Entries>;
  /** Changes the entries, all at once or not at all, and ends when that is on disk. Gives the entries as they are then. */
  edit(edit: Edit): Promise<Entries>;
  /** The same; what cannot be written down is held in memory, for as long as the page lives. */
  hold(edit: Edit): Promise<Entries>;
};

type StoreHost = {
  readonly open: () => Promise<LinkDatabase>;
  /** Hears that something could not be written down. */
  readonly onFail: (failure: unknown) => void;
};

export function createOutboxStore({ open, onFail }: StoreHost): OutboxStore {
  let held: Entries = [];
  // An edit sees all that is held: nothing may be added to that while it is written.
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
      // What can be read again makes room for what cannot.
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
    read,
    edit: (change) => inTurn(() => edit(change)),
    hold: (change) => inTurn(() => hold(change)),
  };
}

/** Of what the change makes of all entries, what is not held in memory is written down. */
async function editWithin(database: LinkDatabase, held: Entries, edit: Edit): Promise<Entries> {
  const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  // A failed request fails the transaction too; of the two only one is to be heard of.
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

import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

import { added, type Entries } from './outbox-entry.ts';
import { createOutboxStore } from './outbox-store.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

afterEach(() => void vi.unstubAllGlobals());

const deletion = (id: string) =>
  added({
    id,
    kind: 'delete',
    link: { id: `link of ${id}`, url: 'u', description: id, createdAt: '0', updatedAt: '0' },
  });

/** A browser whose storage is full. */
async function openFullStore(onFail: () => void) {
  const database = await openTestDatabase();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  const reopen = () => createOutboxStore({ open: async () => database, onFail });
  return { store: reopen(), reopen, restore: () => put.mockRestore() };
}

const ids = (entries: Entries) => entries.map(({ id }) => id);

test('an entry that does not fit is held in memory, and a later one is stored', async () => {
  const { store, reopen, restore } = await openFullStore(() => {});
  expect(ids(await store.hold(deletion('a')))).toEqual(['a']);
  restore();
  await store.edit(deletion('b'));
  expect(ids(await store.read())).toEqual(['b', 'a']);
  expect(ids(await reopen().read())).toEqual(['b']);
});

test('an edit does not lose an entry that is held in memory while it runs', async () => {
  const edits: Promise<Entries>[] = [];
  const { store, restore } = await openFullStore(() => {
    restore();
    // After the store has read its entries.
    queueMicrotask(() => edits.push(store.edit(deletion('b'))));
  });
  await store.hold(deletion('a'));
  await Promise.all(edits);
  expect(edits).toHaveLength(1);
  expect(ids(await store.read())).toEqual(['b', 'a']);
});

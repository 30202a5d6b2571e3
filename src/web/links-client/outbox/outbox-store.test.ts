import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

import { added } from './outbox-entry.ts';
import type { Entries } from './outbox-entry.ts';
import { createOutboxStore } from './outbox-store.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

afterEach(() => void vi.unstubAllGlobals());

const deletion = (id: string) =>
  added({
    id,
    kind: 'delete',
    link: { id: `link of ${id}`, url: 'u', description: id, createdAt: '0', updatedAt: '0' },
  });

/** A browser that has no room for anything new. */
async function openFullStore(onFail: () => void) {
  const database = await openTestDatabase();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  const reopen = () => createOutboxStore({ open: async () => database, onFail });
  return { store: reopen(), reopen, mend: () => put.mockRestore() };
}

const ids = (entries: Entries) => entries.map(({ id }) => id);

test('what finds no room is held in memory, and what comes later is written down beside it', async () => {
  const { store, reopen, mend } = await openFullStore(() => {});
  expect(ids(await store.hold(deletion('a')))).toEqual(['a']);
  mend();
  await store.edit(deletion('b'));
  expect(ids(await store.read())).toEqual(['b', 'a']);
  expect(ids(await reopen().read())).toEqual(['b']);
});

test('what is held in memory while another edit runs is not lost by it', async () => {
  const edits: Promise<Entries>[] = [];
  const { store, mend } = await openFullStore(() => {
    mend();
    // Once the store reads what is written down.
    queueMicrotask(() => edits.push(store.edit(deletion('b'))));
  });
  await store.hold(deletion('a'));
  await Promise.all(edits);
  expect(edits).toHaveLength(1);
  expect(ids(await store.read())).toEqual(['b', 'a']);
});

import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

import { added, type Entries } from './entries.ts';
import { createOutboxStore } from './outbox-store.ts';

afterEach(() => void vi.unstubAllGlobals());

const ids = (entries: Entries) => entries.map(({ id }) => id);

const deletion = (id: string) =>
  added({
    id,
    kind: 'delete',
    link: testLink({ id: `link of ${id}`, description: id }),
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

test('an entry that does not fit stays in memory, and a later one is stored', async () => {
  const { store, reopen, restore } = await openFullStore(() => {});
  expect(ids(await store.applyOrRemember(deletion('a')))).toEqual(['a']);
  restore();
  await store.apply(deletion('b'));
  expect(ids(await store.read())).toEqual(['b', 'a']);
  expect(ids(await reopen().read())).toEqual(['b']);
});

test('a revision does not lose an entry that is only in memory while it runs', async () => {
  const revisions: Promise<Entries>[] = [];
  const { store, restore } = await openFullStore(() => {
    restore();
    // After the store has read its entries.
    queueMicrotask(() => revisions.push(store.apply(deletion('b'))));
  });
  await store.applyOrRemember(deletion('a'));
  await Promise.all(revisions);
  expect(revisions).toHaveLength(1);
  expect(ids(await store.read())).toEqual(['b', 'a']);
});

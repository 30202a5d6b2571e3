import { testLink } from '#core/links/test-link.ts';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

import { added, type Entries } from '#web/links-client/outbox/entries.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

import {
  claimCache,
  createOutboxStore,
  oneTabWarning,
  unsupportedWarning,
  type Locks,
} from './link-storage.ts';

/** Locks as in a browser: one holder for each name, the others wait, and a closed tab releases its lock. */
function createTabs() {
  const waiting: (() => void)[] = [];
  let held = false;

  function open(): { locks: Locks; close: () => void } {
    let holds = false;
    const take = (callback: (lock: Lock | null) => unknown) => {
      held = true;
      holds = true;
      return callback({ name: 'linkweft-cache', mode: 'exclusive' });
    };
    async function request(_name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const callback = rest.at(-1);
      if (typeof callback !== 'function') throw new TypeError('no callback');
      const run = (lock: Lock | null): unknown => callback(lock);
      if (!held) return take(run);
      if (rest.length > 1) return run(null);
      return new Promise((resolve) => {
        waiting.push(() => resolve(take(run)));
      });
    }
    return {
      locks: { request },
      close() {
        if (!holds) return;
        held = false;
        waiting.shift()?.();
      },
    };
  }
  return { open };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('the first tab owns the cache; a second tab gets a warning, and takes over when the first one closes', async () => {
  const tabs = createTabs();
  const [first, second] = [tabs.open(), tabs.open()];
  const warnings: string[] = [];
  const firstOwner = claimCache(first.locks, (message) => warnings.push(`first: ${message}`));
  await settle();
  const secondOwner = claimCache(second.locks, (message) => warnings.push(`second: ${message}`));
  await settle();
  expect([firstOwner(), secondOwner()]).toEqual([true, false]);
  expect(warnings).toEqual([`second: ${oneTabWarning}`]);
  first.close();
  await settle();
  expect(secondOwner()).toBe(true);
});

test('a browser without locks gives one warning, and the page works', async () => {
  const warnings: string[] = [];
  const owner = claimCache(undefined, (message) => warnings.push(message));
  await settle();
  expect([owner(), warnings]).toEqual([false, [unsupportedWarning]]);
});

test('a browser that refuses locks gives one warning, and the page works', async () => {
  const warnings: string[] = [];
  const locks: Locks = {
    request: () => Promise.reject(new DOMException('blocked', 'SecurityError')),
  };
  claimCache(locks, (message) => warnings.push(message));
  await settle();
  expect(warnings).toEqual([unsupportedWarning]);
});

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

test('an entry that does not fit is held in memory, and a later one is stored', async () => {
  const { store, reopen, restore } = await openFullStore(() => {});
  expect(ids(await store.hold(deletion('a')))).toEqual(['a']);
  restore();
  await store.apply(deletion('b'));
  expect(ids(await store.read())).toEqual(['b', 'a']);
  expect(ids(await reopen().read())).toEqual(['b']);
});

test('a revision does not lose an entry that is held in memory while it runs', async () => {
  const revisions: Promise<Entries>[] = [];
  const { store, restore } = await openFullStore(() => {
    restore();
    // After the store has read its entries.
    queueMicrotask(() => revisions.push(store.apply(deletion('b'))));
  });
  await store.hold(deletion('a'));
  await Promise.all(revisions);
  expect(revisions).toHaveLength(1);
  expect(ids(await store.read())).toEqual(['b', 'a']);
});

import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';

import { testFields, testLink } from '#core/links/test-link.ts';
import { createOutboxStore } from '#web/links-client/outbox/outbox-store.ts';
import { openTestDatabase, useTestDatabases } from '#web/links-client/test-database.ts';

import { createLinkCache } from './link-cache.ts';

import {
  claimCache,
  oneTabWarning,
  openLinkDatabase,
  unsupportedWarning,
  type Locks,
} from './link-storage.ts';

/** Locks as in a browser: one holder for each name, the others wait, and a closed tab releases its lock. */
function createTabs() {
  const waiting: (() => void)[] = [];
  let held = false;

  function open(): { locks: Locks; close: () => void } {
    let holds = false;
    const own = (callback: (lock: Lock | null) => unknown) => {
      held = true;
      holds = true;
      return callback({ name: 'linkweft-cache', mode: 'exclusive' });
    };
    async function request(_name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const callback = rest.at(-1);
      if (typeof callback !== 'function') throw new TypeError('no callback');
      const run = (lock: Lock | null): unknown => callback(lock);
      if (!held) return own(run);
      if (rest.length > 1) return run(null);
      return new Promise((resolve) => {
        waiting.push(() => resolve(own(run)));
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

/** Fills a database as the first version of the page did: a row for each link, and statuses called standings. */
async function fillFirstVersion(): Promise<void> {
  useTestDatabases();
  const database = await openDB('linkweft', 1, {
    upgrade(created) {
      const links = created.createObjectStore('links', { keyPath: 'id' });
      links.createIndex('byTime', ['createdAt', 'id']);
      links.createIndex('bySeen', 'seenAt');
      links.createIndex('byUrl', 'url');
      created.createObjectStore('outbox', { keyPath: 'id' });
      created.createObjectStore('cache');
    },
  });
  const cached = { seenAt: 5, bytes: 500 };
  await database.put('links', { ...testLink({ id: 'old', createdAt: '1' }), ...cached });
  await database.put('links', { ...testLink({ id: 'new', createdAt: '2' }), ...cached });
  // Before links had descriptions of their own, rows lacked fields.
  const { description: _, ...bare } = testLink({ id: 'bare', createdAt: '0' });
  await database.put('links', { ...bare, ...cached });
  await database.put('cache', { bytes: 1000, isComplete: true }, 'all');
  const entry = { order: 1, kind: 'update', link: testLink({ description: 'Mine' }) };
  await database.put('outbox', { ...entry, id: '1', standing: { kind: 'waiting' } });
  const standing = { kind: 'conflict', theirs: testLink({ description: 'Theirs' }) };
  await database.put('outbox', { ...entry, id: '2', order: 2, standing });
  await database.put('outbox', { id: 'of a later page', form: 'unknown' });
  database.close();
}

test('unsent changes and links of the first version of the database are there in the new one', async () => {
  await fillFirstVersion();
  const database = await openLinkDatabase(() => {});
  const open = async () => database;
  const store = createOutboxStore({ open, onFail() {} });
  expect(await store.read()).toMatchObject([
    { id: '1', link: { description: 'Mine' }, status: { kind: 'waiting' } },
    { id: '2', status: { kind: 'conflict', theirs: { description: 'Theirs' } } },
  ]);
  expect(await database.get('outbox', 'of a later page')).toMatchObject({ form: 'unknown' });
  const cache = createLinkCache({ open, isCacheOwner: () => true, cacheBytes: 1e6, onFail() {} });
  const { links, version } = await cache.read();
  expect(links).toEqual([
    testLink({ id: 'new', createdAt: '2' }),
    testLink({ id: 'old', createdAt: '1' }),
    testLink({ id: 'bare', createdAt: '0', ...testFields({ url: 'https://a.example/' }) }),
  ]);
  // The page then reads the whole list once.
  expect(version).toBeNull();
});

/** A cache with its database, and how many buckets it has written. */
async function openCache(cacheBytes = 1e6) {
  const database = await openTestDatabase();
  const open = () =>
    createLinkCache({ open: async () => database, isCacheOwner: () => true, cacheBytes, onFail });
  const failures: unknown[] = [];
  const onFail = (failure: unknown) => failures.push(failure);
  return { cache: open(), open, database, failures };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) =>
    testLink({ id: `link-${from - index}`, createdAt: String(1000 + from - index) }),
  );

test('what is written is read by the next page, and only what differs is written again', async () => {
  const { cache, open, database, failures } = await openCache();
  const links = numbered(300, 1);
  cache.write({ links, version: '7' });
  await vi.waitFor(async () => expect(await cache.hasLinks()).toBe(true));
  const next = open();
  const stored = await next.read();
  expect(stored).toEqual({ links, version: '7' });
  const keys: unknown[] = [];
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function spied(
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (this.name === 'replica') keys.push(key);
    return put.call(this, value, key);
  });
  const changed = stored.links.map((link) =>
    link.id === 'link-77' ? { ...link, description: 'New' } : link,
  );
  next.write({ links: changed.filter(({ id }) => id !== 'link-9'), version: '8' });
  await vi.waitFor(async () => expect((await database.get('cache', 'replica'))?.version).toBe('8'));
  expect(keys).toEqual(['77']);
  const { links: read } = await open().read();
  expect(read).toHaveLength(299);
  expect(read.find(({ id }) => id === 'link-77')?.description).toBe('New');
  expect(failures).toEqual([]);
});

test('a tab replaces what another tab has written or deleted since it read', async () => {
  const { cache, open, database } = await openCache();
  cache.write({ links: numbered(30, 1), version: '1' });
  await vi.waitFor(async () => expect((await database.get('cache', 'replica'))?.version).toBe('1'));
  const [one, other] = [open(), open()];
  const { links } = await one.read();
  await other.read();
  other.write({ links: links.slice(10), version: '2' });
  await vi.waitFor(async () => expect((await database.get('cache', 'replica'))?.version).toBe('2'));
  one.write({ links, version: '3' });
  await vi.waitFor(async () => expect((await database.get('cache', 'replica'))?.version).toBe('3'));
  expect(await open().read()).toEqual({ links, version: '3' });
  await other.clear();
  one.write({ links, version: '4' });
  await vi.waitFor(async () => expect((await database.get('cache', 'replica'))?.version).toBe('4'));
  expect((await open().read()).links).toEqual(links);
});

test('above the limit, the newest links are stored, and the list is not complete', async () => {
  const links = numbered(100, 1);
  const { cache, open } = await openCache(20 * (400 + 2 * 'https://a.example/'.length));
  cache.write({ links, version: '7' });
  await vi.waitFor(async () => expect(await cache.hasLinks()).toBe(true));
  expect(await open().read()).toEqual({ links: links.slice(0, 20), version: null });
});

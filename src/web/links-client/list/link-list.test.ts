import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { createStore } from '#web/lib/store.ts';
import { createLinkCache } from '#web/links-client/storage/link-cache.ts';
import type { LinkDatabase } from '#web/links-client/storage/link-storage.ts';
import { openTestDatabase } from '#web/links-client/test-database.ts';

import { createLinksController, type LinksController } from './links-controller.ts';
import { createLinkServer, numbered } from './test-link-server.ts';

let database: LinkDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => void vi.useRealTimers());
// What a page still stores is stored before the next test.
afterEach(async () => void (await database.count('cache')));

type Server = ReturnType<typeof createLinkServer>;

/** Opens the page in this browser. `ticked` are the ids that are ticked. */
function openPage({ api }: Server, ticked: readonly string[] = []): LinksController {
  const opened = database;
  const stored = new Map([['selectedLinks', JSON.stringify(ticked)]]);
  return createLinksController({
    api,
    loadRecovery: null,
    storage: {
      read: (key) => stored.get(key) ?? null,
      write: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    storageNotice: createStore<string | null>(null),
    open: async () => opened,
    alone: (task) => task(),
    isCacheOwner: () => true,
    cacheBytes: 1e9,
    onChange() {},
    onLinkChange() {},
    onFail(failure) {
      throw failure;
    },
  });
}

const numbersOf = (links: readonly Link[]) => links.map(({ id }) => Number(id.slice(1)));
const shown = ({ list }: LinksController) => numbersOf(list.get().links);
const all = ({ links }: LinksController) => numbersOf(links.get());
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

/** The version of the list that is in the cache. */
const cachedVersion = async () => (await database.get('cache', 'replica'))?.version;

test('a first visit reads all links, the first page before the others, and shows five', async () => {
  const server = createLinkServer(2500);
  const page = openPage(server);
  server.pause();
  const reading = page.refresh();
  expect(page.list.get()).toMatchObject({ status: 'loading', links: [] });
  server.resume();
  await reading;
  expect(server.requests).toEqual(['page 100', 'page 1000', 'page 1000', 'page 1000', 'changes 0']);
  expect(all(page)).toEqual(down(2500, 1));
  expect(shown(page)).toEqual(down(2500, 2496));
  expect(page.list.get()).toMatchObject({ status: 'ready', hasMore: true, total: 2500, failure: null });
  page.list.showMore();
  expect(shown(page)).toEqual(down(2500, 2491));
  page.list.showAll();
  expect(page.list.get()).toMatchObject({ hasMore: false, total: 2500 });
});

test('what changes while the pages are read is in the list', async () => {
  const server = createLinkServer(1200);
  const page = openPage(server);
  server.onRequest = (request) => {
    if (request !== 'page 1000') return;
    server.onRequest = () => {};
    server.remove('l1200');
    server.put(numbered(1201));
    server.put({ ...numbered(1190, 5), description: 'Renamed' });
  };
  await page.refresh();
  expect(all(page)).toEqual([1201, ...down(1199, 1)]);
  expect(page.seen(['l1190'])).toMatchObject([{ description: 'Renamed' }]);
});

test('a refresh reads only what has changed, anywhere in the list', async () => {
  const server = createLinkServer(300);
  const page = openPage(server);
  await page.refresh();
  const [row] = page.seen(['l7']);
  server.requests.length = 0;
  server.remove('l5');
  server.put({ ...numbered(9, 3), description: 'Renamed' });
  server.put(numbered(301));
  await page.refresh();
  expect(server.requests).toEqual(['changes 0']);
  expect(all(page)).toEqual([...down(301, 6), ...down(4, 1)]);
  expect(page.seen(['l9'])).toMatchObject([{ description: 'Renamed' }]);
  // Other rows are not drawn again.
  expect(page.seen(['l7'])[0]).toBe(row);
  const view = page.list.get();
  await page.refresh();
  expect(page.list.get()).toBe(view);
});

test('the next visit shows the cached links at once, and then reads what has changed', async () => {
  const server = createLinkServer(1500);
  await openPage(server).refresh();
  await vi.waitFor(async () => expect(await cachedVersion()).toBe('0'), 10_000);
  server.remove('l3');
  server.requests.length = 0;
  server.pause();
  const page = openPage(server);
  const [started, read] = [page.start(), page.refresh()];
  await started;
  expect(all(page)).toEqual(down(1500, 1));
  server.resume();
  await read;
  expect(server.requests).toEqual(['page 100', 'changes 0']);
  expect(all(page)).toEqual([...down(1500, 4), 2, 1]);
});

test('a visit after which nothing has changed sends one request', async () => {
  const server = createLinkServer(1500);
  await openPage(server).refresh();
  await vi.waitFor(async () => expect(await cachedVersion()).toBe('0'), 10_000);
  server.requests.length = 0;
  const page = openPage(server);
  await page.start();
  await page.refresh();
  expect(server.requests).toEqual(['changes 0']);
  expect(all(page)).toEqual(down(1500, 1));
});

test('if the server does not know the version, all links are read again', async () => {
  const server = createLinkServer(3);
  const page = openPage(server);
  server.put(numbered(4));
  await page.refresh();
  server.remove('l2');
  server.restoreBackup();
  await page.refresh();
  expect(all(page)).toEqual([4, 3, 1]);
});

test('without a server the cached links are there, can be searched, and no tick is lost', async () => {
  const server = createLinkServer(20);
  await openPage(server).refresh();
  await vi.waitFor(async () => expect(await cachedVersion()).toBe('0'), 10_000);
  server.cut();
  const page = openPage(server, ['l3', 'unknown']);
  await page.start();
  await page.refresh();
  expect(page.list.get()).toMatchObject({ status: 'ready', total: 20 });
  expect(page.list.get().failure).toMatch(/could not be reached/);
  expect(page.list.get().failure).not.toMatch(/There may be more/);
  page.list.find('link 3 https://3.');
  expect(shown(page)).toEqual([3]);
  expect(await page.lookUp(['l3', 'unknown'])).toMatchObject({ found: [{ id: 'l3' }], gone: [] });
  expect(page.selection.get()).toEqual(['l3', 'unknown']);
  await expect(page.findSaved({ ids: [], urls: ['https://3.example/'] })).rejects.toThrow('could not be');
  server.restore();
  expect(await page.findSaved({ ids: ['l7'], urls: ['https://3.example/'] })).toMatchObject([
    { id: 'l7' },
    { id: 'l3' },
  ]);
});

test('if not all links could be read, the page says that there may be more, and goes on from there', async () => {
  const server = createLinkServer(1500);
  const page = openPage(server);
  server.onRequest = (request) => {
    if (request === 'page 1000') server.cut();
  };
  await page.refresh();
  expect(all(page)).toHaveLength(100);
  expect(page.list.get().failure).toMatch(/There may be more/);
  server.onRequest = () => {};
  server.restore();
  await page.refresh();
  expect(server.requests).toEqual(['page 100', 'page 1000', 'page 1000', 'page 1000', 'changes 0']);
  expect(all(page)).toEqual(down(1500, 1));
});

test('an answer that is older than a change does not undo the change', async () => {
  const server = createLinkServer(4);
  const page = openPage(server);
  await page.refresh();
  server.pause();
  const reading = page.refresh();
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  server.put({ ...numbered(3, 10), description: 'Renamed' });
  page.receive({ id: 'l3', saved: { ...numbered(3, 10), description: 'Renamed' } });
  server.remove('l2');
  page.receive({ id: 'l2', saved: null });
  server.resume();
  await reading;
  await page.lookUp(['l3', 'x']);
  expect(all(page)).toEqual([4, 3, 1]);
  expect(page.seen(['l3'])).toMatchObject([{ description: 'Renamed' }]);
});

test('a ticked link that does not exist any more loses its tick, and no other', async () => {
  const server = createLinkServer(300);
  const page = openPage(server, ['l1', 'gone', 'l2']);
  await page.start();
  await page.refresh();
  await expect.poll(() => page.selection.get(), { timeout: 10_000 }).toEqual(['l1', 'l2']);
  server.remove('l2');
  await page.refresh();
  await expect.poll(() => page.selection.get(), { timeout: 10_000 }).toEqual(['l1']);
});

test('a search finds all links that contain its words, and opens at its first page', async () => {
  const server = createLinkServer(40);
  const page = openPage(server);
  await page.refresh();
  page.list.showAll();
  page.list.find('LINK 3');
  expect(page.list.get()).toMatchObject({ total: 13, hasMore: true, search: 'LINK 3' });
  expect(shown(page)).toEqual(down(39, 35));
  page.list.find('');
  expect(shown(page)).toEqual(down(40, 36));
});

test('a tag finds all links that have it, but no longer tags and none that is being deleted', async () => {
  const server = createLinkServer(3);
  const page = openPage(server);
  for (const [n, tags] of [
    [1, '#tea'],
    [2, '#teapot'],
    [3, 'Pot #Tea'],
  ] as const)
    server.put({ ...numbered(n, 1), description: tags });
  await page.refresh();
  expect(numbersOf(page.tagged('tea'))).toEqual([3, 1]);
  page.remove(page.seen(['l3'])[0] ?? numbered(3));
  expect(numbersOf(page.tagged('tea'))).toEqual([1]);
});

test('another workspace begins with an empty list and cache', async () => {
  const server = createLinkServer(3);
  const page = openPage(server, ['l1']);
  await page.refresh();
  await vi.waitFor(async () => expect(await cachedVersion()).toBe('0'), 10_000);
  server.cut();
  await page.followWorkspace('opened');
  expect(page.list.get().links).toEqual([]);
  expect(page.selection.get()).toEqual([]);
  const cache = createLinkCache({
    open: async () => database,
    isCacheOwner: () => true,
    cacheBytes: 1,
    onFail() {},
  });
  expect(await cache.read()).toEqual({ links: [], version: null });
});

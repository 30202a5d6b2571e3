import { afterEach, expect, test, vi } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { testFields, testLink } from '#core/links/test-link.ts';
import { ApiError, apiError } from '#web/api/send.ts';
import { createLinksApi, type LinksApi } from '#web/api/links-api.ts';

import { undoTime } from './list/deletions.ts';
import { createLinksController, type LinksController } from './list/links-controller.ts';
import { createStore } from '#web/lib/store.ts';
import { openTestDatabase } from './test-database.ts';
import { createTurns } from '#web/lib/tasks.ts';

afterEach(() => void vi.useRealTimers());

const pan = testLink({
  id: 'pan',
  url: 'https://pan.example/',
  description: 'Pan',
  createdAt: '1',
  updatedAt: '1',
});

/** A server whose time is the number of its changes. */
function createServer(...links: readonly Link[]) {
  const saved = new Map(links.map((link) => [link.id, link]));
  let time = 1;
  let isUp = true;
  const reach = () => {
    if (!isUp) throw apiError('network-failed');
    time += 1;
  };
  const put = (link: Link) => {
    saved.set(link.id, link);
    return link;
  };
  const requireVersion = (link: Link, version: string | undefined) => {
    if (version !== undefined && link.updatedAt !== version)
      throw new ApiError({ code: 'link-changed', detail: 'Changed.', status: 409, link });
  };
  const api: LinksApi = {
    ...createLinksApi(),
    async list() {
      reach();
      return { links: [...saved.values()], hasMore: false, nextCursor: null };
    },
    async create({ id = '', ...fields }) {
      reach();
      return put({ ...fields, id, createdAt: String(time), updatedAt: String(time) });
    },
    async update(id, { ifUpdatedAt, ...fields }) {
      reach();
      const link = saved.get(id) ?? pan;
      requireVersion(link, ifUpdatedAt);
      return put({ ...link, ...fields, updatedAt: String(time) });
    },
    async remove(id, { ifUpdatedAt } = {}) {
      reach();
      requireVersion(saved.get(id) ?? pan, ifUpdatedAt);
      saved.delete(id);
    },
  };
  return { api, cut: () => (isUp = false), restore: () => (isUp = true) };
}

/** Two tabs of one browser. The second one can read the list only once. */
async function openTabs(server: ReturnType<typeof createServer>) {
  const database = await openTestDatabase();
  const map = new Map<string, string>();
  const alone = createTurns();
  const tabs: LinksController[] = [];
  const others = (here: LinksController) => tabs.filter((tab) => tab !== here);
  const open = (api: LinksApi) => {
    const controller = createLinksController({
      api,
      loadRecovery: null,
      storage: {
        read: (key) => map.get(key) ?? null,
        write: (key, value) => void map.set(key, value),
        remove: (key) => void map.delete(key),
      },
      storageNotice: createStore<string | null>(null),
      open: async () => database,
      alone,
      isCacheOwner: () => false,
      cacheBytes: 0,
      onChange: () => others(controller).forEach((tab) => void tab.reload()),
      onLinkChange: (change) => others(controller).forEach((tab) => tab.receive(change)),
      onFail() {},
    });
    tabs.push(controller);
    return controller;
  };
  let isLooking = true;
  const one = open(server.api);
  const other = open({
    ...server.api,
    list: (...question) =>
      isLooking ? server.api.list(...question) : Promise.reject(apiError('storage-failed')),
  });
  await Promise.all(tabs.map((tab) => tab.refresh()));
  isLooking = false;
  await other.refresh();
  return { one, other };
}

const shown = ({ list }: LinksController) =>
  list.get().links.map(({ description, unsent }) => `${description}: ${unsent?.kind ?? 'saved'}`);

test('a link that another tab has saved is shown as saved, and can be changed, while the list cannot be read', async () => {
  const { one, other } = await openTabs(createServer(pan));
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  await expect.poll(() => shown(other)).toEqual(['Iron pan: saved']);
  const [row = pan] = other.list.get().links;
  expect(await other.saving.change(row, testFields({ url: pan.url, description: 'Old pan' }))).toMatchObject({
    kind: 'saved',
  });
  await expect.poll(() => shown(one)).toEqual(['Old pan: saved']);
});

test('a save does not overwrite what another tab has saved since the form was opened', async () => {
  const { one, other } = await openTabs(createServer(pan));
  const [row = pan] = other.list.get().links;
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  await expect.poll(() => shown(other)).toEqual(['Iron pan: saved']);
  const mine = testFields({ url: pan.url, description: 'Old pan' });
  expect(await other.saving.change(row, mine)).toMatchObject({
    kind: 'conflict',
    theirs: { description: 'Iron pan' },
  });
  await other.saving.keepMine('pan');
  await expect.poll(() => shown(one)).toEqual(['Old pan: saved']);
});

test('without a network, a save does not overwrite what another tab has saved since the form was opened', async () => {
  const server = createServer(pan);
  const { one, other } = await openTabs(server);
  const [row = pan] = other.list.get().links;
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  const mine = testFields({ url: pan.url, description: 'Old pan' });
  expect(await other.saving.change(row, mine)).toEqual({ kind: 'kept' });
  server.restore();
  one.wake();
  await expect.poll(() => one.unsent.get().undecided).toMatchObject([{ description: 'Old pan' }]);
  expect((await server.api.list({ limit: 5, cursor: null })).links).toMatchObject([
    { description: 'Iron pan' },
  ]);
  await one.saving.keepMine('pan');
  await expect.poll(() => shown(one)).toEqual(['Old pan: saved']);
});

test('a deletion and its Undo do not hide a change from a form that is older', async () => {
  const server = createServer(pan);
  const { one, other } = await openTabs(server);
  const [row = pan] = other.list.get().links;
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  one.remove(pan);
  await expect.poll(() => one.deletions.get()).toEqual([{ id: 'pan', canUndo: true }]);
  const mine = testFields({ url: pan.url, description: 'Old pan' });
  expect(await other.saving.change(row, mine)).toEqual({ kind: 'kept' });
  one.keep('pan');
  server.restore();
  one.wake();
  await expect.poll(() => one.unsent.get().undecided).toMatchObject([{ description: 'Old pan' }]);
});

test('a link that another tab has saved after its deletion here is not deleted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = createServer(pan);
  const { one, other } = await openTabs(server);
  one.remove(pan);
  await expect.poll(() => one.deletions.get()).toEqual([{ id: 'pan', canUndo: true }]);
  const mine = testFields({ url: pan.url, description: 'Iron pan' });
  expect(await other.saving.change(pan, mine)).toMatchObject({ kind: 'saved' });
  vi.setSystemTime(Date.now() + undoTime);
  one.wake();
  await expect.poll(() => one.unsent.get().undecided.length).toBe(1);
  expect((await server.api.list({ limit: 5, cursor: null })).links).toMatchObject([mine]);
});

test('a tab may change again what it has just changed, even from an older form', async () => {
  const server = createServer(pan);
  const { one } = await openTabs(server);
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Old pan' }));
  server.restore();
  one.wake();
  await expect.poll(() => shown(one)).toEqual(['Old pan: saved']);
});

test('a form that was opened before its new link was saved is no conflict, even if the clock is ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('9999-01-01') });
  const server = createServer();
  const { one } = await openTabs(server);
  server.cut();
  await one.saving.add(testFields({ url: pan.url, description: 'Pan' }), 'pan');
  const [row = pan] = one.list.get().links;
  server.restore();
  one.wake();
  await expect.poll(() => shown(one)).toEqual(['Pan: saved']);
  const mine = testFields({ url: pan.url, description: 'Iron pan' });
  expect(await one.saving.change(row, mine)).toMatchObject({ kind: 'saved' });
});

test('a late message of another tab does not undo a newer change', async () => {
  const { one, other } = await openTabs(createServer(pan));
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  await expect.poll(() => shown(other)).toEqual(['Iron pan: saved']);
  other.receive({ id: 'pan', saved: pan });
  expect(shown(other)).toEqual(['Iron pan: saved']);
});

test('a new link that another tab discards is not shown as saved', async () => {
  const server = createServer();
  const { one, other } = await openTabs(server);
  server.cut();
  await one.saving.add(testFields({ url: pan.url, description: 'Pan' }), 'pan');
  await expect.poll(() => shown(other)).toEqual(['Pan: waiting']);
  await one.saving.discard('pan');
  await other.reload();
  await expect.poll(() => shown(other)).toEqual([]);
});

test('a change that another tab discards is not shown as saved', async () => {
  const server = createServer(pan);
  const { one, other } = await openTabs(server);
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  await expect.poll(() => shown(other)).toEqual(['Iron pan: waiting']);
  await one.saving.discard('pan');
  await other.reload();
  await expect.poll(() => shown(other)).toEqual(['Pan: saved']);
});

test('a link that another tab has changed and deleted does not come back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = createServer(pan);
  const { one, other } = await openTabs(server);
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  one.remove(pan);
  await expect.poll(() => other.deletions.get()).toEqual([{ id: 'pan', canUndo: true }]);
  vi.setSystemTime(Date.now() + undoTime);
  server.restore();
  one.wake();
  await expect.poll(() => shown(one)).toEqual([]);
  await other.reload();
  await expect.poll(() => shown(other)).toEqual([]);
});

test('a change that is saved before the deletion does not tick the link again', async () => {
  const server = createServer(pan);
  const { one } = await openTabs(server);
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Iron pan' }));
  one.selection.tick('pan');
  one.remove(pan);
  server.restore();
  one.wake();
  await expect.poll(() => one.unsent.get().count).toBe(0);
  expect(one.deletions.get()).toEqual([{ id: 'pan', canUndo: true }]);
  expect(one.selection.get()).toEqual([]);
  one.keep('pan');
  expect(one.selection.get()).toEqual(['pan']);
});

test('a link that was also changed elsewhere can be deleted from the links to decide on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = createServer(pan);
  const { one } = await openTabs(server);
  server.cut();
  await one.saving.change(pan, testFields({ url: pan.url, description: 'Mine' }));
  server.restore();
  await server.api.update('pan', {
    ...testFields({ url: pan.url, description: 'Theirs' }),
    ifUpdatedAt: pan.updatedAt,
  });
  one.wake();
  await expect.poll(() => one.unsent.get().undecided.length).toBe(1);
  await one.reload();
  const [row] = one.unsent.get().undecided;
  one.remove(row ?? pan);
  vi.setSystemTime(Date.now() + undoTime);
  one.wake();
  await expect.poll(() => one.deletions.get()).toEqual([]);
  expect((await server.api.list({ limit: 5, cursor: null })).links).toEqual([]);
  await expect.poll(() => one.unsent.get().undecided).toEqual([]);
});

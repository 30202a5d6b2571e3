import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/api-error.ts';
import { createLinksApi } from '#web/api/links-api.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import { undoTime } from './deletions.ts';
import { createLinksController } from './links-controller.ts';
import type { LinksControllerHost } from './links-controller.ts';
import { createStore } from '#web/lib/store.ts';
import type { WorkspaceRecovery } from '#web/links-client/workspace/workspace-recovery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A desk whose server refuses deletions, in a browser that keeps nothing but what is in `map`. */
function deskRefused(others: Partial<LinksApi> = {}, more: Partial<LinksControllerHost> = {}) {
  const map = new Map<string, string>();
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  // Port 9 is refused by fetch itself: no packet leaves.
  const api = createLinksApi('http://127.0.0.1:9');
  const refusal = new ApiError({ code: 'request-invalid', detail: 'No.', status: 400 });
  const desk = createLinksController({
    api: { ...api, remove: () => Promise.reject(refusal), ...others },
    loadRecovery: null,
    storage,
    storageNotice: createStore<string | null>(null),
    open: () => Promise.reject(new Error('This browser keeps nothing.')),
    alone: null,
    isCacheOwner: () => false,
    cacheBytes: 0,
    onChange() {},
    onLinkChange() {},
    onFail() {},
    ...more,
  });
  return { desk, map };
}

async function failDeletion(desk: ReturnType<typeof createLinksController>): Promise<void> {
  await vi.advanceTimersByTimeAsync(undoTime);
  await vi.waitFor(() => expect(desk.deletionNotice.get()).toMatch(/^The link is still there\./));
}

test('a link whose deletion the server refuses is ticked again if it was ticked', async () => {
  const { desk } = deskRefused();
  desk.selection.tick('a');
  desk.remove('a');
  expect(desk.selection.get()).toEqual([]);
  await failDeletion(desk);
  expect(desk.selection.get()).toEqual(['a']);
});

test('a link that was not ticked is not ticked by a refused deletion, nor by a later one that is undone', async () => {
  const { desk } = deskRefused();
  desk.selection.tick('a');
  desk.remove('a');
  await failDeletion(desk);
  desk.selection.untick(['a']);
  desk.remove('a');
  await failDeletion(desk);
  desk.remove('a');
  desk.keep('a');
  expect(desk.selection.get()).toEqual([]);
});

const newer = { id: 'a', url: 'https://a.example/', description: 'Newer', createdAt: '0', updatedAt: '5' };

/** A desk on which the deletion of a ticked link has met a newer version. */
async function deskInConflict() {
  const conflict = new ApiError({ code: 'link-changed', detail: 'No.', status: 409, link: newer });
  const { desk } = deskRefused({
    remove: (_id, { ifUpdatedAt } = {}) =>
      ifUpdatedAt === newer.updatedAt ? Promise.resolve() : Promise.reject(conflict),
    update: async (_id, fields) => ({ ...newer, ...fields }),
  });
  desk.selection.tick('a');
  desk.remove('a');
  await vi.advanceTimersByTimeAsync(undoTime);
  await vi.waitFor(() => expect(desk.unsaved.get().asked.length).toBe(1));
  expect(desk.selection.get()).toEqual([]);
  return desk;
}

test('a link whose deletion met a newer version is ticked again when that one is kept', async () => {
  const desk = await deskInConflict();
  await desk.keepTheirs('a');
  expect(desk.selection.get()).toEqual(['a']);
});

test('a link whose deletion met a newer version is ticked again when it is changed', async () => {
  const desk = await deskInConflict();
  await desk.change(newer, { url: newer.url, description: 'Mine' });
  expect(desk.selection.get()).toEqual(['a']);
});

test('a link whose deletion met a newer version is not ticked again when it is deleted all the same', async () => {
  const desk = await deskInConflict();
  await desk.keepMine('a');
  await vi.waitFor(() => expect(desk.unsaved.get().count).toBe(0));
  expect(desk.selection.get()).toEqual([]);
});

test('where the browser keeps nothing, a silent network is told after eight seconds', async () => {
  const { desk } = deskRefused({
    create: (_fields, signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Ended.', 'AbortError'))),
      ),
  });
  const saving = desk.add({ url: 'https://a.example/', description: 'a' });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toMatchObject({ kind: 'failed', failure: { code: 'network-failed' } });
});

test('where the browser keeps nothing, a deletion waits in memory for its time, and Undo takes it back', async () => {
  const { desk } = deskRefused();
  desk.remove('a');
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(desk.deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
  desk.keep('a');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(desk.deletions.get()).toEqual([]);
  expect(desk.deletionNotice.get()).toBeNull();
});

const pan = { url: 'https://a.example/', description: 'a' };
const silence = () => new Promise<never>(() => {});
/** Knows of no workspace that was lost, and keeps whatever it is given. */
const recovery: WorkspaceRecovery = {
  restore: async () => {},
  checkEmpty: async () => false,
  keep: async () => null,
  forget: async () => {},
};

test('when the network is back, a deletion that hangs before its request is sent at once', async () => {
  let isSilent = true;
  const removed: string[] = [];
  const { desk } = deskRefused(
    { remove: async (id) => void removed.push(id) },
    { loadRecovery: async () => (isSilent ? silence() : recovery) },
  );
  desk.remove('a');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(removed).toEqual([]);
  isSilent = false;
  desk.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(removed).toEqual(['a']);
});

test('a deletion whose answer is there, but hangs after its request, is sent again when the network is back', async () => {
  let isSilent = true;
  const removed: string[] = [];
  const { desk } = deskRefused(
    { remove: async (id) => void removed.push(id) },
    { loadRecovery: async () => ({ ...recovery, keep: async () => (isSilent ? silence() : null) }) },
  );
  desk.remove('a');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(removed).toEqual(['a']);
  expect(desk.deletions.get()).toHaveLength(1);
  isSilent = false;
  desk.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(removed).toEqual(['a', 'a']);
  expect(desk.deletions.get()).toEqual([]);
});

test('where the browser keeps nothing, a form waits eight seconds for its turn, and sends nothing later', async () => {
  let begin = () => {};
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const sent: string[] = [];
  const { desk } = deskRefused(
    {
      async create(fields, signal) {
        signal?.throwIfAborted();
        sent.push(fields.url);
        return { ...fields, id: 'a', createdAt: '1', updatedAt: '1' };
      },
    },
    { alone: (task) => turn.then(task) },
  );
  const saving = desk.add(pan);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toMatchObject({ kind: 'failed', failure: { code: 'network-failed' } });
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
});

test('a link that is saved is told of after eight seconds at most, also where its secret cannot be kept by then', async () => {
  const link = { ...pan, id: 'a', createdAt: '1', updatedAt: '1' };
  const { desk } = deskRefused(
    { create: async () => link },
    { loadRecovery: async () => ({ ...recovery, keep: silence }) },
  );
  const saving = desk.add(pan);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toEqual({ kind: 'saved', link });
});

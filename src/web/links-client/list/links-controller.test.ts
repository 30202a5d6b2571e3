import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { testFields, testLink } from '#core/links/test-link.ts';
import { ApiError } from '#web/api/send.ts';
import { createLinksApi, type LinksApi } from '#web/api/links-api.ts';

import { undoTime } from './deletions.ts';
import { createLinksController, type LinksControllerHost } from './links-controller.ts';
import { createStore } from '#web/lib/store.ts';
import type { WorkspaceRecovery } from '#web/links-client/workspace/workspace-recovery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A controller whose server refuses deletions, in a browser that stores only what is in `map`. */
function refusingController(others: Partial<LinksApi> = {}, more: Partial<LinksControllerHost> = {}) {
  const map = new Map<string, string>();
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  // Fetch refuses port 9 itself, so no packet leaves.
  const api = createLinksApi('http://127.0.0.1:9');
  const refusal = new ApiError({ code: 'request-invalid', detail: 'No.', status: 400 });
  const controller = createLinksController({
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
  return { controller, map };
}

async function failDeletion(controller: ReturnType<typeof createLinksController>): Promise<void> {
  await vi.advanceTimersByTimeAsync(undoTime);
  await vi.waitFor(() => expect(controller.deletionNotice.get()).toMatch(/^The link is still there\./));
}

test('a link whose deletion the server refuses is ticked again if it was ticked', async () => {
  const { controller } = refusingController();
  controller.selection.tick('a');
  controller.remove(testLink());
  expect(controller.selection.get()).toEqual([]);
  await failDeletion(controller);
  expect(controller.selection.get()).toEqual(['a']);
});

test('a link that was not ticked stays so after a refused deletion, and after a later one that is undone', async () => {
  const { controller } = refusingController();
  controller.selection.tick('a');
  controller.remove(testLink());
  await failDeletion(controller);
  controller.selection.untick(['a']);
  controller.remove(testLink());
  await failDeletion(controller);
  controller.remove(testLink());
  controller.keep('a');
  expect(controller.selection.get()).toEqual([]);
});

const newer = testLink({
  id: 'a',
  url: 'https://a.example/',
  description: 'Newer',
  createdAt: '0',
  updatedAt: '5',
});

/** A controller after the deletion of a ticked link has met a newer version. */
async function controllerInConflict() {
  const conflict = new ApiError({ code: 'link-changed', detail: 'No.', status: 409, link: newer });
  const { controller } = refusingController({
    remove: (_id, options) =>
      options?.ifUpdatedAt === newer.updatedAt ? Promise.resolve() : Promise.reject(conflict),
    update: async (_id, fields) => ({ ...newer, ...fields }),
  });
  controller.selection.tick('a');
  controller.remove(testLink());
  await vi.advanceTimersByTimeAsync(undoTime);
  await vi.waitFor(() => expect(controller.unsent.get().undecided.length).toBe(1));
  expect(controller.selection.get()).toEqual([]);
  return controller;
}

test('a link whose deletion met a newer version is ticked again when that one is kept', async () => {
  const controller = await controllerInConflict();
  await controller.saving.keepTheirs('a');
  expect(controller.selection.get()).toEqual(['a']);
});

test('a link whose deletion met a newer version is ticked again when it is changed', async () => {
  const controller = await controllerInConflict();
  await controller.saving.change(newer, testFields({ url: newer.url, description: 'Mine' }));
  expect(controller.selection.get()).toEqual(['a']);
});

test('a link whose deletion met a newer version is not ticked again when the user deletes it', async () => {
  const controller = await controllerInConflict();
  await controller.saving.keepMine('a');
  await vi.waitFor(() => expect(controller.unsent.get().count).toBe(0));
  expect(controller.selection.get()).toEqual([]);
});

test('if the browser stores nothing, a silent network is reported after eight seconds', async () => {
  const { controller } = refusingController({
    create: (_fields, signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Ended.', 'AbortError'))),
      ),
  });
  const saving = controller.saving.add(testFields({ url: 'https://a.example/', description: 'a' }));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toMatchObject({ kind: 'failed', failure: { code: 'network-failed' } });
});

test('if the browser stores nothing, a deletion waits in memory, and can be undone', async () => {
  const { controller } = refusingController();
  controller.remove(testLink());
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(controller.deletions.get()).toEqual([{ id: 'a', canUndo: true }]);
  controller.keep('a');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(controller.deletions.get()).toEqual([]);
  expect(controller.deletionNotice.get()).toBeNull();
});

const pan = testFields({ url: 'https://a.example/', description: 'a' });
const silence = () => new Promise<never>(() => {});
/** No workspace was lost, and everything is stored. */
const recovery: WorkspaceRecovery = {
  restore: async () => {},
  checkEmpty: async () => 'empty',
  keep: async () => null,
  forget: async () => {},
};

test('when the network is back, a deletion that hangs before its request is sent at once', async () => {
  let isSilent = true;
  const removed: string[] = [];
  const { controller } = refusingController(
    { remove: async (id) => void removed.push(id) },
    { loadRecovery: async () => (isSilent ? silence() : recovery) },
  );
  controller.remove(testLink());
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(removed).toEqual([]);
  isSilent = false;
  controller.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(removed).toEqual(['a']);
});

test('a deletion that hangs after its answer is sent again when the network is back', async () => {
  let isSilent = true;
  const removed: string[] = [];
  const { controller } = refusingController(
    { remove: async (id) => void removed.push(id) },
    { loadRecovery: async () => ({ ...recovery, keep: async () => (isSilent ? silence() : null) }) },
  );
  controller.remove(testLink());
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(removed).toEqual(['a']);
  expect(controller.deletions.get()).toHaveLength(1);
  isSilent = false;
  controller.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(removed).toEqual(['a', 'a']);
  expect(controller.deletions.get()).toEqual([]);
});

test('if the browser stores nothing, a form waits eight seconds for its turn, and sends nothing later', async () => {
  let begin = () => {};
  const turn = new Promise<void>((resolve) => (begin = resolve));
  const sent: string[] = [];
  const { controller } = refusingController(
    {
      async create(fields, signal) {
        signal?.throwIfAborted();
        sent.push(fields.url);
        return { ...fields, id: 'a', createdAt: '1', updatedAt: '1' };
      },
    },
    { alone: (task) => turn.then(task) },
  );
  const saving = controller.saving.add(pan);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toMatchObject({ kind: 'failed', failure: { code: 'network-failed' } });
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
});

test('a saved link is reported after eight seconds at most, even if its recovery code is not stored by then', async () => {
  const link = { ...pan, id: 'a', createdAt: '1', updatedAt: '1' };
  const { controller } = refusingController(
    { create: async () => link },
    { loadRecovery: async () => ({ ...recovery, keep: silence }) },
  );
  const saving = controller.saving.add(pan);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await saving).toEqual({ kind: 'saved', link });
});

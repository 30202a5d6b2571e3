import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { keepResultsKey } from '#web/lib/kept-work.ts';
import { createStore } from '#web/lib/store.ts';
import { useTestDatabases } from '#web/links-client/test-database.ts';
import type { Changes } from '#web/version-view/stored-result.ts';

import { createHistory, type HistoryHost } from './history.tsx';
import { createResultStorage, type KeptResult } from './result-storage.ts';
import { generationOf, knife } from './test-results.ts';

beforeEach(() => {
  useTestDatabases();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser. Its tabs share what it stores. */
function openBrowser(storage = createResultStorage()) {
  const map = new Map<string, string>();
  const settings = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  function openTab() {
    const state = createStore<ReturnType<HistoryHost['state']['get']>>({ phase: 'idle' });
    const changes = new WeakMap<FinishedGeneration, Changes>();
    const broughtBack: KeptResult[] = [];
    const history = createHistory({
      state,
      settings,
      storage,
      changesOf: (generation) => changes.get(generation) ?? {},
      bringBack: (kept) => broughtBack.push(kept),
    });
    history.connect();
    const show = (generation: FinishedGeneration) => state.set({ phase: 'result', generation });
    return {
      history,
      broughtBack,
      show,
      finish(text: string) {
        state.set({ phase: 'processing' });
        const generation = generationOf(text);
        show(generation);
        return generation;
      },
      /** Ends a generation without a result. What was shown before is shown again. */
      fail(before: FinishedGeneration) {
        state.set({ phase: 'processing' });
        show(before);
      },
      reset: () => state.set({ phase: 'idle' }),
      /** Removes all edits of the safe version. */
      change(generation: FinishedGeneration) {
        changes.set(generation, { safe: { edits: [], removed: [] } });
        history.noteChange(generation);
      },
      async listed() {
        history.open();
        await expect.poll(() => history.get().results).not.toBeNull();
        const { results } = history.get();
        history.close();
        return results?.map(({ shown }) => shown.generation.text) ?? [];
      },
    };
  }
  return { map, storage, openTab };
}

test('nothing is kept before the user asks for it; then the shown result and all later ones', async () => {
  const { map, openTab } = openBrowser();
  const { history, finish, listed } = openTab();
  finish('One.');
  expect(await listed()).toEqual([]);
  finish('Two.');
  await history.turnOn();
  finish('Three.');
  expect(await listed()).toEqual(['Three.', 'Two.']);
  expect(map.get(keepResultsKey)).toBe('on');
});

test('changes go into the kept result, also after a reload and after it is brought back', async () => {
  const { openTab } = openBrowser();
  const { history, finish, change } = openTab();
  await history.turnOn();
  change(finish('One.'));
  expect(await history.countUses(knife.id)).toBe(0);

  const later = openTab();
  const restored = generationOf('One.');
  later.show(restored);
  later.change(restored);
  later.history.open();
  await expect.poll(() => later.history.get().results?.length).toBe(1);
  expect(later.history.get().results?.[0]?.changes).toEqual({ safe: { edits: [], removed: [] } });
  const kept = later.history.get().results?.[0];
  if (kept === undefined) throw new Error('Nothing is kept.');
  later.history.restore(kept);
  expect(later.broughtBack).toEqual([kept]);
  expect(later.history.get().isOpen).toBe(false);
  later.show(kept.shown.generation);
  expect(await later.listed()).toEqual(['One.']);
});

test('a deleted result stays deleted while it is shown and changed, and Undo puts it back', async () => {
  const { openTab } = openBrowser();
  const { history, finish, change, listed } = openTab();
  await history.turnOn();
  const generation = finish('One.');
  finish('Two.');
  history.open();
  await expect.poll(() => history.get().results?.length).toBe(2);
  await history.removeAll();
  expect(history.get().deleted.length).toBe(2);
  change(generation);
  await history.undo();
  expect(history.get().results?.length).toBe(2);
  await history.removeAll();
  change(generation);
  expect(await listed()).toEqual([]);
});

test('switching it off asks about what is kept; nothing is kept then, in no tab', async () => {
  const { map, openTab } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  await one.history.turnOn();
  other.finish('One.');
  expect(await one.listed()).toEqual(['One.']);
  await one.history.turnOff();
  expect(one.history.get()).toMatchObject({ isOn: false, isAsking: true });
  other.finish('Two.');
  expect(await other.listed()).toEqual(['One.']);
  // "Your data" sees that something is left.
  expect(map.get(keepResultsKey)).toBe('off');
  await one.history.removeAll();
  expect(one.history.get()).toMatchObject({ isAsking: false, results: [] });
  expect(map.has(keepResultsKey)).toBe(false);
});

test('a result that was deleted stays deleted when it is shown again after a failed generation', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  await first.history.turnOn();
  first.finish('One.');
  expect(await first.listed()).toEqual(['One.']);
  await first.history.removeAll();

  const later = openTab();
  const restored = generationOf('One.');
  later.show(restored);
  later.fail(restored);
  expect(await later.listed()).toEqual([]);

  later.finish('Two.');
  expect(await later.listed()).toEqual(['Two.']);
});

test('Undo also puts back what this page cannot read', async () => {
  const { storage, openTab } = openBrowser();
  const { history, finish } = openTab();
  await history.turnOn();
  finish('One.');
  const damaged = { id: '0', from: 'a later version of the page' };
  await storage.putBack([damaged]);
  history.open();
  await expect.poll(() => history.get().results?.length).toBe(1);
  await history.removeAll();
  expect(history.get()).toMatchObject({ results: [], unreadable: 0 });
  expect(history.get().deleted).toHaveLength(2);
  await history.undo();
  expect(history.get()).toMatchObject({ results: [{ shown: {} }], unreadable: 1, deleted: [] });
  expect(await storage.clear()).toContainEqual(damaged);
});

test('when another workspace is opened, results are kept as before', async () => {
  const { openTab } = openBrowser();
  const { history, finish, listed } = openTab();
  await history.turnOn();
  finish('One.');
  broadcastWorkspaceChange('opened');
  finish('Two.');
  expect(await listed()).toEqual(['Two.', 'One.']);
});

test('when all data is deleted, results are forgotten and no more are kept', async () => {
  const { map, openTab } = openBrowser();
  const { history, finish, listed } = openTab();
  await history.turnOn();
  finish('One.');
  broadcastWorkspaceChange('deleted');
  expect(map.size).toBe(0);
  expect(await listed()).toEqual([]);
  finish('Two.');
  expect(await listed()).toEqual([]);
});

test('a full or blocked storage is reported, and Try again keeps the result', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const storage = createResultStorage();
  const { openTab } = openBrowser(storage);
  const { history, finish, listed } = openTab();
  await history.turnOn();
  const add = vi.spyOn(storage, 'add').mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'));
  finish('One.');
  await expect.poll(() => history.get().failure).toContain('storage of this browser is full');
  expect(await listed()).toEqual([]);
  expect(history.get().failure).not.toBeNull();
  await history.retry();
  expect(history.get().failure).toBeNull();
  expect(await listed()).toEqual(['One.']);
  expect(add).toHaveBeenCalledTimes(2);
  vi.spyOn(storage, 'read').mockRejectedValue(new DOMException('Blocked.', 'SecurityError'));
  history.open();
  await expect.poll(() => history.get().failure).toContain('does not let the page keep results');
  await expect(history.countUses(knife.id)).rejects.toThrow('Blocked.');
});

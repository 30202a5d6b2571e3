import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { broadcastWorkspaceChange } from '#web/lib/events.ts';
import { keepResultsKey } from '#web/lib/kept-work.ts';
import { createStore } from '#web/lib/store.ts';
import { useTestDatabases } from '#web/links-client/test-database.ts';

import { createKeptResults, type KeptResultsHost } from './kept-results.ts';
import { createLocalCopies } from './local-copies.ts';
import { createTestChannels, createTestStorage, generationOf } from './test-works.ts';
import { createResultRecords, type KeptWork } from './work.ts';
import { createWorkStore } from './work-store.ts';

beforeEach(() => {
  useTestDatabases();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser. Its tabs share what it stores. */
function openBrowser() {
  const map = new Map<string, string>();
  const settings = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  const local = createTestStorage();
  const openChannel = createTestChannels();
  function openTab() {
    const state = createStore<ReturnType<KeptResultsHost['state']['get']>>({ phase: 'idle' });
    const results = createResultRecords();
    const broughtBack: KeptWork[] = [];
    const store = createWorkStore(
      createLocalCopies(
        () => local,
        () => {},
      ),
      openChannel(),
    );
    const kept = createKeptResults({
      state,
      relinks: createStore<KeptWork['relinks']>([]),
      settings,
      results,
      store,
      onKept() {},
      bringBack: (work) => broughtBack.push(work),
    });
    kept.connect();
    const show = (generation: FinishedGeneration) => state.set({ phase: 'result', generation });
    return {
      kept,
      broughtBack,
      results,
      show,
      store,
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
      async listed() {
        kept.open();
        await expect.poll(() => kept.get().results).not.toBeNull();
        const { results: listed } = kept.get();
        kept.close();
        return listed?.map(({ content }) => content) ?? [];
      },
    };
  }
  return { map, openTab };
}

test('nothing is kept before the user asks for it; then the shown result and all later ones', async () => {
  const { map, openTab } = openBrowser();
  const { kept, finish, listed } = openTab();
  finish('One.');
  expect(await listed()).toEqual([]);
  finish('Two.');
  await kept.turnOn();
  finish('Three.');
  expect(await listed()).toEqual(['Three.', 'Two.']);
  expect(map.get(keepResultsKey)).toBe('on');
});

test('the page knows under which id its result is kept, and a kept result is brought back', async () => {
  const { openTab } = openBrowser();
  const { kept, finish, results, broughtBack } = openTab();
  await kept.turnOn();
  const generation = finish('One.');
  await expect.poll(() => results.of(generation).keptId).not.toBeUndefined();
  kept.open();
  await expect.poll(() => kept.get().results?.length).toBe(1);
  const [one] = kept.get().results ?? [];
  if (one === undefined) throw new Error('Nothing is kept.');
  expect(one.id).toBe(results.of(generation).keptId);
  kept.restore(one);
  expect([broughtBack, kept.get().results]).toEqual([[one], null]);
});

test('deleted results stay deleted, and Undo puts them back', async () => {
  const { openTab } = openBrowser();
  const { kept, finish, listed } = openTab();
  await kept.turnOn();
  finish('One.');
  finish('Two.');
  kept.open();
  await expect.poll(() => kept.get().results?.length).toBe(2);
  await kept.removeAll();
  expect(kept.get().deleted.length).toBe(2);
  await kept.undo();
  expect(kept.get().results?.length).toBe(2);
  await kept.removeAll();
  expect(await listed()).toEqual([]);
});

test('switching it off asks about what is kept; nothing is kept then, in no tab', async () => {
  const { map, openTab } = openBrowser();
  const [one, other] = [openTab(), openTab()];
  await one.kept.turnOn();
  other.finish('One.');
  expect(await one.listed()).toEqual(['One.']);
  await one.kept.turnOff();
  expect(one.kept.get()).toMatchObject({ isOn: false, isAsking: true });
  other.finish('Two.');
  expect(await other.listed()).toEqual(['One.']);
  await one.kept.removeAll();
  expect(one.kept.get()).toMatchObject({ isAsking: false, results: [] });
  expect(map.has(keepResultsKey)).toBe(false);
});

test('a result that was deleted stays deleted when it is shown again after a failed generation', async () => {
  const { openTab } = openBrowser();
  const first = openTab();
  await first.kept.turnOn();
  first.finish('One.');
  expect(await first.listed()).toEqual(['One.']);
  await first.kept.removeAll();

  const later = openTab();
  const restored = generationOf('One.');
  later.show(restored);
  later.fail(restored);
  expect(await later.listed()).toEqual([]);

  later.finish('Two.');
  expect(await later.listed()).toEqual(['Two.']);
});

test('Undo also puts back what this page cannot read', async () => {
  const { openTab } = openBrowser();
  const { kept, finish, store } = openTab();
  await kept.turnOn();
  finish('One.');
  const damaged = { id: '0', kind: 'kept', at: 0, from: 'a later version of the page' } as const;
  await store.putBack([damaged]);
  kept.open();
  await expect.poll(() => kept.get().results?.length).toBe(1);
  await kept.removeAll();
  expect(kept.get()).toMatchObject({ results: [], unreadable: 0 });
  expect(kept.get().deleted).toHaveLength(2);
  await kept.undo();
  expect(kept.get()).toMatchObject({ results: [{ shown: {} }], unreadable: 1, deleted: [] });
  expect(await store.clearKept()).toContainEqual(damaged);
});

test('when another workspace is opened, results are kept as before', async () => {
  const { openTab } = openBrowser();
  const { kept, finish, listed } = openTab();
  await kept.turnOn();
  finish('One.');
  broadcastWorkspaceChange('opened');
  finish('Two.');
  expect(await listed()).toEqual(['Two.', 'One.']);
});

test('when all data is deleted, results are forgotten and no more are kept', async () => {
  const { map, openTab } = openBrowser();
  const { kept, finish, listed } = openTab();
  await kept.turnOn();
  finish('One.');
  broadcastWorkspaceChange('deleted');
  expect(map.size).toBe(0);
  expect(await listed()).toEqual([]);
  finish('Two.');
  expect(await listed()).toEqual([]);
});

test('a full or blocked storage is reported, and Try again keeps the result', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { openTab } = openBrowser();
  const { kept, finish, listed, store } = openTab();
  await kept.turnOn();
  const keep = vi.spyOn(store, 'keep').mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'));
  finish('One.');
  await expect.poll(() => kept.get().failure).toContain('storage of this browser is full');
  expect(await listed()).toEqual([]);
  expect(kept.get().failure).not.toBeNull();
  await kept.keepShown();
  expect(kept.get().failure).toBeNull();
  expect(await listed()).toEqual(['One.']);
  expect(keep).toHaveBeenCalledTimes(2);
  vi.spyOn(store, 'readKept').mockRejectedValue(new DOMException('Blocked.', 'SecurityError'));
  kept.open();
  await expect.poll(() => kept.get().failure).toContain('does not let the page keep results');
});

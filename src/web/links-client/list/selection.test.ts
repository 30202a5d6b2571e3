import { expect, test } from 'vitest';

import { createSafeStorage } from '#web/lib/storage.ts';

import { createSelection, selectionKey } from './selection.ts';

function memoryStorage(entries: Record<string, string>): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

function safeStorageOver(find: () => Storage) {
  return createSafeStorage(find, () => {});
}

function selectionOver(stored?: string) {
  const browser = memoryStorage(stored === undefined ? {} : { [selectionKey]: stored });
  const selection = createSelection(safeStorageOver(() => browser));
  let changes = 0;
  selection.subscribe(() => (changes += 1));
  return { selection, browser, changes: () => changes };
}

test('nothing is ticked at first', () => {
  expect(selectionOver().selection.get()).toEqual([]);
});

test('ticked ids are stored as a JSON array under selectedLinks', () => {
  const { selection, browser } = selectionOver();
  selection.tick('a');
  selection.tick('b');
  expect(browser.getItem('selectedLinks')).toBe('["a","b"]');
  expect(createSelection(safeStorageOver(() => browser)).get()).toEqual(['a', 'b']);
});

test('ticking a link twice, or unticking one that is not ticked, changes nothing', () => {
  const { selection, changes } = selectionOver('["a"]');
  const before = selection.get();
  selection.tick('a');
  selection.untick(['x']);
  expect(changes()).toBe(0);
  expect(selection.get()).toBe(before);
});

test('unticking and clearing are stored', () => {
  const { selection, browser } = selectionOver('["a","b","c"]');
  selection.untick(['a', 'c']);
  expect(browser.getItem('selectedLinks')).toBe('["b"]');
  selection.clear();
  expect(browser.getItem('selectedLinks')).toBe('[]');
});

test.each(['', '{', 'null', '{"a":1}', '[1,2]', '"a"'])('stored %j counts as nothing', (stored) => {
  expect(selectionOver(stored).selection.get()).toEqual([]);
});

test('several links are ticked at once, each once, after the earlier ones', () => {
  const { selection, browser, changes } = selectionOver('["b"]');
  selection.tickAll(['a', 'b', 'c', 'a']);
  expect(selection.get()).toEqual(['b', 'a', 'c']);
  expect([selection.has('a'), selection.has('x')]).toEqual([true, false]);
  expect(changes()).toBe(1);
  expect(browser.getItem('selectedLinks')).toBe('["b","a","c"]');
});

test('fifty thousand ticks are looked up and removed quickly', () => {
  const { selection } = selectionOver();
  const ids = Array.from({ length: 50_000 }, (_, index) => `id-${index}`);
  selection.tickAll(ids);
  expect(ids.every((id) => selection.has(id))).toBe(true);
  selection.untick(ids.slice(1));
  expect(selection.get()).toEqual(['id-0']);
});

test('an id that is stored twice counts once', () => {
  expect(selectionOver('["a","a"]').selection.get()).toEqual(['a']);
});

test('reload reads what another tab wrote', () => {
  const { selection, browser, changes } = selectionOver();
  browser.setItem(selectionKey, '["z"]');
  selection.reload();
  expect(selection.get()).toEqual(['z']);
  expect(changes()).toBe(1);
});

test('with blocked storage, ticks last until the end of the visit', () => {
  const selection = createSelection(
    safeStorageOver(() => {
      throw new Error('blocked');
    }),
  );
  selection.tick('a');
  expect(selection.get()).toEqual(['a']);
  selection.reload();
  expect(selection.get()).toEqual(['a']);
});

test('Reset stores an empty list, and says nothing to the other tabs', () => {
  const { selection, browser } = selectionOver('["a","b"]');
  const other = createSelection(safeStorageOver(() => browser));
  const events: (readonly [string | null, string | null])[] = [];
  const { setItem, removeItem } = browser;
  const note = (value: string | null, act: () => void) => {
    events.push([browser.getItem(selectionKey), value]);
    act();
  };
  browser.setItem = (key, value) => note(value, () => setItem(key, value));
  browser.removeItem = (key) => note(null, () => removeItem(key));

  selection.reset();
  expect(selection.get()).toEqual([]);
  expect(browser.getItem(selectionKey)).toBe('[]');
  selection.tick('c');
  for (const [before, after] of events.splice(0)) other.follow(before, after);
  expect(other.get()).toEqual(['a', 'b', 'c']);

  // The other tab goes on. What the first tab has cleared does not come back there.
  other.untick(['a']);
  for (const [before, after] of events.splice(0)) selection.follow(before, after);
  expect(selection.get()).toEqual(['c']);
  selection.untick(['c']);
  for (const [before, after] of events.splice(0)) other.follow(before, after);
  expect(other.get()).toEqual(['b']);
});

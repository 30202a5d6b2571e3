import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useTestDatabases } from '#web/links-client/test-database.ts';

import { createLocalCopies } from './local-copies.ts';
import { createTestChannels, createTestStorage, generationOf, keptOf, knife } from './test-works.ts';
import type { Work } from './work.ts';
import { createWorkStore, keptAtMost } from './work-store.ts';

beforeEach(useTestDatabases);
afterEach(() => vi.unstubAllGlobals());

const failures: unknown[] = [];
afterEach(() => void failures.splice(0));

/** Opens a tab of the browser that has this local storage. */
function openTab(storage: Storage | null = createTestStorage(), openChannel = createTestChannels()) {
  function find(): Storage {
    if (storage === null) throw new DOMException('Blocked.', 'SecurityError');
    return storage;
  }
  return createWorkStore(
    createLocalCopies(find, (failure) => failures.push(failure)),
    openChannel(),
  );
}

/** Returns the local storage as a closed tab leaves it. */
function createCopy({ entries }: ReturnType<typeof createTestStorage>): Storage {
  const copy = createTestStorage();
  for (const [key, value] of entries) copy.setItem(key, value);
  return copy;
}

function blockDatabase(): void {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Blocked.', 'SecurityError');
    },
  });
}

const text = 'A stone. \uD800 \u0000 “Quotes” and 家.\n'.repeat(3500);
const work: Work = {
  id: 'a',
  kind: 'last',
  at: 1000,
  content: text,
  linkIds: ['b', 'a'],
  instructions: 'friendly, second person',
  relinks: [],
  shown: { phase: 'result', generation: generationOf(text) },
  changes: { safe: { edits: [], removed: [{ id: '1', start: 0, end: 0, text: 'x', by: 'model' }] } },
};
const textOf = (content: string, at: number): Work => ({
  ...work,
  id: content,
  at,
  content,
  shown: null,
  changes: {},
});
const contents = async (store: ReturnType<typeof openTab>) =>
  (await store.readLast()).map(({ content }) => content);

test('a text of 100,000 characters with its versions comes back exactly, saved in either way', async () => {
  expect(text.length).toBeGreaterThan(90_000);
  const tab = openTab();
  await tab.save(work);
  expect(await openTab().readLast()).toEqual([work]);
  await tab.clearLast();
  const storage = createTestStorage();
  openTab(storage).saveNow(work);
  expect(await openTab(storage).readLast()).toEqual([{ ...work, lacksResult: undefined }]);
  // It is in the database now.
  expect(storage.entries.size).toBe(0);
  expect(await openTab(storage).hasAny()).toBe(true);
  expect(failures).toEqual([]);
});

test('the three latest works are returned, and the last state of each', async () => {
  const tab = openTab();
  for (const [content, at] of [['A', 1], ['B', 2], ['C', 3], ['D', 4]] as const) await tab.save(textOf(content, at)); // prettier-ignore
  expect(await contents(tab)).toEqual(['D', 'C', 'B']);
  tab.saveNow({ ...textOf('B', 5), content: 'B, later' });
  expect(await contents(tab)).toEqual(['B, later', 'D', 'C']);
});

test('a work that was continued or removed is gone, unless another tab has stored a later state', async () => {
  const storage = createTestStorage();
  const tab = openTab(storage);
  await tab.save(textOf('A', 1));
  tab.saveNow(textOf('A', 1));
  await tab.save({ ...textOf('B', 2), continues: { id: 'A', at: 1 } });
  expect([await contents(tab), await contents(openTab())]).toEqual([['B'], ['B']]);
  await tab.save(textOf('B', 4));
  openTab(storage).saveNow(textOf('C', 4));
  await Promise.all([tab.remove(textOf('B', 3)), tab.remove(textOf('C', 3))]);
  expect(await contents(tab)).toEqual(['C', 'B']);
  await tab.remove(textOf('B', 4));
  expect(await contents(tab)).toEqual(['C']);
  await tab.clearLast();
  expect([await contents(tab), await tab.hasAny()]).toEqual([[], false]);
});

test('a work that leaves the page is in local storage at once, and then in the database alone', async () => {
  const storage = createTestStorage();
  const tab = openTab(storage);
  const saving = tab.leave(textOf('A', 1));
  // The page may be closed now.
  expect(await contents(openTab(createCopy(storage)))).toEqual(['A']);
  tab.saveNow(textOf('B', 3));
  await saving;
  await tab.save(textOf('B', 2));
  expect([...storage.entries.keys()]).toEqual(['work:B']);
  expect(await contents(tab)).toEqual(['B', 'A']);
});

test('a save that fails late replaces no later copy, and brings back nothing that was removed', async () => {
  const storage = createTestStorage();
  const tab = openTab(storage);
  blockDatabase();
  const late = [tab.save(textOf('A', 1)), tab.save(textOf('B', 1)), tab.save(textOf('C', 1))];
  void tab.leave({ ...textOf('A', 2), content: 'A, later' });
  void tab.remove(textOf('B', 1));
  await Promise.all(late);
  expect(await contents(openTab(createCopy(storage)))).toEqual(['A, later', 'C']);
  const last = [tab.save(textOf('C', 3)), tab.leave(textOf('D', 3))];
  void tab.clearLast();
  await Promise.all(last);
  expect(storage.entries.size).toBe(0);
});

test('a work that leaves the page takes no place of a copy of another tab', async () => {
  const storage = createTestStorage(1000);
  storage.setItem('work:other', JSON.stringify(textOf('other', 1)));
  await openTab(storage).leave({ ...textOf('A', 2), content: text });
  expect([...storage.entries.keys()]).toEqual(['work:other']);
  expect(await contents(openTab(storage))).toEqual([text, 'other']);
  expect(failures).toEqual([]);
});

test('other tabs hear of a removal, and not of a save', async () => {
  const channels = createTestChannels();
  const [one, other] = [openTab(null, channels), openTab(null, channels)];
  const heard = vi.fn<() => void>();
  other.onRemoved(heard);
  await one.save(textOf('A', 1));
  expect(heard).not.toHaveBeenCalled();
  await one.remove(textOf('A', 1));
  expect(heard).toHaveBeenCalledTimes(1);
});

test('without a database, works are stored in local storage, and move into the database later', async () => {
  const storage = createTestStorage();
  const tab = openTab(storage);
  blockDatabase();
  await tab.save(textOf('A', 1));
  await tab.save(textOf('B', 2));
  expect(await contents(tab)).toEqual(['B', 'A']);
  await tab.remove(textOf('A', 1));
  await tab.save({ ...textOf('C', 3), continues: { id: 'B', at: 2 } });
  expect(await contents(tab)).toEqual(['C']);
  await tab.remove(textOf('C', 3));
  expect([await contents(tab), await tab.hasAny()]).toEqual([['B'], true]);
  await expect(tab.readKept()).rejects.toThrow('Blocked.');
  await expect(tab.keep(keptOf('A.'))).rejects.toThrow('Blocked.');
  useTestDatabases();
  expect(await contents(openTab(storage))).toEqual(['B']);
  expect(storage.entries.size).toBe(0);
  expect(failures).toEqual([]);
});

test('if the versions do not fit, the text is stored, and the versions stored before stay', async () => {
  const small = createTestStorage(2 * text.length);
  const tab = openTab(small);
  tab.saveNow(work);
  const textOnly = { ...work, shown: null, changes: {}, lacksResult: true };
  expect(await tab.readLast()).toEqual([textOnly]);
  await tab.save(work);
  tab.saveNow({ ...work, at: 2000, content: `${text} More.` });
  expect(await tab.readLast()).toMatchObject([{ content: `${text} More.`, shown: work.shown }]);
  expect(failures).toEqual([]);
});

test('the user is told if nothing can be stored, and nothing throws', async () => {
  blockDatabase();
  const full = openTab(createTestStorage(10));
  await full.save(work);
  expect(failures).toHaveLength(1);
  const blocked = openTab(null);
  await blocked.save(work);
  blocked.saveNow(work);
  await blocked.remove(work);
  await blocked.clearLast();
  expect([await blocked.readLast(), await blocked.hasAny()]).toEqual([[], false]);
  expect(failures.length).toBeGreaterThan(5);
});

test('what an earlier version of the page stored comes back, and is removed only after it is stored', async () => {
  const storage = createTestStorage();
  const { id: _id, kind: _kind, at: _at, instructions: _none, relinks: _noRelinks, ...first } = work;
  const bread = { content: 'Bread.', linkIds: [], instructions: '', shown: null, changes: {}, id: 'bread' };
  const ordered = { content: 'Ordered.', linkIds: ['a'], instructions: '' };
  const unreadable = { ...bread, id: 'cake', content: 'Cake.', shown: { phase: 'of a later page' } };
  const value = JSON.stringify({ ...first, ordered, earlier: [bread, { content: 1 }, null, unreadable] });
  storage.setItem('lastWork', value);
  const expected = [
    { ...first, instructions: '', relinks: [], ordered: { ...ordered, relinks: [] } },
    bread,
    { ...bread, id: 'cake', content: 'Cake.' },
  ];
  const { indexedDB } = globalThis;
  blockDatabase();
  expect(await openTab(storage).readLast()).toMatchObject(expected);
  expect(storage.entries.get('lastWork')).toBe(value);
  vi.stubGlobal('indexedDB', indexedDB);
  expect(await openTab(storage).readLast()).toMatchObject(expected);
  expect(storage.entries.size).toBe(0);
  expect(await openTab(storage).readLast()).toMatchObject(expected);
});

test('a stored value of another form is not read', async () => {
  const storage = createTestStorage();
  for (const value of [
    '',
    '{',
    'null',
    '[]',
    '{"content":1}',
    JSON.stringify({ ...work, content: undefined }),
  ]) {
    storage.setItem('lastWork', value);
    storage.setItem('work:a', value);
    expect(await openTab(storage).readLast()).toEqual([]);
  }
});

test('the last twenty results are kept, the newest first, and no last work takes a place', async () => {
  const tab = openTab();
  await tab.save(work);
  for (let number = 1; number <= keptAtMost + 2; number += 1) await tab.keep(keptOf(`Text ${number}.`));
  const { results } = await tab.readKept();
  expect(results.length).toBe(keptAtMost);
  expect([results[0]?.content, results.at(-1)?.content]).toEqual(['Text 22.', 'Text 3.']);
  expect(await tab.readLast()).toEqual([work]);
});

test('the same result again replaces the earlier one, unless the user has changed that', async () => {
  const tab = openTab();
  const [first, again, later] = [keptOf('A.'), keptOf('A.'), keptOf('A.')];
  await tab.keep(first);
  await tab.keep(again);
  await tab.save({ ...work, keptId: again.id });
  await tab.keep(later);
  expect((await tab.readKept()).results.map(({ id }) => id)).toEqual([later.id, again.id]);
});

test('changes of the shown result go into the kept one, also late ones, and bring no deleted one back', async () => {
  const storage = createTestStorage();
  const tab = openTab(storage);
  const kept = keptOf('A.');
  await tab.keep(kept);
  await tab.save({ ...work, keptId: kept.id });
  expect((await tab.readKept()).results).toEqual([{ ...kept, changes: work.changes }]);
  tab.saveNow({ ...work, at: 2000, keptId: kept.id, changes: {} });
  await openTab(storage).readLast();
  expect((await tab.readKept()).results).toEqual([kept]);
  await tab.removeKept(kept.id);
  await tab.save({ ...work, keptId: kept.id });
  expect((await tab.readKept()).results).toEqual([]);
  await tab.putBack([kept]);
  expect(await tab.clearKept()).toEqual([kept]);
  expect((await tab.readKept()).results).toEqual([]);
});

test('results of an earlier version of the page are kept; damaged ones are counted, and stay until they are deleted', async () => {
  const { id, at, shown, changes } = keptOf('A.', work.changes);
  const database = await openDB('linkweft-results', 1, {
    upgrade: (opened) => void opened.createObjectStore('results', { keyPath: 'id' }),
  });
  const results = [
    { id, finishedAt: at, shown, changes },
    { id: 'b', finishedAt: Number.MAX_VALUE, shown, changes },
    { id: 'c', finishedAt: 1, shown: { phase: 'result', generation: { links: [knife] } }, changes: {} },
    { id: 'd' },
  ];
  for (const result of results) await database.put('results', result);
  database.close();
  const tab = openTab();
  const links = ['knife', 'board'];
  const expected = {
    id,
    at,
    shown,
    changes,
    kind: 'kept',
    content: 'A.',
    linkIds: links,
    instructions: '',
    relinks: [],
  };
  expect(await tab.readKept()).toEqual({ results: [expected], unreadable: 3 });
  await tab.keep(keptOf('B.'));
  expect((await tab.readKept()).unreadable).toBe(3);
  const deleted = await tab.clearKept();
  expect(deleted).toHaveLength(5);
  expect(await tab.hasAny()).toBe(false);
  await tab.putBack(deleted);
  expect((await tab.readKept()).unreadable).toBe(3);
});

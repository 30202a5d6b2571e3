import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useTestDatabases } from '#web/links-client/test-database.ts';

import { createResultStorage, keptAtMost } from './result-storage.ts';
import { keptOf, knife } from './test-results.ts';

beforeEach(useTestDatabases);
afterEach(() => vi.unstubAllGlobals());

const textsIn = async () =>
  (await createResultStorage().read()).results.map(({ shown }) => shown.generation.text);

test('a result comes back exactly, also a hostile text of 100,000 characters', async () => {
  const storage = createResultStorage();
  const kept = keptOf('<img src=x onerror=alert(1)> \uD800 \u0000 “家” [[a]]((b))\n'.repeat(2000), {
    safe: { edits: [], removed: [{ id: '1', start: 0, end: 0, text: 'x', by: 'user' }] },
  });
  await storage.add(kept);
  expect(await storage.read()).toEqual({ results: [kept], unreadable: 0 });
});

test('the last twenty results are kept, the newest first', async () => {
  const storage = createResultStorage();
  for (let number = 1; number <= keptAtMost + 2; number += 1) await storage.add(keptOf(`Text ${number}.`));
  const texts = await textsIn();
  expect(texts.length).toBe(keptAtMost);
  expect([texts[0], texts.at(-1)]).toEqual(['Text 22.', 'Text 3.']);
});

test('the same result again replaces the earlier one, unless the user has changed that', async () => {
  const storage = createResultStorage();
  const [first, again, later] = [keptOf('A.'), keptOf('A.'), keptOf('A.')];
  await storage.add(first);
  await storage.add(again);
  await storage.change(again.id, { safe: { edits: [], removed: [] } });
  await storage.add(later);
  expect((await storage.read()).results.map(({ id }) => id)).toEqual([later.id, again.id]);
});

test('changes go into a kept result, and bring no deleted one back', async () => {
  const storage = createResultStorage();
  const kept = keptOf('A.');
  await storage.add(kept);
  const changes = { safe: { edits: [], removed: [] } };
  await storage.change(kept.id, changes);
  expect((await storage.read()).results).toEqual([{ ...kept, changes }]);
  await storage.remove(kept.id);
  await storage.change(kept.id, changes);
  expect((await storage.read()).results).toEqual([]);
  await storage.putBack([kept]);
  expect((await storage.read()).results).toEqual([kept]);
  await storage.clear();
  expect((await storage.read()).results).toEqual([]);
});

test('damaged results and those of another build are counted, and the others are read', async () => {
  const storage = createResultStorage();
  const kept = keptOf('A.');
  await storage.add(kept);
  const database = await openDB('linkweft-results', 1);
  await database.put('results', { ...kept, id: 'a', finishedAt: Number.MAX_VALUE });
  await database.put('results', {
    ...kept,
    id: 'b',
    shown: { phase: 'result', generation: { links: [knife] } },
  });
  await database.put('results', { id: 'c' });
  database.close();
  expect(await storage.read()).toEqual({ results: [kept], unreadable: 3 });
  await storage.change('c', {});
  await storage.add(keptOf('B.'));
  expect((await storage.read()).unreadable).toBe(3);
});

test('without a database, each function rejects', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Blocked.', 'SecurityError');
    },
  });
  const storage = createResultStorage();
  await expect(storage.read()).rejects.toThrow('Blocked.');
  await expect(storage.add(keptOf('A.'))).rejects.toThrow('Blocked.');
});

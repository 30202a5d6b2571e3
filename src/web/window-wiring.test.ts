import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createLinksApi } from './api/links-api.ts';
import { createLinkDesk } from './features/links/link-desk.ts';
import { deletionsKey } from './features/links/pending-deletions.ts';
import { connectLinkDesk } from './window-wiring.ts';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

/** A connected desk, what its browser has stored, and how often its links were read. */
function connectedDesk() {
  const map = new Map<string, string>();
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
  };
  let reads = 0;
  const queries = new QueryClient();
  const count = async () => (reads += 1);
  const observer = new QueryObserver(queries, { queryKey: ['links', 'any'], queryFn: count });
  observer.subscribe(() => {});
  const desk = createLinkDesk(createLinksApi(), { storage, cache: storage }, queries);
  connectLinkDesk(desk);
  return { desk, map, reads: () => observer.getCurrentResult().data };
}

function sayPageshow(persisted: boolean): void {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
}

function sayStorage(key: string): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

test('a page that comes back whole learns what other tabs did meanwhile', async () => {
  const { desk, map, reads } = connectedDesk();
  await vi.waitFor(() => expect(reads()).toBe(1));
  map.set('selectedLinks', '["a"]');
  map.set(deletionsKey, JSON.stringify([{ id: 'b', due: Date.now() + 5000 }]));
  sayPageshow(false);
  expect(desk.selection.ids()).toEqual([]);
  sayPageshow(true);
  expect(desk.selection.ids()).toEqual(['a']);
  expect(desk.deletions.pending()).toEqual([{ id: 'b', canUndo: true }]);
  await vi.waitFor(() => expect(reads()).toBe(2));
  desk.deletions.undo('b');
});

test.each(['newestLinks', 'selectedLinks'])(
  'the list is read again when another tab wrote %s',
  async (key) => {
    const { reads } = connectedDesk();
    await vi.waitFor(() => expect(reads()).toBe(1));
    sayStorage('somethingElse');
    sayStorage(key);
    await vi.waitFor(() => expect(reads()).toBe(2));
  },
);

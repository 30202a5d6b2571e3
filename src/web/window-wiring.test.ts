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
  const api = createLinksApi();
  const list = async () => {
    reads += 1;
    return { links: [], hasMore: false, nextCursor: null };
  };
  const desk = createLinkDesk({ ...api, list }, storage);
  connectLinkDesk(desk);
  return { desk, map, reads: () => reads };
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

test('the list is read again when another tab ticked a link', async () => {
  const { reads } = connectedDesk();
  await vi.waitFor(() => expect(reads()).toBe(1));
  sayStorage('somethingElse');
  sayStorage('selectedLinks');
  await vi.waitFor(() => expect(reads()).toBe(2));
});

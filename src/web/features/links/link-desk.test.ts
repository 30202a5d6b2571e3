import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createLinksApi } from '#web/api/links-api.ts';

import { undoTime } from './deletions.ts';
import { createLinkDesk } from './link-desk.ts';
import { deletionsKey } from './pending-deletions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A desk whose server is out of reach, and what its browser has stored. */
function deskWithoutServer() {
  const map = new Map<string, string>();
  const storage = {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
  // Port 9 is refused by fetch itself: no packet leaves.
  const desk = createLinkDesk({
    api: createLinksApi('http://127.0.0.1:9'),
    readWorkspace: async () => ({ kind: 'own', exists: true, links: 0 }),
    storage,
    open: () => Promise.reject(new Error('This browser keeps nothing.')),
    alone: null,
    isCacheOwner: () => false,
    cacheBytes: 0,
    onChange() {},
    onFail() {},
  });
  return { desk, map };
}

async function failDeletion(desk: ReturnType<typeof createLinkDesk>): Promise<void> {
  desk.deletionNotice.show(null);
  await vi.advanceTimersByTimeAsync(undoTime);
  await vi.waitFor(() => expect(desk.deletionNotice.text()).toMatch(/^The link is still there\./));
}

test('a link whose deletion failed is ticked again if it was ticked', async () => {
  const { desk } = deskWithoutServer();
  desk.selection.tick('a');
  desk.remove('a');
  expect(desk.selection.ids()).toEqual([]);
  await failDeletion(desk);
  expect(desk.selection.ids()).toEqual(['a']);
});

test('a link that was not ticked is not ticked by a failed deletion, nor by a later one that is undone', async () => {
  const { desk } = deskWithoutServer();
  desk.selection.tick('a');
  desk.remove('a');
  await failDeletion(desk);
  desk.selection.untick(['a']);
  desk.remove('a');
  await failDeletion(desk);
  desk.remove('a');
  desk.keep('a');
  expect(desk.selection.ids()).toEqual([]);
});

test('a tick from before a deletion that another tab took back is forgotten with the next deletion', () => {
  const { desk, map } = deskWithoutServer();
  desk.selection.tick('a');
  desk.remove('a');
  map.set(deletionsKey, '[]');
  desk.deletions.reload();
  desk.remove('a');
  desk.keep('a');
  expect(desk.selection.ids()).toEqual([]);
});

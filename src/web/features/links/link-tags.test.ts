import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { recordAnnouncements } from '#web/ui/test-announced.ts';

import { tickTag } from './link-tags.tsx';

const announced = recordAnnouncements();

/** Clicks the tag `kitchen` in a browser that can find these links. Returns what is ticked then. */
async function clickTag(links: readonly Link[], ticked: readonly string[] = []) {
  const ids = new Set(ticked);
  await tickTag('kitchen', {
    tagSearch: {
      ask: async () => ({ links: [...links], hasMore: false, nextCursor: null }),
      cache: { page: () => Promise.reject(new Error('This browser keeps nothing.')) },
      overlay: { apply: (found) => found.map((link) => ({ ...link, state: { kind: 'saved' as const } })) },
    },
    selection: {
      has: (id) => ids.has(id),
      tickAll: (more) => more.forEach((id) => ids.add(id)),
      untick: (fewer) => fewer.forEach((id) => ids.delete(id)),
    },
    deletions: { get: () => [] },
  });
  return [...ids];
}

const knife: Link = {
  id: 'a',
  url: 'https://a.example/',
  description: 'Knife #kitchen',
  createdAt: '1',
  updatedAt: '1',
};

test('a click on a tag ticks its links, and the next click unticks them', async () => {
  expect(await clickTag([knife])).toEqual(['a']);
  expect(await clickTag([knife], ['a'])).toEqual([]);
  expect(announced).toEqual(['1 link with #kitchen selected', '1 link with #kitchen unselected']);
});

test('a tag whose links are not found changes nothing, and says so', async () => {
  expect(await clickTag([], ['b'])).toEqual(['b']);
  expect(announced).toEqual(['The links with this tag were not found.']);
});

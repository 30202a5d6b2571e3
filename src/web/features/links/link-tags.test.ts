import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';
import { testLink } from '#core/links/test-link.ts';
import { emptyCache, link, nothingUnsent } from '#web/links-client/list/test-list-over.ts';
import { recordAnnouncements } from '#web/ui/test-announced.ts';

import { linksWithTag, tickTag } from './link-tags.tsx';

const announced = recordAnnouncements();

/** Clicks the tag `kitchen` in a browser that can find these links. Returns what is ticked then. */
async function clickTag(links: readonly Link[], ticked: readonly string[] = []) {
  const ids = new Set(ticked);
  await tickTag('kitchen', {
    tagSearch: {
      ask: async () => ({ links: [...links], hasMore: false, nextCursor: null }),
      cache: { page: () => Promise.reject(new Error('This browser keeps nothing.')) },
      overlay: { apply: (found) => found.map((row) => ({ ...row, state: { kind: 'saved' as const } })) },
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

const knife = testLink({ description: 'Knife #kitchen' });

test('a click on a tag ticks its links, and the next click unticks them', async () => {
  expect(await clickTag([knife])).toEqual(['a']);
  expect(await clickTag([knife], ['a'])).toEqual([]);
  expect(announced).toEqual(['1 link with #kitchen selected', '1 link with #kitchen unselected']);
});

test('a tag whose links are not found changes nothing, and says so', async () => {
  expect(await clickTag([], ['b'])).toEqual(['b']);
  expect(announced).toEqual(['The links with this tag were not found.']);
});

const tagged = (n: number, description: string): Link => ({ ...link(n), description });
const ids = (links: readonly Link[]) => links.map(({ id }) => id);

test('all pages are read, and longer tags are left out', async () => {
  const asked: (string | null)[] = [];
  const found = linksWithTag(
    {
      cache: emptyCache,
      overlay: nothingUnsent,
      ask: async ({ cursor }) => {
        asked.push(cursor);
        return cursor === null
          ? {
              links: [tagged(3, 'Knife #Kitchen'), tagged(2, 'Bowl #kitchenware')],
              nextCursor: '2',
              hasMore: true,
            }
          : { links: [tagged(1, 'Board #gift #kitchen')], nextCursor: null, hasMore: false };
      },
    },
    'kitchen',
  );
  expect(ids(await found)).toEqual(['l3', 'l1']);
  expect(asked).toEqual([null, '2']);
});

test('without a server, the links that this browser has kept are searched', async () => {
  const found = linksWithTag(
    {
      overlay: nothingUnsent,
      ask: () => Promise.reject(new Error('No network.')),
      cache: {
        page: async () => ({ links: [tagged(1, 'Board #kitchen')], hasMore: false, isComplete: true }),
      },
    },
    'kitchen',
  );
  expect(ids(await found)).toEqual(['l1']);
});

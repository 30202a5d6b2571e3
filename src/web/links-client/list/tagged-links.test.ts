import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { createTagSearch } from './tagged-links.ts';
import { emptyCache, link, nothingUnsent } from './test-list-over.ts';

const tagged = (n: number, description: string): Link => ({ ...link(n), description });
const ids = (links: readonly Link[]) => links.map(({ id }) => id);

test('all pages are read, and longer tags are left out', async () => {
  const asked: (string | null)[] = [];
  const search = createTagSearch({
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
  });
  expect(ids(await search('kitchen'))).toEqual(['l3', 'l1']);
  expect(asked).toEqual([null, '2']);
});

test('without a server, the links that this browser has kept are searched', async () => {
  const search = createTagSearch({
    overlay: nothingUnsent,
    ask: () => Promise.reject(new Error('No network.')),
    cache: { page: async () => ({ links: [tagged(1, 'Board #kitchen')], hasMore: false, isComplete: true }) },
  });
  expect(ids(await search('kitchen'))).toEqual(['l1']);
});

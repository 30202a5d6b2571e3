import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { createRowCheck } from './row-check.ts';

const links: readonly Link[] = ['a', 'b', 'c'].map((id) => ({
  id,
  url: `https://shop.example/${id}`,
  description: id,
  createdAt: '2026-11-21T06:00:00.000Z',
  updatedAt: '2026-11-21T06:00:00.000Z',
}));

test('the list is searched only for unchecked rows, and once for each', async () => {
  const searched: string[][] = [];
  const asked: (readonly string[] | undefined)[] = [];
  const check = createRowCheck({
    find(ids) {
      searched.push([...ids]);
      return links.filter(({ id }) => ids.has(id));
    },
    async lookUp({ ids }) {
      asked.push(ids);
      return [];
    },
    onResult: () => {},
  });
  await check.check(['a', 'b', 'c']);
  expect(searched).toEqual([]);

  check.setUnchecked(links.slice(1));
  await check.check(['a', 'b']);
  await check.check(['a', 'b']);
  expect([searched, asked]).toEqual([[['b']], [['b']]]);
});

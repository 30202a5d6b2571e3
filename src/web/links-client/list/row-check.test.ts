import { expect, test } from 'vitest';

import type { Link } from '#core/links/link.ts';

import { wholeList } from './list-state.ts';
import { createRowCheck } from './row-check.ts';

const links: readonly Link[] = ['a', 'b', 'c'].map((id) => ({
  id,
  url: `https://shop.example/${id}`,
  description: id,
  createdAt: '2026-11-21T06:00:00.000Z',
  updatedAt: '2026-11-21T06:00:00.000Z',
}));

test('the list is searched only for unchecked rows, and once for each', async () => {
  let searches = 0;
  const asked: (readonly string[] | undefined)[] = [];
  const check = createRowCheck({
    async lookUp({ ids }) {
      asked.push(ids);
      return links.filter(({ id }) => ids?.includes(id));
    },
    cache: { keep() {}, drop() {} },
    state: {
      current() {
        searches += 1;
        return { ...wholeList, range: { links, read: null } };
      },
      changeLinks() {},
    },
    latest: (link) => link,
  });
  await check.check(['a', 'b', 'c']);
  expect(searches).toBe(0);

  check.setUnchecked(links.slice(1));
  await check.check(['a', 'b']);
  await check.check(['a', 'b']);
  expect(searches).toBe(1);
  expect(asked).toEqual([['b']]);
});

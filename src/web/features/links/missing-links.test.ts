import { expect, test } from 'vitest';

import type { Link } from '#core/link/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import { lookUpLinks } from './missing-links.ts';

function listOf(count: number) {
  const links: Link[] = Array.from({ length: count }, (_, index) => ({
    id: `l${index}`,
    url: `https://${index}.example/`,
    description: '',
    createdAt: '',
    updatedAt: '',
  }));
  const asked: Array<string | null> = [];
  const list: LinksApi['list'] = async ({ cursor, limit }) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const hasMore = from + limit < count;
    return {
      links: links.slice(from, from + limit),
      hasMore,
      nextCursor: hasMore ? String(from + limit) : null,
    };
  };
  return { list, asked };
}

test('links are found on any page, and reading stops once all are found', async () => {
  const { list, asked } = listOf(350);
  const { found, gone } = await lookUpLinks(list, ['l150', 'l3']);
  expect(found.map((link) => link.id)).toEqual(['l3', 'l150']);
  expect(gone).toEqual([]);
  expect(asked).toEqual([null, '100']);
});

test('an id is gone once the whole list was read without it', async () => {
  const { list, asked } = listOf(250);
  expect((await lookUpLinks(list, ['x', 'l0'])).gone).toEqual(['x']);
  expect(asked).toEqual([null, '100', '200']);
});

test('a list that cannot be read says nothing about anybody', async () => {
  const list: LinksApi['list'] = async () => {
    throw new Error('offline');
  };
  await expect(lookUpLinks(list, ['a'])).rejects.toThrow('offline');
});

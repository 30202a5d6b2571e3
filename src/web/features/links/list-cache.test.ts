import { expect, test } from 'vitest';

import { listCacheKey, readCachedPage, writeCachedPage } from './list-cache.ts';

const link = { id: 'a', url: 'https://a.example/', description: 'A', createdAt: '1', updatedAt: '2' };

function storageOver(map: Map<string, string>) {
  return {
    read: (key: string) => map.get(key) ?? null,
    write: (key: string, value: string) => void map.set(key, value),
  };
}

test('the page that was seen last is there at the next visit', () => {
  const map = new Map<string, string>();
  const page = { links: [link], nextCursor: 'c', hasMore: true };
  writeCachedPage(storageOver(map), page);
  expect(readCachedPage(storageOver(map))).toEqual(page);
});

test('a first visit has no page', () => {
  expect(readCachedPage(storageOver(new Map()))).toBeNull();
});

test.each(['', '{', '[]', '{"links":[{"id":1}],"nextCursor":null,"hasMore":false}'])(
  'stored %j is no page',
  (stored) => {
    expect(readCachedPage(storageOver(new Map([[listCacheKey, stored]])))).toBeNull();
  },
);

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { link, listOver, numbers } from './test-list-over.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each page has five links, however many are shown', async () => {
  const { list, asked, answer, read, shown } = listOver(400);
  expect(list.get().status).toBe('loading');
  await read();
  for (let time = 0; time < 30; time += 1) {
    list.showMore();
    await answer();
  }
  expect(new Set(asked.map(({ limit }) => limit))).toEqual(new Set([5]));
  expect(shown()).toEqual(numbers(400, 246));
});

test('"Show all" reads large pages: a thousand links at once, and then the next page when it is asked for', async () => {
  const { list, asked, answer, read, shown } = listOver(1400);
  await read();
  list.showAll();
  for (let page = 0; page < 10; page += 1) {
    expect(list.get().isLoadingMore).toBe(true);
    list.showMore();
    await answer();
  }
  expect(list.get()).toMatchObject({ isLoadingMore: false, readsAll: true, hasMore: true });
  expect(asked.map(({ limit }) => limit)).toEqual([5, ...Array.from({ length: 10 }, () => 100)]);
  expect(shown()).toEqual(numbers(1400, 396));
  list.showMore();
  await answer();
  expect(shown()).toHaveLength(1105);
});

test('"Show all" of a short list is one request, and a search does not read all', async () => {
  const { list, asked, answer, read, shown } = listOver(40);
  await read();
  list.showAll();
  await answer();
  expect(shown()).toEqual(numbers(40, 1));
  expect(list.get()).toMatchObject({ hasMore: false, total: 40, isLoadingMore: false });
  list.find('Link');
  expect(list.get().readsAll).toBe(false);
  expect(asked.map(({ limit }) => limit)).toEqual([5, 100]);
});

test('the total counts what was added and deleted here, before the server is asked again', async () => {
  const { list, read } = listOver(40);
  expect(list.get().total).toBe(0);
  await read();
  expect(list.get().total).toBe(40);
  list.put(link(41));
  expect(list.get().total).toBe(41);
  list.put({ ...link(41), description: 'Renamed' });
  expect(list.get().total).toBe(41);
  list.drop('l41');
  list.drop('l39');
  expect(list.get().total).toBe(39);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLinkList, createRowCheck } from './list-store.ts';
import { createKnownLinks } from './link-lookup.ts';
import { wholeList } from './list-state.ts';
import { emptyCache, link, listOver, nothingUnsent, numbers } from './test-list-over.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a refresh replaces the links at the top, and links further down stay', async () => {
  const { list, asked, answer, read, change, shown } = listOver(300);
  await read();
  list.showAll();
  for (let time = 0; time < 3; time += 1) await answer();
  change((links) => [
    link(301),
    ...links
      .filter(({ id }) => id !== 'l299')
      .map((one) => (one.id === 'l298' ? { ...one, description: 'Renamed' } : one)),
  ]);
  await read();
  expect(asked.at(-1)).toEqual({ cursor: null, limit: 100, search: '' });
  expect(shown()).toEqual([301, 300, ...numbers(298, 1)]);
  expect(list.get().links[2]?.description).toBe('Renamed');
});

test('links that a refresh did not reach are looked up when they are near: gone ones are removed, changed ones replaced', async () => {
  const { list, lookedUp, answer, read, change, shown, cut, restore } = listOver(300);
  const near = async (from: number, to: number) => {
    list.checkRows(numbers(from, to).map((n) => `l${n}`));
    await vi.advanceTimersByTimeAsync(0);
  };
  await read();
  list.showAll();
  for (let time = 0; time < 3; time += 1) await answer();
  await near(300, 1);
  expect(lookedUp).toEqual([]);
  change((links) =>
    links
      .filter(({ id }) => id !== 'l150' && id !== 'l90')
      .map((one) => (one.id === 'l149' ? { ...link(149, 1), description: 'Renamed' } : one)),
  );
  await read();
  cut();
  await near(210, 140);
  expect(shown()).toEqual(numbers(300, 1));

  restore();
  await read();
  const row = list.get().links.at(152);
  await near(210, 140);
  await near(210, 140);
  expect(lookedUp.slice(1)).toEqual([numbers(200, 140)]);
  expect(shown()).toEqual([...numbers(300, 151), ...numbers(149, 1)]);
  expect(list.get().links.at(150)?.description).toBe('Renamed');
  expect(list.get().links.at(151)).toBe(row);
});

test('a refresh that finds none of the shown links replaces them, because there may be a gap', async () => {
  const { list, answer, read, change, shown } = listOver(8);
  await read();
  change((links) => [...numbers(30, 9).map((n) => link(n)), ...links]);
  await read();
  expect(shown()).toEqual(numbers(30, 26));
  list.showMore();
  await answer();
  expect(shown()).toEqual(numbers(30, 21));
});

test('the last of several requests counts, whatever the order of the answers', async () => {
  const { list, answer, change, shown } = listOver(3);
  void list.refresh();
  change((links) => [link(4), ...links]);
  void list.refresh();
  await answer(1);
  await answer(0);
  expect(shown()).toEqual([4, 3, 2, 1]);
});

test('a local change survives an older answer', async () => {
  const { list, answer, read, change, asked, shown } = listOver(4);
  await read();
  void list.refresh();
  change((links) => [link(5), ...links.filter(({ id }) => id !== 'l2')]);
  list.put(link(5));
  list.put({ ...link(3, 10), description: 'Renamed' });
  list.drop('l2');
  expect(asked).toHaveLength(5);
  await answer(0);
  expect(shown()).toEqual([5, 4, 3, 1]);
  await answer(2);
  expect(shown()).toEqual([5, 4, 3, 1]);
  expect(list.get().links[2]?.description).toBe('Renamed');
});

test('a refresh during "Show more" causes no gap and no duplicate', async () => {
  const { list, answer, read, change, shown } = listOver(30);
  await read();
  list.showMore();
  change((links) => links.filter(({ id }) => id !== 'l29'));
  void list.refresh();
  await answer(1);
  await answer(0);
  // The refresh has read one more link, so the next page starts behind it.
  await answer();
  expect(list.get().isLoadingMore).toBe(false);
  expect(shown()).toEqual([30, ...numbers(28, 20)]);
});

test('a search shows known links at once, asks after a pause in typing, and leaves the whole list unchanged', async () => {
  const { list, asked, answer, read, shown } = listOver(40);
  await read();
  list.find('3');
  list.find('38');
  expect(shown()).toEqual([38]);
  expect(list.get().status).toBe('loading');
  await vi.advanceTimersByTimeAsync(200);
  list.find('1');
  await vi.advanceTimersByTimeAsync(200);
  await answer(0);
  expect(list.get().status).toBe('loading');
  await answer(0);
  expect(asked.map(({ search }) => search)).toEqual(['', '38', '1']);
  expect(shown()).toEqual([31, 21, 19, 18, 17]);
  list.find('');
  expect(shown()).toEqual(numbers(40, 36));
  await vi.advanceTimersByTimeAsync(200);
  await answer();
  expect(shown()).toEqual(numbers(40, 36));
});

test('a list that cannot be read shows the failure, keeps its links, and can be read again', async () => {
  let isUp = false;
  const page = { links: [link(1)], hasMore: false, nextCursor: null };
  const ask = async () => {
    if (!isUp) throw new Error('No network.');
    return page;
  };
  const list = createLinkList({
    ask,
    lookUp: async () => [],
    cache: emptyCache,
    overlay: nothingUnsent,
    known: createKnownLinks(),
  });
  await list.refresh();
  expect(list.get()).toMatchObject({ status: 'ready', links: [], hasMore: false });
  expect(list.get().failure).toMatch(/^No network\./);
  isUp = true;
  list.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(list.get().failure).toBeNull();
  expect(list.get().links).toHaveLength(1);
});

test('the view is the same object until something changes', async () => {
  const { list, read } = listOver(2);
  await read();
  const [before] = list.get().links;
  const view = list.get();
  expect(list.get()).toBe(view);
  list.put(link(3));
  expect(list.get()).not.toBe(view);
  expect(list.get().links[1]).toBe(before);
});

test('the list is searched only for unchecked rows, and once for each', async () => {
  const links = [1, 2, 3].map((n) => link(n));
  const current = vi.fn<() => typeof wholeList>(() => ({ ...wholeList, range: { links, read: null } }));
  const asked: (readonly string[] | undefined)[] = [];
  const check = createRowCheck({
    async lookUp({ ids }) {
      asked.push(ids);
      return links.filter(({ id }) => ids?.includes(id));
    },
    cache: { keep() {}, drop() {} },
    state: { current, changeLinks() {} },
    known: createKnownLinks(),
  });
  await check.check(['l1', 'l2', 'l3']);
  expect(current).not.toHaveBeenCalled();

  check.setUnchecked(links.slice(1));
  await check.check(['l1', 'l2']);
  await check.check(['l1', 'l2']);
  expect(current).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([['l2']]);
});

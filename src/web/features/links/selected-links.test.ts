import { expect, test } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import type { LinkListView, ListedLink } from '#web/links-client/list/list-state.ts';
import { createSelection } from '#web/links-client/list/selection.ts';
import { createSelectedLinks } from '#web/features/links/selected-links.tsx';

function linkOf(id: string): ListedLink {
  const url = `https://${id}.example/`;
  return { ...testLink({ id, url, description: id }), state: { kind: 'saved' } };
}

type Sources = Parameters<typeof createSelectedLinks>[0];

/** `listed` links are in the list, `saved` links can be looked up, and all others do not exist. */
function selectedWith({ listed, saved, ticked }: Record<'listed' | 'saved' | 'ticked', readonly string[]>) {
  const kept = new Map([['selectedLinks', JSON.stringify(ticked)]]);
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
  const selection = createSelection(storage);
  const view: LinkListView = {
    search: '',
    status: 'ready',
    links: listed.map(linkOf),
    failure: null,
    hasMore: true,
    total: null,
    readsAll: false,
    isLoadingMore: false,
  };
  const asked: Array<readonly string[]> = [];
  const network = { isUp: true };
  const pending = { list: new Array<{ id: string; canUndo: boolean }>(), hear: () => {} };
  const known = new Map(listed.map((id) => [id, linkOf(id)]));
  const deaf = { subscribe: () => () => {} };
  const refresh = { tell: () => {} };
  const unsent = { tell: () => {} };
  const controller: Sources = {
    seen: (ids) => ids.flatMap((id) => known.get(id) ?? []),
    refreshCount: { subscribe: (listener) => ((refresh.tell = listener), () => {}) },
    unsaved: { subscribe: (listener) => ((unsent.tell = listener), () => {}) },
    selection,
    list: { ...still, get: () => view, ...deaf },
    deletions: {
      ...still,
      get: () => pending.list,
      subscribe(listener) {
        pending.hear = listener;
        return () => {};
      },
    },
    async lookUp(ids) {
      asked.push(ids);
      if (!network.isUp) return { found: [], gone: [] };
      const found = ids.filter((id) => saved.includes(id)).map(linkOf);
      for (const link of found) known.set(link.id, link);
      return { found, gone: ids.filter((id) => !saved.includes(id)) };
    },
  };
  const selected = createSelectedLinks(controller);
  selected.connect();
  const shown = () => selected.get().links.map(({ id }) => id);
  return { selected, selection, shown, asked, network, pending, known, refresh, unsent };
}

const refuse = (): never => {
  throw new Error('Not asked for here.');
};
const still = {
  find: refuse,
  checkRows: refuse,
  has: refuse,
  showMore: refuse,
  showAll: refuse,
  retry: refuse,
  add: refuse,
  undo: refuse,
  flush: refuse,
  reload: refuse,
  drop: refuse,
  clear: refuse,
};

test('the link ticked last comes first, and only links outside the list are looked up', async () => {
  const { shown, asked, selected } = selectedWith({
    listed: ['a', 'b'],
    saved: ['c'],
    ticked: ['a', 'c', 'b'],
  });
  expect(shown()).toEqual(['b', 'a']);
  await expect.poll(shown).toEqual(['b', 'c', 'a']);
  expect(asked).toEqual([['c']]);
  expect(selected.get()).toMatchObject({ status: 'ready', hasMore: false, failure: null });
});

test('an id whose link is gone loses its tick and its row', async () => {
  const { shown, selection } = selectedWith({ listed: ['a'], saved: [], ticked: ['a', 'gone'] });
  await expect.poll(() => selection.get()).toEqual(['a']);
  expect(shown()).toEqual(['a']);
});

test('an unticked link keeps its row; a link ticked in the meantime comes first', async () => {
  const { shown, selection } = selectedWith({ listed: ['a', 'b'], saved: ['c'], ticked: ['a', 'b'] });
  selection.untick(['b']);
  selection.tick('c');
  await expect.poll(shown).toEqual(['c', 'b', 'a']);
});

test('a deletion keeps its row as long as it can be undone', () => {
  const { shown, pending } = selectedWith({ listed: ['a', 'b'], saved: [], ticked: ['a', 'b'] });
  pending.list = [{ id: 'b', canUndo: true }];
  pending.hear();
  expect(shown()).toEqual(['b', 'a']);
  pending.list = [{ id: 'b', canUndo: false }];
  pending.hear();
  expect(shown()).toEqual(['a']);
});

test('thousands of links are looked up a hundred at a time, on demand', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => `link-${index}`);
  const { selected, shown, asked } = selectedWith({ listed: [], saved: ids, ticked: ids });
  await expect.poll(() => shown().length).toBe(100);
  expect(selected.get().hasMore).toBe(true);
  selected.showMore();
  selected.showMore();
  await expect.poll(() => shown().length).toBe(200);
  expect(asked.map((batch) => batch.length)).toEqual([100, 100]);
});

test('links that cannot be looked up are counted, stay ticked, and can be tried again', async () => {
  const { selected, selection, shown, network, refresh } = selectedWith({
    listed: ['a'],
    saved: ['b'],
    ticked: ['a', 'b'],
  });
  network.isUp = false;
  refresh.tell();
  await expect.poll(() => selected.get().failure).toMatch(/^1 selected link cannot be shown/);
  expect(selection.get()).toEqual(['a', 'b']);
  network.isUp = true;
  selected.retry();
  await expect.poll(shown).toEqual(['b', 'a']);
  expect(selected.get().failure).toBeNull();
});

test('a link that was looked up shows unsent changes, and what other tabs have saved', async () => {
  const { selected, shown, known, refresh, unsent, asked } = selectedWith({
    listed: [],
    saved: ['a'],
    ticked: ['a'],
  });
  await expect.poll(shown).toEqual(['a']);
  known.set('a', { ...linkOf('a'), description: 'Edited', state: { kind: 'unsaved' } });
  unsent.tell();
  expect(selected.get().links).toMatchObject([{ description: 'Edited', state: { kind: 'unsaved' } }]);
  refresh.tell();
  await expect.poll(() => selected.get().links).toMatchObject([{ state: { kind: 'saved' } }]);
  expect(asked).toEqual([['a'], ['a']]);
});

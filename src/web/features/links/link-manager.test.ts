import { afterEach, expect, test, vi } from 'vitest';

import { testLink } from '#core/links/test-link.ts';
import { createStore } from '#web/lib/store.ts';
import type { LinkListView, ListedLink } from '#web/links-client/list/list-state.ts';
import { createSelection } from '#web/links-client/list/selection.ts';

import { untickGoneLinks } from './link-manager.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const emptyList: LinkListView = {
  search: '',
  status: 'ready',
  links: [],
  failure: null,
  hasMore: false,
  total: null,
  readsAll: false,
  isLoadingMore: false,
};

function linkOf(id: string): ListedLink {
  return { ...testLink({ id }), state: { kind: 'saved' } };
}

/** The network answers when the test says so. Only link 'a' exists. */
function openTicks(...ticked: readonly string[]) {
  const selection = createSelection({ read: () => JSON.stringify(ticked), write() {}, remove() {} });
  const asked: Array<readonly string[]> = [];
  const answers: Array<() => void> = [];
  const end = untickGoneLinks({
    list: createStore(emptyList),
    selection,
    async lookUp(ids) {
      asked.push(ids);
      await new Promise<void>((resolve) => answers.push(resolve));
      const found = ids.filter((id) => id === 'a').map((id) => linkOf(id));
      return { found, gone: ids.filter((id) => id !== 'a') };
    },
  });
  return { selection, asked, answer: () => answers.shift()?.(), end };
}

test('a link that no longer exists loses its tick, even if it was ticked during a request', async () => {
  vi.useFakeTimers();
  const { selection, asked, answer, end } = openTicks('a');
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([['a']]);
  selection.tick('b');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([['a']]);
  answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(asked).toEqual([['a'], ['b']]);
  answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(selection.get()).toEqual(['a']);
  end();
  selection.tick('c');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(2);
});

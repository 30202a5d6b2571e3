import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import { unread, type LinkRange } from './link-range.ts';
import type { ListedLink, UnsentOverlay } from './listed-rows.ts';

export type LinkListView = {
  readonly search: string;
  readonly status: 'loading' | 'ready';
  readonly links: readonly ListedLink[];
  /** Why the server did not answer. The links then come from the cache. */
  readonly failure: string | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
};

/** The results of one search so far. An empty search finds all links. */
export type SearchState = Omit<LinkListView, 'links' | 'hasMore'> & {
  readonly range: LinkRange;
  /** Whether the cache knows links beyond these. */
  readonly hasMoreCached: boolean;
};

export type ListState = ReadonlyStore<LinkListView> & {
  /** What is shown. */
  current(): SearchState;
  /** The whole list as far as it is known. It is kept during a search. */
  whole(): SearchState;
  /** Shows another search. */
  open(search: SearchState): void;
  show(changes: Partial<SearchState>): void;
  /** Changes the links of the whole list and of the search. */
  changeLinks(edit: (search: SearchState) => LinkRange): void;
};

export const wholeList: SearchState = {
  search: '',
  range: unread,
  status: 'loading',
  failure: null,
  isLoadingMore: false,
  hasMoreCached: false,
};

export function createListState(overlay: UnsentOverlay): ListState {
  let whole = wholeList;
  let found: SearchState | null = null;
  const current = () => found ?? whole;
  const view = createStore(draw());
  const redraw = () => view.set(draw());

  function draw(): LinkListView {
    const { range, hasMoreCached, ...rest } = current();
    const hasMore = hasMoreCached || (range.read !== null && range.read.cursor !== null);
    return { ...rest, links: overlay.apply(range.links, rest.search), hasMore };
  }

  function open(search: SearchState): void {
    if (search.search === '') [whole, found] = [search, null];
    else found = search;
    redraw();
  }

  overlay.subscribe(redraw);

  return {
    get: view.get,
    subscribe: view.subscribe,
    current,
    whole: () => whole,
    open,
    show: (changes) => open({ ...current(), ...changes }),
    changeLinks(edit) {
      whole = { ...whole, range: edit(whole) };
      if (found !== null) found = { ...found, range: edit(found) };
      redraw();
    },
  };
}

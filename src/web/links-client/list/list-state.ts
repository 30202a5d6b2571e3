import { unread } from './link-range.ts';
import type { LinkRange } from './link-range.ts';
import type { LinkListView } from './link-list-view.ts';
import type { LayRows } from './listed-rows.ts';

/** What one search has found so far. */
export type Finding = {
  readonly search: string;
  readonly range: LinkRange;
  readonly status: 'loading' | 'ready';
  readonly failure: string | null;
  readonly isLoadingMore: boolean;
  /** Whether the cache knows links beyond these. */
  readonly hasMoreCached: boolean;
};

/** What the list knows, and what it shows of it. */
export type ListState = {
  /** What is shown. */
  finding(): Finding;
  /** All links, as far as they are known; `finding` where nothing is searched. */
  whole(): Finding;
  /** Shows another search; the whole list is kept for the way back. */
  open(finding: Finding): void;
  show(changes: Partial<Finding>): void;
  /** Changes the links of the whole list and of the search. */
  changeLinks(edit: (finding: Finding) => LinkRange): void;
  view(): LinkListView;
  /** What is laid over the links has changed. */
  redraw(): void;
  subscribe(listener: () => void): () => void;
};

export const wholeList: Finding = {
  search: '',
  range: unread,
  status: 'loading',
  failure: null,
  isLoadingMore: false,
  hasMoreCached: false,
};

export function createListState(lay: LayRows): ListState {
  const listeners = new Set<() => void>();
  let whole = wholeList;
  let found: Finding | null = null;
  let view = draw();

  function draw(): LinkListView {
    const { range, hasMoreCached, ...rest } = found ?? whole;
    const hasMore = hasMoreCached || (range.read !== null && range.read.cursor !== null);
    return { ...rest, links: lay(range.links, rest.search), hasMore };
  }

  function redraw(): void {
    view = draw();
    for (const listener of listeners) listener();
  }

  function set(finding: Finding): void {
    if (finding.search === '') [whole, found] = [finding, null];
    else found = finding;
    redraw();
  }

  return {
    finding: () => found ?? whole,
    whole: () => whole,
    open: set,
    show: (changes) => set({ ...(found ?? whole), ...changes }),
    changeLinks(edit) {
      whole = { ...whole, range: edit(whole) };
      if (found !== null) found = { ...found, range: edit(found) };
      redraw();
    },
    view: () => view,
    redraw,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

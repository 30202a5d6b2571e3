import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';

import { matches, type CachedPage } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { createLocalChanges, dropLink, putLink, type LocalChanges } from './link-range.ts';
import { createListReader } from './list-reader.ts';
import {
  createListState,
  wholeList,
  type LinkListView,
  type ListState,
  type SearchState,
} from './list-state.ts';
import type { UnsentOverlay } from './listed-rows.ts';
import { createRowCheck } from './row-check.ts';

/** The list as the page shows it. The view is the same object until something changes. */
export type LinkList = ReadonlyStore<LinkListView> & {
  /** Searches on the server, or in the cache if the server does not answer. An empty search shows all links. */
  find(search: string): void;
  /** Reads 5 more links at first, 50 more from 15 links on, and 100 more from 100 links on. */
  showMore(): void;
  retry(): void;
  /** Checks rows that are in sight or near it, at most 1,000, if the last refresh did not reach them. */
  checkRows(ids: readonly string[]): void;
};

export type LinkListStore = LinkList & {
  /** Reads the top of the list again. Resolves when it is read, or when a later call has replaced this one. */
  refresh(): Promise<void>;
  /** Shows cached links until the server has answered. */
  showCached(cached: CachedPage): void;
  /** Takes a link as the server returned it after a change that was made here. */
  put(link: Link): void;
  /** Removes a link that is gone. */
  drop(id: string): void;
  /** Returns the link as a change that was made here has left it, if that is newer. */
  latest(link: Link): Link;
  forgetAll(): void;
};

export type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly overlay: UnsentOverlay;
};

/** The pause after the last letter before the server is asked, in milliseconds. */
const typingPause = 120;

export function createLinkList(host: LinkListHost): LinkListStore {
  const { ask, cache, overlay } = host;
  const local = createLocalChanges();
  const state = createListState(overlay);
  const rows = createRowCheck({ ...host, state, latest: local.latest });
  const corrected = correctedBy(local, ask);
  const reader = createListReader({ ask: corrected, cache, state, onNotRead: rows.setUnchecked });
  let typing: ReturnType<typeof setTimeout> | undefined;

  function open(search: SearchState): void {
    clearTimeout(typing);
    reader.stop();
    rows.setUnchecked([]);
    state.open(search);
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    latest: local.latest,
    refresh: reader.refresh,
    retry: () => void reader.refresh(),
    checkRows: (ids) => void rows.check(ids),
    showCached({ links, hasMore }) {
      const { range, search } = state.current();
      if (range.read !== null || search !== '' || links.length === 0) return;
      state.show({ range: { links, read: null }, hasMoreCached: hasMore });
    },
    find(search) {
      if (search === state.current().search) return;
      const whole = state.whole();
      const known = { links: matches(whole.range.links, search), read: null };
      open(search === '' ? { ...whole, isLoadingMore: false } : { ...wholeList, search, range: known });
      typing = setTimeout(() => void reader.refresh(), typingPause);
    },
    showMore() {
      if (state.current().isLoadingMore || !state.get().hasMore) return;
      state.show({ isLoadingMore: true });
      void reader.readMore();
    },
    put(link) {
      local.put(link);
      putInList(link, host, state);
      reader.restartRefresh();
    },
    drop(id) {
      local.drop(id);
      dropFromList(id, host, state);
      reader.restartRefresh();
    },
    forgetAll() {
      local.forgetAll();
      open(wholeList);
    },
  };
}

/** Reads pages, and corrects each by what was changed here since it was asked for. */
function correctedBy(local: LocalChanges, ask: LinksApi['list']): LinksApi['list'] {
  return async (...question) => {
    const correct = local.since();
    return correct(await ask(...question));
  };
}

function putInList(link: Link, { cache }: LinkListHost, state: ListState): void {
  cache.keep([link]);
  state.changeLinks(({ search, range }) =>
    matches([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
  );
}

function dropFromList(id: string, { cache }: LinkListHost, state: ListState): void {
  cache.drop([id]);
  state.changeLinks(({ range }) => dropLink(range, id));
}

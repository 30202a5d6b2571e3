import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { matches, type CachedPage, type LinkCache } from '#web/links-client/cache/link-cache.ts';

import { applyLookup, createLocalChanges, dropLink, putLink, type LocalChanges } from './link-range.ts';
import { createListReader, createListState, wholeList, type ListState } from './list-reader.ts';
import type { UnsentOverlay } from './listed-rows.ts';

type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly overlay: UnsentOverlay;
};

/** The pause after the last letter before the server is asked, in milliseconds. */
const typingPause = 120;

export type LinkListStore = ReturnType<typeof createLinkList>;
/** The list for components. */
export type LinkList = Pick<LinkListStore, 'get' | 'subscribe' | 'find' | 'showMore' | 'retry' | 'checkRows'>;

/** The list as the page shows it. The view is the same object until something changes. */
export function createLinkList({ ask, lookUp, cache, overlay }: LinkListHost) {
  const local = createLocalChanges();
  const state = createListState(overlay);
  const rows = createRowCheck({ lookUp, cache, state, latest: local.latest });
  const askAndCorrect: LinksApi['list'] = async (...question) => {
    const correct = local.since();
    return correct(await ask(...question));
  };
  const reader = createListReader({ ask: askAndCorrect, cache, state, onNotRead: rows.setUnchecked });
  let typing: ReturnType<typeof setTimeout> | undefined;

  function open(search: typeof wholeList): void {
    clearTimeout(typing);
    reader.stop();
    rows.setUnchecked([]);
    state.open(search);
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Returns the link as a change that was made here has left it, if that is newer. */
    latest: local.latest,
    refresh: reader.refresh,
    retry: () => void reader.refresh(),
    /** Checks rows that are in sight or near it, at most 1,000, if the last refresh did not reach them. */
    checkRows: (ids: readonly string[]) => void rows.check(ids),
    /** Shows cached links until the server has answered. */
    showCached({ links, hasMore }: CachedPage) {
      const { range, search } = state.current();
      if (range.read !== null || search !== '' || links.length === 0) return;
      state.show({ range: { links, read: null }, hasMoreCached: hasMore });
    },
    /** Searches on the server, or in the cache if the server does not answer. An empty search shows all links. */
    find(search: string) {
      if (search === state.current().search) return;
      const whole = state.whole();
      const known = { links: matches(whole.range.links, search), read: null };
      open(search === '' ? { ...whole, isLoadingMore: false } : { ...wholeList, search, range: known });
      typing = setTimeout(() => void reader.refresh(), typingPause);
    },
    /** Reads 5 more links at first, 50 more from 15 links on, and 100 more from 100 links on. */
    showMore() {
      if (state.current().isLoadingMore || !state.get().hasMore) return;
      state.show({ isLoadingMore: true });
      void reader.readMore();
    },
    /** Takes a link as the server returned it after a change that was made here. */
    put(link: Link) {
      local.put(link);
      cache.keep([link]);
      state.changeLinks(({ search, range }) =>
        matches([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
      );
      reader.restartRefresh();
    },
    /** Removes a link that is gone. */
    drop(id: string) {
      local.drop(id);
      cache.drop([id]);
      state.changeLinks(({ range }) => dropLink(range, id));
      reader.restartRefresh();
    },
    forgetAll() {
      local.forgetAll();
      open(wholeList);
    },
  };
}

type RowCheckHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'keep' | 'drop'>;
  readonly state: Pick<ListState, 'current' | 'changeLinks'>;
  readonly latest: LocalChanges['latest'];
};

/** Checks rows that the last refresh did not reach: they are looked up when they come into sight. */
export function createRowCheck({ lookUp, cache, state, latest }: RowCheckHost) {
  let unchecked = new Set<string>();

  /** Asked links that were not found are gone. */
  function takeResult(asked: readonly Link[], answer: readonly Link[]): void {
    const found = answer.map(latest);
    const there = new Set(found.map(({ id }) => id));
    cache.keep(found);
    cache.drop(asked.flatMap(({ id }) => (there.has(id) ? [] : id)));
    state.changeLinks(({ search, range }) => applyLookup(range, asked, matches(found, search)));
  }

  return {
    /** Sets the rows that may be changed or gone on the server. */
    setUnchecked: (links: readonly Link[]) => void (unchecked = new Set(links.map(({ id }) => id))),
    /** Looks up the unchecked rows among these. */
    async check(ids: readonly string[]): Promise<void> {
      const question = unchecked;
      const wanted = new Set(ids.filter((id) => unchecked.delete(id)));
      // This runs for every row that is scrolled past. So the long list is searched only if needed.
      if (wanted.size === 0) return;
      const asked = state.current().range.links.filter(({ id }) => wanted.has(id));
      if (asked.length === 0) return;
      try {
        const found = await lookUp({ ids: asked.map(({ id }) => id) });
        // After another refresh, or with other links, this result is out of date.
        if (unchecked === question) takeResult(asked, found);
      } catch {
        // The server cannot be reached. The next refresh marks the rows again.
      }
    },
  };
}

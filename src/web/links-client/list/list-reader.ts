import { linkBatchLimit, linkPageSize, linkPageSizeLimit, type LinkPage } from '#contract/links.ts';
import { newestFirst, type Link, matchingLinks } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { messageOf } from '#web/api/send.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';
import type { CachedPage, LinkCache } from '#web/links-client/cache/link-storage.ts';

import type { ListedLink, UnsentOverlay } from './row-state.ts';

/** The known links, newest first. */
export type LinkRange = {
  readonly links: readonly Link[];
  /** How far the server's list was read without a gap; null if it was not read at all. */
  readonly read: {
    readonly to: Link | null;
    /** The cursor of the next page; null at the end of the list. */
    readonly cursor: string | null;
    /** How many links the server has; null if it did not say so. */
    readonly total: number | null;
  } | null;
};

const unread: LinkRange = { links: [], read: null };

/**
 * Merges a page into the range. The page replaces the links within its extent; later links stay.
 * @param after The link that the page follows; null for the first page.
 */
function mergePage({ links, read }: LinkRange, page: LinkPage, after: Link | null): LinkRange {
  const to = page.links.at(-1) ?? null;
  const total = page.total ?? read?.total ?? null;
  const end = { to, cursor: page.hasMore ? page.nextCursor : null, total };
  if (read === null) return { links: page.links, read: end };
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const below = end.cursor === null || to === null ? [] : links.filter((link) => newestFirst(link, to) > 0);
  // The first page holds no known link, so there may be a gap below it. The rest is read again.
  if (after === null && links.length > 0 && below.length === links.length) {
    return { links: page.links, read: end };
  }
  const isDeeper = end.cursor === null || (to !== null && isBelow(to, read.to));
  return { links: [...above, ...page.links, ...below], read: isDeeper ? end : { ...read, total } };
}

/** Puts a link at its position. A link beyond the known range is not added before that part is read. */
function putLink({ links, read }: LinkRange, link: Link): LinkRange {
  const others = links.filter(({ id }) => id !== link.id);
  const isKnown = others.length < links.length;
  const isDeep = read !== null && read.cursor !== null && isBelow(link, links.at(-1) ?? null);
  if (isDeep && !isKnown) return { links, read };
  return { links: [...others, link].sort(newestFirst), read: isKnown ? read : withTotal(read, 1) };
}

function dropLink({ links, read }: LinkRange, id: string): LinkRange {
  const others = links.filter((link) => link.id !== id);
  return { links: others, read: others.length < links.length ? withTotal(read, -1) : read };
}

function withTotal(read: LinkRange['read'], added: number): LinkRange['read'] {
  if (read === null || read.total === null) return read;
  return { ...read, total: read.total + added };
}

function isBelow(link: Link, other: Link | null): boolean {
  return other === null || newestFirst(link, other) > 0;
}

export type LinkListView = {
  readonly search: string;
  readonly status: 'loading' | 'ready';
  readonly links: readonly ListedLink[];
  /** Why the server did not answer. The links then come from the cache. */
  readonly failure: string | null;
  readonly hasMore: boolean;
  /** How many links there are, shown or not; null if this is not known. */
  readonly total: number | null;
  /** The user wants all links. Large pages are then read, and more as soon as they come near. */
  readonly readsAll: boolean;
  readonly isLoadingMore: boolean;
};

/** The results of one search so far. An empty search finds all links. */
type SearchState = Omit<LinkListView, 'links' | 'hasMore' | 'total'> & {
  readonly range: LinkRange;
  /** Whether the cache knows links beyond these. */
  readonly hasMoreCached: boolean;
};

export const wholeList: SearchState = {
  search: '',
  range: unread,
  status: 'loading',
  failure: null,
  readsAll: false,
  isLoadingMore: false,
  hasMoreCached: false,
};

export type ListState = ReturnType<typeof createListState>;

/** Holds the whole list as far as it is known, and the results of a search. */
export function createListState(overlay: UnsentOverlay) {
  let whole = wholeList;
  let found: SearchState | null = null;
  const current = () => found ?? whole;
  const view = createStore(draw());
  const redraw = () => view.set(draw());

  function draw(): LinkListView {
    const { range, hasMoreCached, ...rest } = current();
    const hasMore = hasMoreCached || (range.read !== null && range.read.cursor !== null);
    const links = overlay.apply(range.links, rest.search);
    const read = range.read?.total ?? null;
    const beyond = read === null ? null : Math.max(1, read - range.links.length);
    const total = hasMore ? beyond && links.length + beyond : links.length;
    return { ...rest, links, hasMore, total };
  }

  /** Shows another search. The whole list is kept meanwhile. */
  function open(search: SearchState): void {
    if (search.search === '') [whole, found] = [search, null];
    else found = search;
    redraw();
  }

  const show = (changes: Partial<SearchState>) => open({ ...current(), ...changes });

  /** Changes the links of the whole list and of the search. */
  function changeLinks(edit: (search: SearchState) => LinkRange): void {
    whole = { ...whole, range: edit(whole) };
    if (found !== null) found = { ...found, range: edit(found) };
    redraw();
  }

  overlay.subscribe(redraw);

  return {
    get: view.get,
    subscribe: view.subscribe,
    /** Returns the search, or else the whole list. */
    current,
    whole: () => whole,
    open,
    show,
    changeLinks,
    /** Shows cached links until the server has answered. */
    showCached({ links, hasMore }: CachedPage) {
      const { range, search } = current();
      if (range.read !== null || search !== '' || links.length === 0) return;
      show({ range: { links, read: null }, hasMoreCached: hasMore });
    },
    put: (link: Link) =>
      changeLinks(({ search, range }) =>
        matchingLinks([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
      ),
    drop: (id: string) => changeLinks(({ range }) => dropLink(range, id)),
  };
}

type PageRequest = { readonly after: Link | null; readonly cursor: string | null; readonly limit: number };
type Answer = { readonly page: LinkPage } | { readonly cached: CachedPage; readonly failure: string | null };

type ReaderHost = {
  readonly ask: LinksApi['list'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep'>;
  readonly state: ListState;
  /** Called with the links further down, which a refresh did not read. */
  readonly setUnchecked: (links: readonly Link[]) => void;
};

const nothingCached: CachedPage = { links: [], hasMore: false, isComplete: false };
const mayBeMore = 'Until then you see the links that this browser has kept; there may be more.';

function createPageSource({ ask, cache, state }: Omit<ReaderHost, 'setUnchecked'>) {
  async function readCache(failure: string | null, after: Link | null, limit: number): Promise<Answer> {
    const { search } = state.current();
    const cached = await cache.page({ after, limit, search }).catch(() => nothingCached);
    const isSure = failure === null || cached.isComplete || search !== '';
    return { cached, failure: isSure ? failure : `${translated(failure)} ${t(mayBeMore)}` };
  }

  async function askServer({ after, cursor, limit }: PageRequest, signal: AbortSignal): Promise<Answer> {
    const { search } = state.current();
    try {
      const page = await ask({ cursor, limit, search }, signal);
      if (search === '') cache.keepPage(page, after);
      else cache.keep(page.links);
      return { page };
    } catch (failure) {
      if (signal.aborted) throw failure;
      const { range } = state.current();
      const isTop = cursor === null && range.read === null;
      return readCache(messageOf(failure), isTop ? null : lastOf(range), limit);
    }
  }

  return { readCache, askServer };
}

/** Reads links from the server, or else from the cache. A new request replaces a running one of the same kind. */
export function createListReader({ state, setUnchecked, ...source }: ReaderHost) {
  const { readCache, askServer } = createPageSource({ ...source, state });
  const refreshing = createLatestTask();
  const readingMore = createLatestTask();

  function readMore(): Promise<void> {
    const { range, readsAll } = state.current();
    const shown = range.links.length;
    const limit = readsAll ? linkPageSizeLimit : linkPageSize;
    const wanted = Math.max(shown + 1, readsAll ? linkBatchLimit : 0);
    const { to: after = null, cursor = null } = range.read ?? {};
    const read = (signal: AbortSignal) =>
      cursor === null ? readCache(null, lastOf(range), limit) : askServer({ after, cursor, limit }, signal);
    return readingMore.run(read, (answer) => {
      const { range: now, failure } = state.current();
      if ('cached' in answer) {
        const more = withCached(now, answer.cached);
        return state.show({ ...more, failure: answer.failure ?? failure, isLoadingMore: false });
      }
      // A refresh may have changed the cursor meanwhile.
      const next = now.read?.cursor === cursor ? mergePage(now, answer.page, after) : now;
      const isDone = next.links.length >= wanted || next.read === null || next.read.cursor === null;
      state.show({ range: next, failure: null, isLoadingMore: !isDone, hasMoreCached: false });
      if (!isDone) void readMore();
    });
  }

  /** Reads the top of the list again. Links further down stay. Resolves early if a later call replaces this one. */
  function refresh(): Promise<void> {
    const shown = state.current().range.links.length;
    const limit = Math.min(Math.max(shown, linkPageSize), linkPageSizeLimit);
    const read = (signal: AbortSignal) => askServer({ after: null, cursor: null, limit }, signal);
    return refreshing.run(read, (answer) => {
      const { range } = state.current();
      if ('cached' in answer) {
        const { cached, failure } = answer;
        // Links that the server sent before stay. If there are none, the cached links are shown.
        const kept = { hasMoreCached: cached.links.length > 0 };
        const top = range.read === null ? withCached(range, cached) : kept;
        return state.show({ ...top, failure, status: 'ready' });
      }
      const next = mergePage(range, answer.page, null);
      setUnchecked(next.links.slice(answer.page.links.length));
      state.show({ range: next, status: 'ready', failure: null, hasMoreCached: false });
    });
  }

  return {
    refresh,
    readMore,
    /** Restarts a running refresh, because its answer may be older than a change that was made here. */
    restartRefresh() {
      if (refreshing.isRunning()) void refresh();
    },
    stop() {
      refreshing.stop();
      readingMore.stop();
    },
  };
}

function withCached({ links, read }: LinkRange, cached: CachedPage): Partial<SearchState> {
  const known = new Set(links.map(({ id }) => id));
  const others = cached.links.filter(({ id }) => !known.has(id));
  return {
    range: { links: [...links, ...others].toSorted(newestFirst), read },
    hasMoreCached: cached.hasMore,
  };
}

function lastOf({ links }: LinkRange): Link | null {
  return links.at(-1) ?? null;
}

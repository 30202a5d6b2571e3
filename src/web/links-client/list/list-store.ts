import { linkPageSize, linkPageSizeLimit, type LinkPage } from '#contract/link-pages.ts';
import { linkBatchLimit } from '#contract/links.ts';
import { matchingLinks, newestFirst, type Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { messageOf } from '#web/api/send.ts';
import { t, translated } from '#web/lib/language.ts';
import { createLatestTask, createTimer } from '#web/lib/tasks.ts';
import type { LinkCache } from '#web/links-client/storage/link-cache.ts';
import type { CachedPage } from '#web/links-client/storage/link-storage.ts';

import type { KnownLinks } from './link-lookup.ts';
import {
  createListState,
  mergePage,
  wholeList,
  type LinkRange,
  type ListState,
  type SearchState,
  type UnsentOverlay,
} from './list-state.ts';

type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly overlay: UnsentOverlay;
  readonly known: KnownLinks;
};

export type LinkList = ReturnType<typeof createLinkList>;

/** The list as the page shows it. The view is the same object until something changes. */
export function createLinkList(host: LinkListHost) {
  const { cache, known } = host;
  const state = createListState(host.overlay);
  const reader = createListReader({ ...host, state });
  const timer = createTimer();

  function open(search: typeof wholeList): void {
    timer.stop();
    reader.stop();
    state.open(search);
  }

  function readMore(readsAll = state.current().readsAll): void {
    if (state.current().isLoadingMore || !state.get().hasMore) return;
    state.show({ readsAll, isLoadingMore: true });
    void reader.readMore();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh: reader.refresh,
    retry: () => void reader.refresh(),
    /** Checks rows that are in sight or near it, at most 1,000, if the last refresh did not reach them. */
    checkRows: (ids: readonly string[]) => void reader.check(ids),
    showCached: state.showCached,
    /** Searches on the server, or in the cache if the server does not answer. An empty search shows all links. */
    find(search: string) {
      if (search === state.current().search) return;
      const whole = state.whole();
      const range = { links: matchingLinks(whole.range.links, search), read: null };
      open(search === '' ? { ...whole, isLoadingMore: false } : { ...wholeList, search, range });
      // Searches that follow each other at once cause one request.
      timer.start(() => void reader.refresh());
    },
    /** Reads one more page: a usual one, or the largest if the user wants all. */
    showMore: () => readMore(),
    /** Reads at most 1,000 links at once. From then on, more links are read while the user scrolls. */
    showAll: () => readMore(true),
    /** Takes a link as the server returned it after a change that was made here. */
    put(link: Link) {
      known.put(link);
      cache.keep([link]);
      state.put(link);
      reader.restartRefresh();
    },
    drop(id: string) {
      known.drop(id);
      cache.drop([id]);
      state.drop(id);
      reader.restartRefresh();
    },
    forgetAll() {
      known.forgetAll();
      open(wholeList);
    },
  };
}

type PageRequest = { readonly after: Link | null; readonly cursor: string | null; readonly limit: number };
type Answer = { readonly page: LinkPage } | { readonly cached: CachedPage; readonly failure: string | null };

type ReaderHost = LinkListHost & { readonly state: ListState };

const nothingCached: CachedPage = { links: [], hasMore: false, isComplete: false };
const mayBeMore = 'Until then you see the links that this browser has kept; there may be more.';

function createPageSource({ ask, cache, known, state }: ReaderHost) {
  async function readCache(failure: string | null, after: Link | null, limit: number): Promise<Answer> {
    const { search } = state.current();
    const cached = await cache.page({ after, limit, search }).catch(() => nothingCached);
    const isSure = failure === null || cached.isComplete || search !== '';
    return { cached, failure: isSure ? failure : `${translated(failure)} ${t(mayBeMore)}` };
  }

  async function askServer({ after, cursor, limit }: PageRequest, signal: AbortSignal): Promise<Answer> {
    const { search } = state.current();
    // Changes that are made here during the request are newer than its answer.
    const correct = known.since();
    try {
      const answer = await ask({ cursor, limit, search }, signal);
      const page = { ...answer, links: correct(answer.links) };
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
function createListReader(host: ReaderHost) {
  const { state } = host;
  const { readCache, askServer } = createPageSource(host);
  const { setUnchecked, check } = createRowCheck(host);
  const refreshing = createLatestTask();
  const readingMore = createLatestTask();

  function readMore(): Promise<void> {
    const { range, readsAll } = state.current();
    const limit = readsAll ? linkPageSizeLimit : linkPageSize;
    const wanted = Math.max(range.links.length + 1, readsAll ? linkBatchLimit : 0);
    const { to: after = null, cursor = null } = range.read ?? {};
    const read = (signal: AbortSignal) =>
      cursor === null ? readCache(null, lastOf(range), limit) : askServer({ after, cursor, limit }, signal);
    return readingMore.run(read, (answer) => {
      const { range: now, failure } = state.current();
      if ('cached' in answer) {
        const more = withCached(now, answer.cached);
        return state.show({ ...more, failure: answer.failure ?? failure, isLoadingMore: false });
      }
      // A refresh may have changed the cursor in the meantime.
      const next = now.read?.cursor === cursor ? mergePage(now, answer.page, after) : now;
      const isDone = next.links.length >= wanted || next.read === null || next.read.cursor === null;
      state.show({ range: next, failure: null, isLoadingMore: !isDone, hasMoreCached: false });
      if (!isDone) void readMore();
    });
  }

  /** Reads the top of the list again. Links further down stay. Resolves early if a later call replaces this one. */
  function refresh(): Promise<void> {
    const limit = Math.min(Math.max(state.current().range.links.length, linkPageSize), linkPageSizeLimit);
    const read = (signal: AbortSignal) => askServer({ after: null, cursor: null, limit }, signal);
    return refreshing.run(read, (answer) => {
      const { range } = state.current();
      if ('cached' in answer) {
        const top = cachedTop(range, answer.cached);
        return state.show({ ...top, failure: answer.failure, status: 'ready' });
      }
      const next = mergePage(range, answer.page, null);
      setUnchecked(next.links.slice(answer.page.links.length));
      state.show({ range: next, status: 'ready', failure: null, hasMoreCached: false });
    });
  }

  return {
    refresh,
    readMore,
    check,
    /** Restarts a running refresh, because its answer may be older than a change that was made here. */
    restartRefresh() {
      if (refreshing.isRunning()) void refresh();
    },
    stop() {
      setUnchecked([]);
      refreshing.stop();
      readingMore.stop();
    },
  };
}

type RowCheckHost = Pick<ReaderHost, 'lookUp' | 'known'> & {
  readonly cache: Pick<ReaderHost['cache'], 'keep' | 'drop'>;
  readonly state: Pick<ListState, 'current' | 'changeLinks'>;
};

/** Looks up rows that the last refresh did not reach, when they come into sight. */
export function createRowCheck({ lookUp, cache, known, state }: RowCheckHost) {
  let unchecked = new Set<string>();

  /** Takes the answer. Links that were asked for but not found no longer exist. */
  function takeResult(asked: readonly Link[], answer: readonly Link[]): void {
    const found = answer.map(known.latest);
    const there = new Set(found.map(({ id }) => id));
    cache.keep(found);
    cache.drop(asked.flatMap(({ id }) => (there.has(id) ? [] : id)));
    state.changeLinks(({ search, range }) => applyLookup(range, asked, matchingLinks(found, search)));
  }

  return {
    /** Sets the rows that may be outdated: the server may have changed or deleted them. */
    setUnchecked: (links: readonly Link[]) => void (unchecked = new Set(links.map(({ id }) => id))),
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

/** Applies the answer to a look-up. Links that changed here since the request stay. */
function applyLookup({ links, read }: LinkRange, asked: readonly Link[], found: readonly Link[]): LinkRange {
  const questioned = new Set(asked);
  const now = new Map(found.map((link) => [link.id, link]));
  return {
    links: links.flatMap((link) => {
      if (!questioned.has(link)) return link;
      const next = now.get(link.id);
      if (next?.createdAt !== link.createdAt) return [];
      return next.updatedAt === link.updatedAt ? link : next;
    }),
    read,
  };
}

/** Links that the server sent before stay. If there are none, the cached links are shown. */
function cachedTop(range: LinkRange, cached: CachedPage): Partial<SearchState> {
  return range.read === null ? withCached(range, cached) : { hasMoreCached: cached.links.length > 0 };
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

import { linkPageSize, linkPageSizeLimit, type LinkPage } from '#contract/links.ts';
import { newestFirst, type Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { CachedPage } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { mergePage, type LinkRange } from './link-range.ts';
import type { ListState, SearchState } from './list-state.ts';

/** Reads links from the server, or else from the cache. A new request replaces a running one of the same kind. */
export type ListReader = {
  /** Reads the top of the list again. Links further down stay. */
  refresh(): Promise<void>;
  readMore(): Promise<void>;
  /** Restarts a running refresh, because its answer may be older than a change that was made here. */
  restartRefresh(): void;
  stop(): void;
};

type ReaderHost = {
  readonly ask: LinksApi['list'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep'>;
  readonly state: ListState;
  /** Takes the links further down, which a refresh did not read. */
  readonly onNotRead: (links: readonly Link[]) => void;
};

type CacheAnswer = { readonly page: null; readonly failure: string | null; readonly cached: CachedPage };
type Answer = { readonly page: LinkPage; readonly failure: null } | CacheAnswer;

type PageRequest = { readonly after: Link | null; readonly cursor: string | null; readonly limit: number };

const nothingCached: CachedPage = { links: [], hasMore: false, isComplete: false };
const mayBeMore = 'Until then you see the links that this browser has kept; there may be more.';

function createPageSource({ ask, cache, state }: ReaderHost) {
  async function readCache(failure: string | null, after: Link | null, limit: number): Promise<CacheAnswer> {
    const { search } = state.current();
    const cached = await cache.page({ after, limit, search }).catch(() => nothingCached);
    const isSure = cached.isComplete || search !== '';
    return { page: null, failure: failure === null || isSure ? failure : `${failure} ${mayBeMore}`, cached };
  }

  async function askServer({ after, cursor, limit }: PageRequest, signal: AbortSignal): Promise<Answer> {
    const { search } = state.current();
    try {
      const page = await ask({ cursor, limit, search }, signal);
      if (search === '') cache.keepPage(page, after);
      else cache.keep(page.links);
      return { page, failure: null };
    } catch (failure) {
      if (signal.aborted) throw failure;
      const { range } = state.current();
      return readCache(
        messageOf(failure),
        cursor === null && range.read === null ? null : lastOf(range),
        limit,
      );
    }
  }

  return { readCache, askServer };
}

export function createListReader(host: ReaderHost): ListReader {
  const { state } = host;
  const { readCache, askServer } = createPageSource(host);
  const refreshing = createLatestTask();
  const readingMore = createLatestTask();

  function readMore(): Promise<void> {
    const { range } = state.current();
    const shown = range.links.length;
    const limit = nextPageSize(shown);
    const { to: after = null, cursor = null } = range.read ?? {};
    const task = (signal: AbortSignal) =>
      cursor === null ? readCache(null, lastOf(range), limit) : askServer({ after, cursor, limit }, signal);
    return readingMore.run(task, {
      onDone(answer) {
        const now = state.current().range;
        if (answer.page === null) return state.show({ ...moreFromCache(now, answer), isLoadingMore: false });
        // A refresh has changed the cursor meanwhile.
        const isStale = now.read?.cursor !== cursor;
        const next = isStale ? now : mergePage(now, answer.page, after);
        const isDone = next.links.length > shown || next.read === null || next.read.cursor === null;
        state.show({ range: next, failure: null, isLoadingMore: !isDone, hasMoreCached: false });
        if (!isDone) void readMore();
      },
      onFail: (failure) => state.show({ failure: messageOf(failure), isLoadingMore: false }),
    });
  }

  function refresh(): Promise<void> {
    const shown = state.current().range.links.length;
    const limit = Math.min(Math.max(shown, linkPageSize), linkPageSizeLimit);
    return refreshing.run((signal) => askServer({ after: null, cursor: null, limit }, signal), {
      onDone(answer) {
        const { range } = state.current();
        if (answer.page === null) return state.show({ ...topFromCache(range, answer), status: 'ready' });
        const next = mergePage(range, answer.page, null);
        host.onNotRead(next.links.slice(answer.page.links.length));
        state.show({ range: next, status: 'ready', failure: null, hasMoreCached: false });
      },
      onFail: (failure) => state.show({ status: 'ready', failure: messageOf(failure) }),
    });
  }

  return {
    refresh,
    readMore,
    restartRefresh() {
      if (refreshing.isRunning()) void refresh();
    },
    stop() {
      refreshing.stop();
      readingMore.stop();
    },
  };
}

/** Without a server, links that it sent before stay. If there are none, the cached links are shown. */
function topFromCache(range: LinkRange, { failure, cached }: CacheAnswer): Partial<SearchState> {
  if (range.read !== null) return { failure, hasMoreCached: cached.links.length > 0 };
  return { failure, range: withLinks(range, cached.links), hasMoreCached: cached.hasMore };
}

function moreFromCache(range: LinkRange, { failure, cached }: CacheAnswer): Partial<SearchState> {
  const found = { range: withLinks(range, cached.links), hasMoreCached: cached.hasMore };
  return failure === null ? found : { ...found, failure };
}

function withLinks({ links, read }: LinkRange, others: readonly Link[]): LinkRange {
  const known = new Set(links.map(({ id }) => id));
  return { links: [...links, ...others.filter(({ id }) => !known.has(id))].toSorted(newestFirst), read };
}

function lastOf({ links }: LinkRange): Link | null {
  return links.at(-1) ?? null;
}

function nextPageSize(shown: number): number {
  if (shown < 15) return linkPageSize;
  return shown < linkPageSizeLimit ? 50 : linkPageSizeLimit;
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

type TaskResult<T> = { readonly onDone: (result: T) => void; readonly onFail: (failure: unknown) => void };

/** Runs one task at a time. A new task aborts the running one, whose result is then ignored. */
function createLatestTask() {
  let running: AbortController | null = null;

  function stop(): void {
    running?.abort();
    running = null;
  }

  /** Whether the task is still the running one. It counts as ended afterwards. */
  function end(call: AbortController): boolean {
    if (running !== call) return false;
    running = null;
    return true;
  }

  return {
    isRunning: () => running !== null,
    stop,
    /** Resolves when the task has ended, or when another one has replaced it. */
    async run<T>(
      task: (signal: AbortSignal) => Promise<T>,
      { onDone, onFail }: TaskResult<T>,
    ): Promise<void> {
      stop();
      const call = new AbortController();
      running = call;
      async function attempt(): Promise<void> {
        try {
          const result = await task(call.signal);
          if (end(call)) onDone(result);
        } catch (failure) {
          if (end(call)) onFail(failure);
        }
      }
      const stopped = new Promise<void>((resolve) => {
        call.signal.addEventListener('abort', () => resolve());
      });
      await Promise.race([attempt(), stopped]);
    },
  };
}

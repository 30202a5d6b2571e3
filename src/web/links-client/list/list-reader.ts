import { linkPageSize, linkPageSizeLimit } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import { newestFirst } from '#core/links/link.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { CachedPage } from '#web/links-client/cache/cache-reading.ts';
import { createLatestTask } from './latest-task.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { layPage } from './link-range.ts';
import type { LinkRange } from './link-range.ts';
import type { Finding, ListState } from './list-state.ts';

/** Asks the server for links, and the cache where it does not answer. The last question of a kind wins. */
export type ListQuestions = {
  /** Reads the news; what was shown deeper down stays. */
  readNews(): Promise<void>;
  readMore(): Promise<void>;
  /** News that are on their way may be from before a change that was made here. */
  askAgain(): void;
  stop(): void;
};

type QuestionsHost = {
  readonly ask: LinksApi['list'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep'>;
  readonly state: ListState;
  /** Hears which links the news did not reach down to. */
  readonly onDoubt: (links: readonly Link[]) => void;
};

type CacheAnswer = { readonly page: null; readonly failure: string | null; readonly cached: CachedPage };
type Answer = { readonly page: LinkPage; readonly failure: null } | CacheAnswer;

type Place = { readonly after: Link | null; readonly cursor: string | null; readonly limit: number };

const nothingCached: CachedPage = { links: [], hasMore: false, isComplete: false };
const mayBeMore = 'Until then you see the links that this browser has kept; there may be more.';

function createAsking({ ask, cache, state }: QuestionsHost) {
  async function readCache(failure: string | null, after: Link | null, limit: number): Promise<CacheAnswer> {
    const { search } = state.finding();
    const cached = await cache.page({ after, limit, search }).catch(() => nothingCached);
    const isSure = cached.isComplete || search !== '';
    const words = failure === null || isSure ? failure : `${failure} ${mayBeMore}`;
    return { page: null, failure: words, cached };
  }

  async function askServer({ after, cursor, limit }: Place, signal: AbortSignal): Promise<Answer> {
    const { search } = state.finding();
    try {
      const page = await ask({ cursor, limit, search }, signal);
      if (search === '') cache.keepPage(page, after);
      else cache.keep(page.links);
      return { page, failure: null };
    } catch (failure) {
      if (signal.aborted) throw failure;
      const { range } = state.finding();
      return readCache(
        wordsOf(failure),
        cursor === null && range.read === null ? null : lastOf(range),
        limit,
      );
    }
  }

  return { readCache, askServer };
}

export function createListQuestions(host: QuestionsHost): ListQuestions {
  const { state } = host;
  const { readCache, askServer } = createAsking(host);
  const news = createLatestTask();
  const more = createLatestTask();

  function readMore(): Promise<void> {
    const { range } = state.finding();
    const shown = range.links.length;
    const limit = moreAtOnce(shown);
    const { to: after = null, cursor = null } = range.read ?? {};
    const task = (signal: AbortSignal) =>
      cursor === null ? readCache(null, lastOf(range), limit) : askServer({ after, cursor, limit }, signal);
    return more.run(task, {
      onDone(answer) {
        const now = state.finding().range;
        if (answer.page === null) return state.show({ ...moreFromCache(now, answer), isLoadingMore: false });
        // Where to read on has changed with the news.
        const isStale = now.read?.cursor !== cursor;
        const next = isStale ? now : layPage(now, answer.page, after);
        const isDone = next.links.length > shown || next.read === null || next.read.cursor === null;
        state.show({ range: next, failure: null, isLoadingMore: !isDone, hasMoreCached: false });
        if (!isDone) void readMore();
      },
      onFail: (failure) => state.show({ failure: wordsOf(failure), isLoadingMore: false }),
    });
  }

  function readNews(): Promise<void> {
    const shown = state.finding().range.links.length;
    const limit = Math.min(Math.max(shown, linkPageSize), linkPageSizeLimit);
    return news.run((signal) => askServer({ after: null, cursor: null, limit }, signal), {
      onDone(answer) {
        const { range } = state.finding();
        if (answer.page === null) return state.show({ ...newsFromCache(range, answer), status: 'ready' });
        const next = layPage(range, answer.page, null);
        host.onDoubt(next.links.slice(answer.page.links.length));
        state.show({ range: next, status: 'ready', failure: null, hasMoreCached: false });
      },
      onFail: (failure) => state.show({ status: 'ready', failure: wordsOf(failure) }),
    });
  }

  return {
    readNews,
    readMore,
    askAgain() {
      if (news.isRunning()) void readNews();
    },
    stop() {
      news.stop();
      more.stop();
    },
  };
}

/** Without a server, what it said before stays; with nothing from it, the cache speaks for it. */
function newsFromCache(range: LinkRange, { failure, cached }: CacheAnswer): Partial<Finding> {
  if (range.read !== null) return { failure, hasMoreCached: cached.links.length > 0 };
  return { failure, range: withLinks(range, cached.links), hasMoreCached: cached.hasMore };
}

function moreFromCache(range: LinkRange, { failure, cached }: CacheAnswer): Partial<Finding> {
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

function moreAtOnce(shown: number): number {
  if (shown < 15) return linkPageSize;
  return shown < linkPageSizeLimit ? 50 : linkPageSizeLimit;
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

import { linkPageSize, linkPageSizeLimit } from '#contract/links.ts';
import type { Link, LinkFields } from '#core/link/link.ts';
import { searchTermsOf, searchTextOf } from '#core/search/search-terms.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import { createLatestTask } from './latest-task.ts';
import type { LatestTask } from './latest-task.ts';
import { dropLink, layPage, putLink } from './link-range.ts';
import type { LinkList, ListedLink } from './link-list-view.ts';
import { createListState, wholeList } from './list-state.ts';
import type { ListState } from './list-state.ts';
import { createOwnChanges } from './own-changes.ts';

export type LinkListStore = LinkList & {
  /** Reads the news; what was shown deeper down stays. Ends when they are there, or when somebody asked later. */
  refresh(): Promise<void>;
  /** A link as the server gave it in answer to a change that was made here. */
  put(link: Link): void;
  /** A link that is gone. */
  drop(id: string): void;
};

/** Waits this long for the next letter before the server is asked, in milliseconds. */
const typingPause = 120;

export function createLinkList(ask: LinksApi['list']): LinkListStore {
  const own = createOwnChanges();
  const state = createListState(asSaved());
  const news = createLatestTask();
  const more = createLatestTask();
  const questions: Questions = {
    ask: async (...question) => own.correct(await ask(...question)),
    state,
    news,
    more,
  };
  let typing: ReturnType<typeof setTimeout> | undefined;

  const refresh = () => readNews(questions);

  /** An answer that is on its way may be from before the change. */
  function askAgain(): void {
    if (news.isRunning()) void refresh();
  }

  return {
    view: state.view,
    subscribe: state.subscribe,
    refresh,
    retry: () => void refresh(),
    find(search) {
      if (search === state.finding().search) return;
      clearTimeout(typing);
      news.stop();
      more.stop();
      if (search === '') state.open({ ...state.whole(), isLoadingMore: false });
      else
        state.open({
          ...wholeList,
          search,
          range: { links: matches(state.whole().range.links, search), read: null },
        });
      typing = setTimeout(() => void refresh(), typingPause);
    },
    showMore() {
      if (state.finding().isLoadingMore || !state.view().hasMore) return;
      state.show({ isLoadingMore: true });
      void readMore(questions, state.finding().range.links.length);
    },
    put(link) {
      own.put(link);
      state.changeLinks(({ search, range }) =>
        matches([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
      );
      askAgain();
    },
    drop(id) {
      own.drop(id);
      state.changeLinks(({ range }) => dropLink(range, id));
      askAgain();
    },
  };
}

type Questions = {
  readonly ask: LinksApi['list'];
  readonly state: ListState;
  readonly news: LatestTask;
  readonly more: LatestTask;
};

function readNews({ ask, state, news }: Questions): Promise<void> {
  const { search, range } = state.finding();
  const limit = Math.min(Math.max(range.links.length, linkPageSize), linkPageSizeLimit);
  return news.run((signal) => ask({ cursor: null, limit, search }, signal), {
    onDone: (page) =>
      state.show({ range: layPage(state.finding().range, page, null), status: 'ready', failure: null }),
    onFail: (failure) => state.show({ status: 'ready', failure: wordsOf(failure) }),
  });
}

/** @param shown Reads on until more links than these are there. */
function readMore(questions: Questions, shown: number): Promise<void> {
  const { ask, state, more } = questions;
  const { search, range } = state.finding();
  const { to = null, cursor = null } = range.read ?? {};
  const readOn = () => void readMore(questions, shown);
  return more.run((signal) => ask({ cursor, limit: moreAtOnce(shown), search }, signal), {
    onDone(page) {
      const now = state.finding().range;
      // The news have changed from where to read on.
      const isStale = now.read?.cursor !== cursor;
      const next = isStale ? now : layPage(now, page, to);
      const isDone = next.links.length > shown || next.read === null || next.read.cursor === null;
      state.show({ range: next, failure: null, isLoadingMore: !isDone });
      if (!isDone) readOn();
    },
    onFail: (failure) => state.show({ failure: wordsOf(failure), isLoadingMore: false }),
  });
}

function moreAtOnce(shown: number): number {
  if (shown < 15) return linkPageSize;
  return shown < linkPageSizeLimit ? 50 : linkPageSizeLimit;
}

function matches<Fields extends LinkFields>(links: readonly Fields[], search: string): readonly Fields[] {
  const terms = searchTermsOf(search);
  if (terms.length === 0) return links;
  return links.filter((link) => {
    const text = searchTextOf(link);
    return terms.every((term) => text.includes(term));
  });
}

/** Rows of links that the server knows as they are; the same row for the same link. */
function asSaved(): (links: readonly Link[]) => readonly ListedLink[] {
  const rows = new WeakMap<Link, ListedLink>();
  return (links) =>
    links.map((link) => {
      const row = rows.get(link) ?? { ...link, state: { kind: 'saved' } };
      rows.set(link, row);
      return row;
    });
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { CachedPage } from '#web/links-client/cache/cache-reading.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { dropLink, putLink, settleLinks } from './link-range.ts';
import type { LinkList } from './link-list-view.ts';
import { createListQuestions } from './list-reader.ts';
import { createListState, wholeList } from './list-state.ts';
import type { ListState } from './list-state.ts';
import type { LayRows } from './listed-rows.ts';
import { createOwnChanges } from './own-changes.ts';
import type { OwnChanges } from './own-changes.ts';
import { createRowCheck } from './row-check.ts';
import type { RowCheck } from './row-check.ts';
import { matches } from './search-match.ts';

export type LinkListStore = LinkList & {
  /** Reads the news; what was shown deeper down stays. Ends when they are there, or when somebody asked later. */
  refresh(): Promise<void>;
  /** Shows what the cache holds, until the server has answered. */
  showCached(cached: CachedPage): void;
  /** A link as the server gave it in answer to a change that was made here. */
  put(link: Link): void;
  /** A link that is gone. */
  drop(id: string): void;
  /** The link as a change that was made here has left it, if that is newer. */
  latest(link: Link): Link;
  /** What is laid over the links has changed. */
  redraw(): void;
  forgetAll(): void;
};

export type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly lay: LayRows;
};

/** Waits this long for the next letter before the server is asked, in milliseconds. */
const typingPause = 120;

export function createLinkList(host: LinkListHost): LinkListStore {
  const { ask, cache, lay } = host;
  const own = createOwnChanges();
  const state = createListState(lay);
  const check = checkRows(host, state, own);
  const questions = createListQuestions({ ask: askKnowing(ask, own), cache, state, onDoubt: check.doubt });
  let typing: ReturnType<typeof setTimeout> | undefined;

  function open(finding: ReturnType<typeof state.finding>): void {
    clearTimeout(typing);
    questions.stop();
    check.doubt([]);
    state.open(finding);
  }

  return {
    view: state.view,
    subscribe: state.subscribe,
    redraw: state.redraw,
    latest: own.later,
    refresh: questions.readNews,
    retry: () => void questions.readNews(),
    near: (ids) => void check.near(ids),
    showCached({ links, hasMore }) {
      const { range, search } = state.finding();
      if (range.read !== null || search !== '' || links.length === 0) return;
      state.show({ range: { links, read: null }, hasMoreCached: hasMore });
    },
    find(search) {
      if (search === state.finding().search) return;
      const whole = state.whole();
      const known = { links: matches(whole.range.links, search), read: null };
      open(search === '' ? { ...whole, isLoadingMore: false } : { ...wholeList, search, range: known });
      typing = setTimeout(() => void questions.readNews(), typingPause);
    },
    showMore() {
      if (state.finding().isLoadingMore || !state.view().hasMore) return;
      state.show({ isLoadingMore: true });
      void questions.readMore();
    },
    put(link) {
      own.put(link);
      cache.keep([link]);
      state.changeLinks(({ search, range }) =>
        matches([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
      );
      questions.askAgain();
    },
    drop(id) {
      own.drop(id);
      cache.drop([id]);
      state.changeLinks(({ range }) => dropLink(range, id));
      questions.askAgain();
    },
    forgetAll() {
      own.forgetAll();
      open(wholeList);
    },
  };
}

/** Asks so that the answer does not take back what is changed here until it comes. */
function askKnowing(ask: LinksApi['list'], own: OwnChanges): LinksApi['list'] {
  return async (...question) => {
    const correct = own.since();
    return correct(await ask(...question));
  };
}

function checkRows({ lookUp, cache }: LinkListHost, state: ListState, own: OwnChanges): RowCheck {
  return createRowCheck({
    lookUp,
    find: (ids) => state.finding().range.links.filter(({ id }) => ids.has(id)),
    settle(asked, answer) {
      const found = answer.map(own.later);
      const there = new Set(found.map(({ id }) => id));
      cache.keep(found);
      cache.drop(asked.flatMap(({ id }) => (there.has(id) ? [] : id)));
      state.changeLinks(({ search, range }) => settleLinks(range, asked, matches(found, search)));
    },
  });
}

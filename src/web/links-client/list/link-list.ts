import { linkBatchLimit } from '#contract/links.ts';
import { type Link, matchingLinks } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';

import { applyLookup, type KnownLinks } from './link-range.ts';
import { createListReader, createListState, wholeList, type ListState } from './list-reader.ts';
import type { ListedLink, UnsentOverlay } from './listed-rows.ts';

type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly overlay: UnsentOverlay;
  readonly known: KnownLinks;
};

/** The pause after the last letter before the server is asked, in milliseconds. */
const typingPause = 120;

export type LinkListStore = ReturnType<typeof createLinkList>;
/** The list for components. */
export type LinkList = Pick<LinkListStore, 'get' | 'subscribe' | 'find' | 'showMore' | 'retry' | 'checkRows'>;

/** The list as the page shows it. The view is the same object until something changes. */
export function createLinkList({ ask, lookUp, cache, overlay, known }: LinkListHost) {
  const state = createListState(overlay);
  const { setUnchecked, check } = createRowCheck({ lookUp, cache, state, latest: known.latest });
  const reader = createListReader({ ask: correctedBy(known, ask), cache, state, setUnchecked });
  let typing: ReturnType<typeof setTimeout> | undefined;

  function open(search: typeof wholeList): void {
    clearTimeout(typing);
    reader.stop();
    setUnchecked([]);
    state.open(search);
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh: reader.refresh,
    retry: () => void reader.refresh(),
    /** Checks rows that are in sight or near it, at most 1,000, if the last refresh did not reach them. */
    checkRows: (ids: readonly string[]) => void check(ids),
    showCached: state.showCached,
    /** Searches on the server, or in the cache if the server does not answer. An empty search shows all links. */
    find(search: string) {
      if (search === state.current().search) return;
      const whole = state.whole();
      const range = { links: matchingLinks(whole.range.links, search), read: null };
      open(search === '' ? { ...whole, isLoadingMore: false } : { ...wholeList, search, range });
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
      known.put(link);
      cache.keep([link]);
      state.put(link);
      reader.restartRefresh();
    },
    /** Removes a link that is gone. */
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

/** Reads pages, and corrects each by what was changed here since it was asked for. */
function correctedBy(known: KnownLinks, ask: LinksApi['list']): LinksApi['list'] {
  return async (...question) => {
    const correct = known.since();
    const page = await ask(...question);
    return { ...page, links: correct(page.links) };
  };
}

type RowCheckHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'keep' | 'drop'>;
  readonly state: Pick<ListState, 'current' | 'changeLinks'>;
  readonly latest: KnownLinks['latest'];
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
    state.changeLinks(({ search, range }) => applyLookup(range, asked, matchingLinks(found, search)));
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

type LookupHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'byIds' | 'byUrl' | 'keep'>;
  readonly overlay: UnsentOverlay;
  readonly known: KnownLinks;
};

export type LinkLookup = ReturnType<typeof createLinkLookup>;

/** Finds links wherever in the list they are. */
export function createLinkLookup({ lookUp, cache, overlay, known }: LookupHost) {
  /** Returns those of the links that were looked up or saved here before, as the user wants them now. */
  function seen(ids: readonly string[]): ListedLink[] {
    const wanted = new Set(ids);
    const links = [...wanted].flatMap((id) => known.get(id) ?? []);
    return overlay.apply(links, '').filter(({ id }) => wanted.has(id));
  }

  async function ask(server: () => Promise<Link[]>, cached: () => Promise<Link[]>) {
    try {
      const links = await server();
      cache.keep(links);
      return { links, isFromServer: true };
    } catch {
      return { links: await cached().catch(() => []), isFromServer: false };
    }
  }

  return {
    seen,
    /** Returns the links with these ids. Without a server, it returns the cached ones, and `gone` is empty. */
    async lookUp(ids: readonly string[], signal?: AbortSignal): Promise<FoundLinks> {
      const found: Link[] = [];
      let isSure = true;
      for (let from = 0; from < ids.length; from += linkBatchLimit) {
        const batch = ids.slice(from, from + linkBatchLimit);
        const { links, isFromServer } = await ask(
          () => lookUp({ ids: batch }, signal),
          () => cache.byIds(batch),
        );
        found.push(...links);
        isSure &&= isFromServer;
      }
      const there = new Set(found.map(({ id }) => id));
      if (isSure) for (const id of ids) if (!there.has(id)) known.forget(id);
      for (const link of found) known.note(link);
      const rows = seen(ids);
      const listed = new Set(rows.map(({ id }) => id));
      return { found: rows, gone: isSure ? ids.filter((id) => !listed.has(id)) : [] };
    },
    /** Returns a link that has exactly this URL. The link with the id `besides` does not count. */
    async sameUrl(url: string, besides: string | null, signal?: AbortSignal): Promise<ListedLink | null> {
      const { links } = await ask(
        () => lookUp({ urls: [url] }, signal),
        () => cache.byUrl(url),
      );
      signal?.throwIfAborted();
      return overlay.apply(links, '').find((row) => row.url === url && row.id !== besides) ?? null;
    },
  };
}

type FoundLinks = { readonly found: readonly ListedLink[]; readonly gone: readonly string[] };

import { linkBatchLimit } from '#contract/links.ts';
import { type Link, matchingLinks } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { LinkCache } from '#web/links-client/cache/link-storage.ts';

import { createListReader } from './list-reader.ts';
import {
  createListState,
  wholeList,
  type LinkListView,
  type ListedLink,
  type UnsentOverlay,
} from './list-state.ts';

type LinkListHost = {
  readonly ask: LinksApi['list'];
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'page' | 'keepPage' | 'keep' | 'drop'>;
  readonly overlay: UnsentOverlay;
  readonly known: KnownLinks;
};

export type LinkListStore = ReturnType<typeof createLinkList>;
/** The list for components. */
export type LinkList = Pick<
  LinkListStore,
  'get' | 'subscribe' | 'find' | 'showMore' | 'showAll' | 'retry' | 'checkRows'
>;

/** The list as the page shows it. The view is the same object until something changes. */
export function createLinkList(host: LinkListHost) {
  const { ask, cache, overlay, known } = host;
  const state = createListState(overlay);
  const reader = createListReader({ ...host, ask: correctedBy(known, ask), state, latest: known.latest });
  let asking: ReturnType<typeof setTimeout> | undefined;

  function open(search: typeof wholeList): void {
    clearTimeout(asking);
    reader.stop();
    state.open(search);
  }

  function readMore(changes: Pick<LinkListView, 'readsAll'>): void {
    if (state.current().isLoadingMore || !state.get().hasMore) return;
    state.show({ ...changes, isLoadingMore: true });
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
      // Searches that follow each other at once are one question.
      asking = setTimeout(() => void reader.refresh());
    },
    /** Reads one more page: of 5 links, or of 100 if the user wants all. */
    showMore: () => readMore({ readsAll: state.current().readsAll }),
    /** Reads at most 1,000 links at once. From then on, more links are read while the user scrolls. */
    showAll: () => readMore({ readsAll: true }),
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

type LookupHost = Pick<LinkListHost, 'lookUp' | 'overlay' | 'known'> & {
  readonly cache: Pick<LinkCache, 'byIds' | 'byUrl' | 'keep'>;
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
      const correct = known.since();
      const before = new Map(ids.map((id) => [id, known.get(id)]));
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
      // A link that was saved or deleted meanwhile is newer than these answers.
      const isOld = (id: string) => !there.has(id) && known.get(id) === before.get(id);
      if (isSure) for (const id of ids) if (isOld(id)) known.forget(id);
      for (const link of correct(found)) known.note(link);
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

export type KnownLinks = ReturnType<typeof createKnownLinks>;

/** The links that were looked up or changed here. An answer that is older than a change must not undo it. */
export function createKnownLinks() {
  const known = new Map<string, Link>();
  // Only these links are newer than the list. The user has not seen the version of a link that was only looked up.
  const changed = new Map<string, Link>();
  // When each link was deleted. A deleted link may be imported again later.
  const gone = new Map<string, number>();
  let time = 0;

  /** Returns the link after the latest change that was made here, if that is newer. */
  function latest(link: Link): Link {
    const own = changed.get(link.id);
    return own !== undefined && own.updatedAt > link.updatedAt ? own : link;
  }

  return {
    get: (id: string) => known.get(id),
    /** Takes a link that was looked up. */
    note: (link: Link) => void known.set(link.id, latest(link)),
    /** Takes a link after a change that was made here. */
    put(link: Link) {
      known.set(link.id, link);
      changed.set(link.id, link);
    },
    /** Forgets a link that was not found. Another answer may still have it. */
    forget: (id: string) => void known.delete(id),
    /** Forgets a link that was deleted. Earlier questions may still be answered with it. */
    drop(id: string) {
      known.delete(id);
      changed.delete(id);
      gone.set(id, (time += 1));
    },
    /** Returns a function that corrects the answer to a request that starts now. */
    since() {
      const asked = time;
      const isThere = ({ id }: Link) => (gone.get(id) ?? 0) <= asked;
      return (links: readonly Link[]) => links.filter(isThere).map(latest);
    },
    latest,
    forgetAll() {
      for (const links of [known, changed, gone]) links.clear();
    },
  };
}

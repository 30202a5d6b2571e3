import { linkBatchLimit } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { LinkCache } from '#web/links-client/storage/link-cache.ts';

import type { ListedLink, UnsentOverlay } from './list-state.ts';

type LookupHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly overlay: UnsentOverlay;
  readonly known: KnownLinks;
  readonly cache: Pick<LinkCache, 'byIds' | 'byUrl' | 'keep'>;
};

export type LinkLookup = ReturnType<typeof createLinkLookup>;

/** Finds links in any part of the list. */
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
    async lookUp(ids: readonly string[], signal?: AbortSignal) {
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
      // A link that was saved or deleted in the meantime is newer than these answers.
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

export type KnownLinks = ReturnType<typeof createKnownLinks>;

/** The links that were looked up or changed here. An answer that is older than a change must not undo it. */
export function createKnownLinks() {
  const known = new Map<string, Link>();
  // Only links that were changed here count as newer than the list. The user has not seen a version that was only
  // looked up.
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
    note: (link: Link) => void known.set(link.id, latest(link)),
    /** Takes a link after a change that was made here. */
    put(link: Link) {
      known.set(link.id, link);
      changed.set(link.id, link);
    },
    /** Forgets a link that was not found. A later answer may contain it again. */
    forget: (id: string) => void known.delete(id),
    /** Forgets a link that was deleted. Answers to earlier requests may still contain it. */
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

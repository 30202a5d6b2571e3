import { linkBatchLimit } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { ListedLink, UnsentOverlay } from './listed-rows.ts';

type FoundLinks = { readonly found: readonly ListedLink[]; readonly gone: readonly string[] };

/** Finds links wherever in the list they are. */
export type LinkLookup = {
  /** Returns the links with these ids. Without a server, it returns the cached ones, and `gone` is empty. */
  lookUp(ids: readonly string[], signal?: AbortSignal): Promise<FoundLinks>;
  /** Returns those of the links that were looked up or saved here before, as the user wants them now. */
  seen(ids: readonly string[]): ListedLink[];
  put(link: Link): void;
  drop(id: string): void;
  /** Returns a link that has exactly this URL. The link with the id `besides` does not count. */
  sameUrl(url: string, besides: string | null, signal?: AbortSignal): Promise<ListedLink | null>;
};

type Found = { readonly links: readonly Link[]; readonly isFromServer: boolean };

type LookupHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'byIds' | 'byUrl' | 'keep'>;
  readonly overlay: UnsentOverlay;
};

export function createLinkLookup({ lookUp, cache, overlay }: LookupHost): LinkLookup {
  const known = new Map<string, Link>();

  function seen(ids: readonly string[]): ListedLink[] {
    const wanted = new Set(ids);
    const links = [...wanted].flatMap((id) => known.get(id) ?? []);
    return overlay.apply(links, '').filter(({ id }) => wanted.has(id));
  }

  async function ask(server: () => Promise<Link[]>, cached: () => Promise<Link[]>): Promise<Found> {
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
    put: (link) => void known.set(link.id, link),
    drop: (id) => void known.delete(id),
    async lookUp(ids, signal) {
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
      if (isSure) for (const id of ids) if (!there.has(id)) known.delete(id);
      for (const link of found) known.set(link.id, link);
      const rows = seen(ids);
      const listed = new Set(rows.map(({ id }) => id));
      return { found: rows, gone: isSure ? ids.filter((id) => !listed.has(id)) : [] };
    },
    async sameUrl(url, besides, signal) {
      const { links } = await ask(
        () => lookUp({ urls: [url] }, signal),
        () => cache.byUrl(url),
      );
      signal?.throwIfAborted();
      return overlay.apply(links, '').find((row) => row.url === url && row.id !== besides) ?? null;
    },
  };
}

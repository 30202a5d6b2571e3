import { linkBatchLimit } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { ListedLink } from './link-list-view.ts';
import type { LayRows } from './listed-rows.ts';

type FoundLinks = { readonly found: readonly ListedLink[]; readonly gone: readonly string[] };

/** Finding links wherever in the list they are. */
export type LinkLookup = {
  /** The links with these ids. Without a server, those that are known here; then none counts as gone. */
  lookUp(ids: readonly string[], signal?: AbortSignal): Promise<FoundLinks>;
  /** Those of the links that were looked up before, or saved here, as the user wants them now. */
  seen(ids: readonly string[]): ListedLink[];
  put(link: Link): void;
  drop(id: string): void;
  /** A link that has exactly this URL, besides the one named. */
  sameUrl(url: string, besides: string | null, signal?: AbortSignal): Promise<ListedLink | null>;
};

type Asked = { readonly links: readonly Link[]; readonly isFromServer: boolean };

type LookupHost = {
  readonly lookUp: LinksApi['lookUp'];
  readonly cache: Pick<LinkCache, 'byIds' | 'byUrl' | 'keep'>;
  readonly lay: LayRows;
};

export function createLinkLookup({ lookUp, cache, lay }: LookupHost): LinkLookup {
  const before = new Map<string, Link>();

  function seen(ids: readonly string[]): ListedLink[] {
    const wanted = new Set(ids);
    const links = [...wanted].flatMap((id) => before.get(id) ?? []);
    return lay(links, '').filter(({ id }) => wanted.has(id));
  }

  async function ask(server: () => Promise<Link[]>, kept: () => Promise<Link[]>): Promise<Asked> {
    try {
      const links = await server();
      cache.keep(links);
      return { links, isFromServer: true };
    } catch {
      return { links: await kept().catch(() => []), isFromServer: false };
    }
  }

  return {
    seen,
    put: (link) => void before.set(link.id, link),
    drop: (id) => void before.delete(id),
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
      if (isSure) for (const id of ids) if (!there.has(id)) before.delete(id);
      for (const link of found) before.set(link.id, link);
      const rows = seen(ids);
      const known = new Set(rows.map(({ id }) => id));
      return { found: rows, gone: isSure ? ids.filter((id) => !known.has(id)) : [] };
    },
    async sameUrl(url, besides, signal) {
      const { links } = await ask(
        () => lookUp({ urls: [url] }, signal),
        () => cache.byUrl(url),
      );
      signal?.throwIfAborted();
      return lay(links, '').find((row) => row.url === url && row.id !== besides) ?? null;
    },
  };
}

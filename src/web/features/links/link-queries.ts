import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { linkPageSize } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/link/link.ts';
import { useLinksApi } from '#web/api/api-context.ts';
import type { SafeStorage } from '#web/storage.ts';

import { readCachedPage, writeCachedPage } from './list-cache.ts';
import { lookUpLinks } from './missing-links.ts';
import type { Lookup } from './missing-links.ts';

type LinkListData = InfiniteData<LinkPage, string | null>;

const everyLink = ['links'];
const listKey = [...everyLink, 'list'];
const lookupKey = [...everyLink, 'lookup'];

/** Shows the cached first page at once, and keeps the cache up to date from then on. */
export function cacheLinkList(client: QueryClient, storage: SafeStorage): void {
  const page = readCachedPage(storage);
  if (page !== null) {
    const data: LinkListData = { pages: [page], pageParams: [firstCursor()] };
    // Seen long ago: it is read again from the server as soon as it is shown.
    client.setQueryData(listKey, data, { updatedAt: 0 });
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hashKey(listKey)) return;
    // Only news: other tabs read again at each change of the cache, and must not be told of an older page.
    if (event.action.type !== 'success') return;
    const newest = client.getQueryData<LinkListData>(listKey)?.pages[0];
    if (newest !== undefined) writeCachedPage(storage, newest);
  });
}

/** The saved links as far as the user has asked for them. */
export function useLinkList() {
  const api = useLinksApi();
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => api.list({ cursor: pageParam, limit: linkPageSize }, signal),
    initialPageParam: firstCursor(),
    getNextPageParam: (page: LinkPage) => (page.hasMore ? page.nextCursor : null),
  });
}

/** Asks the server about ticked links that are not among the loaded ones. */
export function useLinkLookup(ids: readonly string[]) {
  const api = useLinksApi();
  return useQuery({
    queryKey: [...lookupKey, ...ids],
    queryFn: ({ signal }) => lookUpLinks(api.list, ids, signal),
    enabled: ids.length > 0,
  });
}

export function refreshLinkQueries(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: everyLink });
}

export function forgetLink(client: QueryClient, id: string): void {
  client.setQueryData<LinkListData>(listKey, (data) => {
    if (data === undefined) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      links: page.links.filter((link) => link.id !== id),
    }));
    return { ...data, pages };
  });
}

/** The links of these ids, as far as this page has seen them. */
export function seenLinks(client: QueryClient, ids: readonly string[]): Link[] {
  const listed = client.getQueryData<LinkListData>(listKey)?.pages.flatMap((page) => page.links);
  const lookups = client.getQueriesData<Lookup>({ queryKey: lookupKey });
  const seen = [...(listed ?? []), ...lookups.flatMap(([, lookup]) => lookup?.found ?? [])];
  const byId = new Map(seen.map((link) => [link.id, link]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function firstCursor(): string | null {
  return null;
}

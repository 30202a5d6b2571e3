import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { linkPageSize } from '#contract/links.ts';
import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/link/link.ts';
import { useLinksApi } from '#web/api/api-context.ts';

import { lookUpLinks } from './missing-links.ts';
import type { Lookup } from './missing-links.ts';

const everyLink = ['links'];
const listKey = [...everyLink, 'list'];
const lookupKey = [...everyLink, 'lookup'];

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
  client.setQueryData<InfiniteData<LinkPage>>(listKey, (data) => {
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
  const listed = client.getQueryData<InfiniteData<LinkPage>>(listKey)?.pages.flatMap((page) => page.links);
  const lookups = client.getQueriesData<Lookup>({ queryKey: lookupKey });
  const seen = [...(listed ?? []), ...lookups.flatMap(([, lookup]) => lookup?.found ?? [])];
  const byId = new Map(seen.map((link) => [link.id, link]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function firstCursor(): string | null {
  return null;
}

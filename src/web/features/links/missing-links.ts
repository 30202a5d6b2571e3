import { linkPageSizeLimit } from '#contract/links.ts';
import type { Link } from '#core/link/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';

export type Lookup = { readonly found: readonly Link[]; readonly gone: readonly string[] };

/**
 * Looks for links by id in the server's list, page by page, and stops as soon as all are found.
 * An id counts as gone only when the whole list was read without it.
 */
export async function lookUpLinks(
  list: LinksApi['list'],
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Lookup> {
  const wanted = new Set(ids);
  const found: Link[] = [];
  let cursor: string | null = null;
  while (wanted.size > 0) {
    const page: Awaited<ReturnType<LinksApi['list']>> = await list(
      { cursor, limit: linkPageSizeLimit },
      signal,
    );
    for (const link of page.links) if (wanted.delete(link.id)) found.push(link);
    if (!page.hasMore || page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return { found, gone: [...wanted] };
}

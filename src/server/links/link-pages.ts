import { setImmediate as othersTurn } from 'node:timers/promises';

import type { LinkPage } from '#contract/links.ts';
import { isStorable } from '#core/links/link-text.ts';
import { type Link, searchTermsOf } from '#core/links/link.ts';
import { nameStorageFailure } from '#server/db/database-failures.ts';
import type { Database } from '#server/db/database.ts';

import { toLink, type PageRow } from './link-row.ts';
import type { LinkPageRequest } from './link-store.ts';
import {
  createNewestReader,
  newestLinks,
  readCursor,
  writeCursor,
  type PagePosition,
} from './newest-links.ts';

const batchSize = 1000;

/** Returns a function that reads one page. It reads one link more than the page has, to know whether more follow. */
export function createPageReader(database: Database) {
  const readNewest = createNewestReader(database);
  return async (workspace: string, { limit, cursor, search }: LinkPageRequest): Promise<LinkPage> => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const terms = search === undefined ? [] : searchTermsOf(search);
    const rows =
      terms.length === 0
        ? await readNewest(workspace, after, limit + 1)
        : await searchLinks(database, workspace, { terms, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit;
    return {
      links: shown.map(toLink),
      nextCursor: hasMore && last ? writeCursor(positionOf(last)) : null,
      hasMore,
    };
  };
}

export async function* allLinks({ query }: Database, workspace: string): AsyncGenerator<Link[]> {
  let after: PagePosition | null = null;
  for (;;) {
    const batch = newestLinks(query, workspace, after).limit(batchSize);
    const rows = await nameStorageFailure(() => batch.execute());
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toLink);
    after = positionOf(last);
    await othersTurn();
  }
}

function positionOf(row: PageRow): PagePosition {
  return { createdAt: row.created_at, id: row.id };
}

type LinkSearch = {
  readonly terms: readonly string[];
  readonly after: PagePosition | null;
  readonly limit: number;
};

const firstSlice = 250;
const smallestSlice = 20;
/** How long one slice may take, in milliseconds: other requests wait for it. */
const longestSlice = 20;

/** Returns the newest links after the position that contain every term. Searches slice by slice. */
async function searchLinks(
  database: Database,
  workspace: string,
  { terms, after, limit }: LinkSearch,
): Promise<PageRow[]> {
  // No link contains what cannot be stored, and the databases would refuse the query.
  if (!terms.every(isStorable)) return [];
  const found: PageRow[] = [];
  let start = after;
  let size = firstSlice;
  for (;;) {
    const began = performance.now();
    const end = await endOfSlice(database, workspace, start, size);
    let slice = newestLinks(database.query, workspace, start);
    if (end !== null)
      slice = slice.where((eb) => eb(eb.refTuple('created_at', 'id'), '>=', eb.tuple(end.createdAt, end.id)));
    for (const term of terms) slice = slice.where(database.textContains(term));
    found.push(...(await slice.limit(limit - found.length).execute()));
    if (end === null || found.length === limit) return found;
    start = end;
    // The next slice is adapted: the texts and the terms decide how long a search takes.
    const isLate = performance.now() - began > longestSlice;
    size = isLate ? Math.max(smallestSlice, size >> 2) : Math.min(database.searchedAtOnce, size * 2);
    await othersTurn();
  }
}

/** Returns the last position of the slice; null when fewer links follow. Reads only the index. */
async function endOfSlice(
  { query, searchedAtOnce }: Database,
  workspace: string,
  start: PagePosition | null,
  size: number,
): Promise<PagePosition | null> {
  if (searchedAtOnce === Number.POSITIVE_INFINITY) return null;
  let rows = query
    .selectFrom('links')
    .select(['created_at as createdAt', 'id'])
    .where('workspace_id', '=', workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (start !== null)
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(start.createdAt, start.id)));
  const end = await rows
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return end ?? null;
}

import { setImmediate as othersTurn } from 'node:timers/promises';

import { isStorable } from '#core/links/link-text.ts';
import type { Database } from '#server/db/database.ts';

import type { PageRow } from './link-row.ts';
import { newestLinks } from './newest-links.ts';
import type { PagePosition } from './page-cursor.ts';

type LinkSearch = {
  readonly terms: readonly string[];
  readonly after: PagePosition | null;
  readonly limit: number;
};

const firstSlice = 250;
const smallestSlice = 20;
/** In milliseconds: how long others may wait for one slice. */
const patience = 20;

/** The newest links that hold every term, searched slice by slice from the position on. */
export async function searchLinks(
  database: Database,
  workspace: string,
  { terms, after, limit }: LinkSearch,
): Promise<PageRow[]> {
  // What cannot be stored stands in no link, and the databases would not take it for a question.
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
    // Links may be short or long, and a term easy or hard to find.
    const isLate = performance.now() - began > patience;
    size = isLate ? Math.max(smallestSlice, size >> 2) : Math.min(database.searchedAtOnce, size * 2);
    await othersTurn();
  }
}

/** Null: no more links follow than make a slice. Found by the index alone. */
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

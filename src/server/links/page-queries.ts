import { setImmediate as othersTurn } from 'node:timers/promises';

import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import { searchTermsOf } from '#core/links/search-terms.ts';
import type { Database } from '#server/db/database.ts';
import { nameStorageFailure } from '#server/db/storage-failure.ts';

import type { PageRow } from './link-row.ts';
import { toLink } from './link-row.ts';
import type { LinkPageRequest } from './link-store.ts';
import { createNewestReader, newestLinks } from './newest-links.ts';
import type { PagePosition } from './page-cursor.ts';
import { readCursor, writeCursor } from './page-cursor.ts';
import { searchLinks } from './search-links.ts';

const batchSize = 1000;

/** Fetches one link more than asked for, to know whether there are further ones. */
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

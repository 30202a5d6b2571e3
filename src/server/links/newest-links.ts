import type { Kysely } from 'kysely';

import type { Tables } from './database.ts';
import { linkColumns } from './link-row.ts';
import type { PagePosition } from './page-cursor.ts';
import { visibleLinks } from './visible-links.ts';

/** The rows that are shown, newest first: all of them, or those after a position. */
export function newestLinks(query: Kysely<Tables>, workspace: string, after: PagePosition | null) {
  const links = visibleLinks(query, workspace)
    .select(linkColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (after === null) return links;
  return links.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)));
}

import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { LinkPage } from '#contract/links.ts';
import type { Link } from '#core/link/link.ts';

import type { Tables } from './database.ts';
import { toLink } from './link-row.ts';
import type { LinkPageRequest } from './link-store.ts';
import { isStorable } from '#core/link/link-text.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

/** All that `String.prototype.trim` takes away. */
const blankCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

const idsAtOnce = 500;

/** Fetches one link more than asked for, to know whether there are further ones. */
export async function pageOfLinks(
  query: Kysely<Tables>,
  workspace: string,
  { limit, cursor }: LinkPageRequest,
): Promise<LinkPage> {
  let question = visibleLinks(query, workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const { createdAt, id } = readCursor(cursor);
    question = question.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(createdAt, id)));
  }
  const rows = await question.execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return {
    links: shown.map(toLink),
    nextCursor: hasMore && last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
    hasMore,
  };
}

export async function linksByIds(
  query: Kysely<Tables>,
  workspace: string,
  ids: readonly string[],
): Promise<Link[]> {
  const wanted = ids.filter(isStorable);
  const found = new Map<string, Link>();
  for (let start = 0; start < wanted.length; start += idsAtOnce) {
    const rows = await visibleLinks(query, workspace)
      .where('id', 'in', wanted.slice(start, start + idsAtOnce))
      .execute();
    for (const row of rows) found.set(row.id, toLink(row));
  }
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Rows may come from elsewhere: a link with a blank URL is never shown, and pages stay full without it. */
function visibleLinks(query: Kysely<Tables>, workspace: string) {
  return query
    .selectFrom('links')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where(sql<string>`trim(url, ${blankCharacters})`, '<>', '');
}

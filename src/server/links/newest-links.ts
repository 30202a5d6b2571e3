import type { CompiledQuery, Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';

import type { PageRow } from './link-row.ts';
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

/** Reads them by two queries that are built once: to build one takes as long as SQLite takes to answer it. */
export function createNewestReader({ query, ask }: Pick<Database, 'query' | 'ask'>) {
  let first: CompiledQuery<PageRow> | undefined;
  let later: CompiledQuery<PageRow> | undefined;
  return (workspace: string, after: PagePosition | null, limit: number): Promise<readonly PageRow[]> => {
    const build = () => newestLinks(query, workspace, after).limit(limit).compile();
    if (after === null) return ask((first ??= build()), [workspace, '', limit]);
    return ask((later ??= build()), [workspace, '', after.createdAt, after.id, limit]);
  };
}

import * as z from 'zod/mini';
import type { CompiledQuery, Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import { isStorable } from '#core/links/link-text.ts';
import type { Database, Tables } from '#server/db/database.ts';

import { linkColumns, visibleLinks, type PageRow } from './link-row.ts';

/** The last link of a page. The next page starts after it. */
export type PagePosition = { readonly createdAt: number; readonly id: string };

const positionSchema = z.tuple([z.int(), z.string().check(z.refine(isStorable))]);

export function writeCursor({ createdAt, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Throws 'request-invalid' for any text that `writeCursor` cannot have written. */
export function readCursor(cursor: string): PagePosition {
  try {
    const [createdAt, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt, id };
  } catch (cause) {
    throw new ProblemError('request-invalid', { cause });
  }
}

/** Selects the visible links, newest first: all of them, or those after a position. */
export function newestLinks(query: Kysely<Tables>, workspace: string, after: PagePosition | null) {
  const links = visibleLinks(query, workspace)
    .select(linkColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (after === null) return links;
  return links.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)));
}

/** Returns a function that reads them. Builds each query once: building takes as long as SQLite takes to answer. */
export function createNewestReader({ query, ask }: Pick<Database, 'query' | 'ask'>) {
  let first: CompiledQuery<PageRow> | undefined;
  let later: CompiledQuery<PageRow> | undefined;
  return (workspace: string, after: PagePosition | null, limit: number): Promise<readonly PageRow[]> => {
    const build = () => newestLinks(query, workspace, after).limit(limit).compile();
    if (after === null) return ask((first ??= build()), [workspace, '', limit]);
    return ask((later ??= build()), [workspace, '', after.createdAt, after.id, limit]);
  };
}

import { hash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';

import type { CompiledQuery, Kysely } from 'kysely';
import * as z from 'zod/mini';

import { linkPageSizeLimit, type LinkChanges, type LinkPage } from '#contract/link-pages.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable } from '#core/links/check-link-fields.ts';
import type { Link } from '#core/links/link.ts';
import {
  linkColumns,
  named,
  toLink,
  trimmedUrl,
  type Database,
  type PageRow,
  type Tables,
} from '#server/db/database.ts';

/** Selects the links of a workspace. Links with a blank URL are never shown and take no place on a page. */
function visibleLinks(query: Kysely<Tables>, workspace: string) {
  return query.selectFrom('links').where('workspace_id', '=', workspace).where(trimmedUrl, '<>', '');
}

const namedAtOnce = 500;
const fewLinks = 20;

/** Returns a function that reads links by id. Builds queries for few links once for each number of ids. */
export function createIdReader({ query, ask }: Database) {
  const built = new Map<number, CompiledQuery<PageRow>>();

  function queryFor(workspace: string, ids: readonly string[]): CompiledQuery<PageRow> {
    const known = built.get(ids.length);
    if (known !== undefined) return known;
    const made = visibleLinks(query, workspace).select(linkColumns).where('id', 'in', ids).compile();
    if (ids.length <= fewLinks) built.set(ids.length, made);
    return made;
  }

  return named(async (workspace: string, ids: readonly string[]): Promise<Link[]> => {
    const wanted = ids.filter(isStorable);
    const found = new Map<string, Link>();
    for (const some of batchesOf(wanted)) {
      const rows = await ask(queryFor(workspace, some), [workspace, '', ...some]);
      for (const row of rows) found.set(row.id, toLink(row));
    }
    return wanted.flatMap((id) => found.get(id) ?? []);
  });
}

/** Counts all links by the index and subtracts those with a blank URL, which have their own index. */
export async function countLinks(query: Kysely<Tables>, workspace: string): Promise<number> {
  const all = query
    .selectFrom('links')
    .where('workspace_id', '=', workspace)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const blank = all.where(trimmedUrl, '=', '');
  return (await all.executeTakeFirstOrThrow()).count - (await blank.executeTakeFirstOrThrow()).count;
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += namedAtOnce)
    yield items.slice(start, start + namedAtOnce);
}

export type LinkPageRequest = {
  readonly limit: number;
  /** The `nextCursor` of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
};

/** The last link of a page. The next page starts after it. */
type PagePosition = Pick<PageRow, 'created_at' | 'id'>;

/** Returns a function that reads one page, and one link more to know whether another page follows. */
export function createPageReader(database: Database) {
  const readNewest = createNewestReader(database);
  const readSummary = createSummaryReader(database);
  return named(async (workspace: string, { limit, cursor }: LinkPageRequest): Promise<LinkPage> => {
    const after = cursor === undefined ? null : readCursor(cursor);
    // The revision is read before the links: what changes in between is read again as a change.
    const summary = after === null ? await readSummary(workspace) : undefined;
    const rows = await readNewest(workspace, after, limit + 1);
    const shown = rows.slice(0, limit);
    const [last, hasMore] = [shown.at(-1), rows.length > limit];
    return {
      links: shown.map(toLink),
      nextCursor: hasMore && last ? writeCursor(last) : null,
      hasMore,
      ...(summary && { total: summary.links, version: versionOf(workspace, summary.revision) }),
    };
  });
}

const batchSize = 1000;

export async function* allLinks(database: Database, workspace: string): AsyncGenerator<Link[]> {
  const readNewest = named(createNewestReader(database));
  for (let after: PagePosition | null = null; ; await othersTurn()) {
    const rows = await readNewest(workspace, after, batchSize);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toLink);
    after = last;
  }
}

const positionSchema = z.tuple([z.int(), z.string().check(z.refine(isStorable))]);

export function writeCursor({ created_at, id }: PagePosition): string {
  return Buffer.from(JSON.stringify([created_at, id])).toString('base64url');
}

/** Throws 'request-invalid' for any text that `writeCursor` cannot have written. */
export function readCursor(cursor: string): PagePosition {
  try {
    const [created_at, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { created_at, id };
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
  return links.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)));
}

/** Returns a function that reads the newest links. Builds each query once, because building takes as long as SQLite. */
function createNewestReader({ query, ask }: Database) {
  let first: CompiledQuery<PageRow> | undefined;
  let later: CompiledQuery<PageRow> | undefined;
  return (workspace: string, after: PagePosition | null, limit: number): Promise<readonly PageRow[]> => {
    const build = () => newestLinks(query, workspace, after).limit(limit).compile();
    if (after === null) return ask((first ??= build()), [workspace, '', limit]);
    return ask((later ??= build()), [workspace, '', after.created_at, after.id, limit]);
  };
}

type Summary = Pick<Tables['workspaces'], 'links' | 'revision'>;

/**
 * Returns a function that reads the number of links, which each save updates, and the revision. To count the links would
 * take too long. Returns undefined for a missing workspace.
 */
function createSummaryReader({ query, ask }: Database) {
  let built: CompiledQuery<Summary> | undefined;
  return async (workspace: string): Promise<Summary | undefined> => {
    built ??= query
      .selectFrom('workspaces')
      .select(['links', 'revision'])
      .where('id', '=', workspace)
      .compile();
    const [summary] = await ask(built, [workspace]);
    return summary;
  };
}

/** Returns a version of the list for clients. The version of one workspace is unknown to all others. */
function versionOf(workspace: string, revision: number): string {
  return `${revision}-${hash('sha256', workspace, 'base64url').slice(0, 12)}`;
}

/**
 * Returns the links that were saved, changed and deleted since a version of `versionOf`. Returns null if they are too
 * many, or if they are not known: the version is of another workspace or database, or too old.
 */
export async function readChanges(
  query: Kysely<Tables>,
  workspace: string,
  version: string,
): Promise<LinkChanges> {
  const now = await query
    .selectFrom('workspaces')
    .select(['revision', 'changes_since'])
    .where('id', '=', workspace)
    .where('is_ended', '=', 0)
    .executeTakeFirst();
  const since = Number.parseInt(version, 10);
  const isKnown = now !== undefined && version === versionOf(workspace, since);
  if (!isKnown || since > now.revision || since < now.changes_since) return null;
  const unchanged = { version: versionOf(workspace, now.revision), links: [], deleted: [] };
  if (since === now.revision) return unchanged;
  // The deletions are read first: a link that is deleted and saved again in between is then in both, and counts as saved.
  const deleted = await query
    .selectFrom('deleted_links')
    .select('id')
    .where('workspace_id', '=', workspace)
    .where('revision', '>', since)
    .limit(linkPageSizeLimit + 1)
    .execute();
  const links = await visibleLinks(query, workspace)
    .select(linkColumns)
    .where('revision', '>', since)
    .limit(linkPageSizeLimit + 1)
    .execute();
  if (Math.max(deleted.length, links.length) > linkPageSizeLimit) return null;
  return { ...unchanged, links: links.map(toLink), deleted: deleted.map(({ id }) => id) };
}

import { setImmediate as othersTurn } from 'node:timers/promises';

import { sql, type CompiledQuery, type Kysely } from 'kysely';
import * as z from 'zod/mini';

import type { LinkPage } from '#contract/link-pages.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable } from '#core/links/check-link-fields.ts';
import { type Link, searchTermsOf } from '#core/links/link.ts';
import {
  hashUrl,
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

/** Returns the newest link of each URL. The same URL may be saved a hundred thousand times. */
export async function linksByUrls(
  query: Kysely<Tables>,
  readByIds: ReturnType<typeof createIdReader>,
  workspace: string,
  urls: readonly string[],
): Promise<Link[]> {
  const wanted = new Set(urls.filter(isStorable));
  const ids: string[] = [];
  for (const some of batchesOf([...wanted])) {
    const hashes = sql.join(some.map((url) => sql`(${hashUrl(url)})`));
    const rows = await query
      .with('wanted(hash)', () => sql<{ hash: string }>`(values ${hashes})`)
      .selectFrom('wanted')
      .select((eb) =>
        eb
          .selectFrom('links')
          .select('id')
          .where('workspace_id', '=', workspace)
          .whereRef('url_hash', '=', 'wanted.hash')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('id'),
      )
      .execute();
    ids.push(...rows.flatMap(({ id }) => id ?? []));
  }
  const found = await readByIds(workspace, ids);
  return found.filter(({ url }) => wanted.has(url));
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
  /** Only links that contain each term of `searchTermsOf`. */
  readonly search?: string | undefined;
};

/** The last link of a page. The next page starts after it. */
type PagePosition = Pick<PageRow, 'created_at' | 'id'>;

/** Returns a function that reads one page, and one link more to know whether another page follows. */
export function createPageReader(database: Database) {
  const readNewest = createNewestReader(database);
  const readHeld = createHeldReader(database);
  return named(async (workspace: string, { limit, cursor, search }: LinkPageRequest): Promise<LinkPage> => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const terms = search === undefined ? [] : searchTermsOf(search);
    const rows =
      terms.length === 0
        ? await readNewest(workspace, after, limit + 1)
        : await searchLinks(database, workspace, { terms, after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const [last, hasMore] = [shown.at(-1), rows.length > limit];
    const isStart = hasMore && after === null && terms.length === 0;
    const total = isStart ? await readHeld(workspace) : undefined;
    return {
      links: shown.map(toLink),
      nextCursor: hasMore && last ? writeCursor(last) : null,
      hasMore,
      ...(total === undefined ? {} : { total }),
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

/**
 * Returns a function that reads how many links a workspace holds: a sum that each save updates. To count the links would
 * take too long. Returns undefined for a missing workspace.
 */
function createHeldReader({ query, ask }: Database) {
  let built: CompiledQuery<Pick<Tables['workspaces'], 'links'>> | undefined;
  return async (workspace: string): Promise<number | undefined> => {
    built ??= query.selectFrom('workspaces').select('links').where('id', '=', workspace).compile();
    const [held] = await ask(built, [workspace]);
    return held?.links;
  };
}

const firstSlice = 250;
const smallestSlice = 20;
/** The longest time of one slice, in milliseconds. Other requests wait for it. */
const longestSlice = 20;

type LinkSearch = {
  readonly terms: readonly string[];
  readonly after: PagePosition | null;
  readonly limit: number;
};

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
      slice = slice.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '>=', eb.tuple(end.created_at, end.id)),
      );
    for (const term of terms) slice = slice.where(database.textContains(term));
    found.push(...(await slice.limit(limit - found.length).execute()));
    if (end === null || found.length === limit) return found;
    start = end;
    // The size of the next slice is adapted, because the time depends on the texts and the terms.
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
    .select(['created_at', 'id'])
    .where('workspace_id', '=', workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(size - 1)
    .limit(1);
  if (start !== null)
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(start.created_at, start.id)));
  return (await rows.executeTakeFirst()) ?? null;
}

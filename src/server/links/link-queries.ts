import { createHash } from 'node:crypto';

import { sql, type CompiledQuery, type Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { isStorable } from '#core/links/link-text.ts';
import { type Link, type LinkFields, searchTextOf } from '#core/links/link.ts';
import type { Database, LinkRow, Tables } from '#server/db/database.ts';
import { linkBytes } from '#server/workspaces/quotas.ts';

export const linkColumns = ['id', 'url', 'description', 'created_at', 'updated_at'] as const;

export type PageRow = Pick<LinkRow, (typeof linkColumns)[number]>;

export function toLink(row: PageRow): Link {
  const createdAt = new Date(row.created_at).toISOString();
  const isChanged = row.updated_at !== row.created_at;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    createdAt,
    updatedAt: isChanged ? new Date(row.updated_at).toISOString() : createdAt,
  };
}

/** The saved link has another version than the one that the user saw. */
export class LinkChangedError extends ProblemError {
  /** The current link. */
  readonly link: Link;

  constructor(row: PageRow) {
    super('link-changed');
    this.link = toLink(row);
  }
}

/** Returns the columns that are computed from the fields of a link. */
export function derivedColumns(fields: LinkFields) {
  return { search_text: searchTextOf(fields), url_hash: hashUrl(fields.url) };
}

/** Returns half of the SHA-256. It is different for different URLs. */
function hashUrl(url: string): string {
  return createHash('sha256').update(url).digest().subarray(0, 16).toString('base64url');
}

/** Returns the time of a text, for `updated_at`; -1 when the text is not a time. */
export function versionOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? -1 : time;
}

/** All characters that `String.prototype.trim` removes. */
const blankCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The URL without surrounding blanks. An index uses this expression, so its text must not change. */
export const trimmedUrl = sql<string>`trim(url, ${sql.lit(blankCharacters)})`;

/** Selects the links of a workspace. Links with a blank URL are never shown and take no place on a page. */
export function visibleLinks(query: Kysely<Tables>, workspace: string) {
  return query.selectFrom('links').where('workspace_id', '=', workspace).where(trimmedUrl, '<>', '');
}

/** Returns the row with its size, even if its URL is blank; undefined when there is none. */
export function findRow(query: Kysely<Tables>, workspace: string, id: string) {
  return query
    .selectFrom('links')
    .select([...linkColumns, linkBytes.as('bytes')])
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
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

  return async (workspace: string, ids: readonly string[]): Promise<Link[]> => {
    const wanted = ids.filter(isStorable);
    const found = new Map<string, Link>();
    for (const some of batchesOf(wanted)) {
      const rows = await ask(queryFor(workspace, some), [workspace, '', ...some]);
      for (const row of rows) found.set(row.id, toLink(row));
    }
    return wanted.flatMap((id) => found.get(id) ?? []);
  };
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

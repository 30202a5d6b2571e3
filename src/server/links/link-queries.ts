import { sql, type CompiledQuery, type Kysely } from 'kysely';

import { isStorable } from '#core/links/link-text.ts';
import type { Link } from '#core/links/link.ts';
import type { Database, Tables } from '#server/db/database.ts';

import { hashUrl, linkColumns, toLink, trimmedUrl, visibleLinks, type PageRow } from './link-row.ts';

const namedAtOnce = 500;
const fewLinks = 20;

type ReadByIds = (workspace: string, ids: readonly string[]) => Promise<Link[]>;

/** Returns a function that reads links by id. Queries for few links are built only once for each number of links. */
export function createIdReader({ query, ask }: Pick<Database, 'query' | 'ask'>): ReadByIds {
  const built = new Map<number, CompiledQuery<PageRow>>();

  function queryFor(workspace: string, ids: readonly string[]): CompiledQuery<PageRow> {
    const known = built.get(ids.length);
    if (known !== undefined) return known;
    const made = visibleLinks(query, workspace).select(linkColumns).where('id', 'in', ids).compile();
    if (ids.length <= fewLinks) built.set(ids.length, made);
    return made;
  }

  return async (workspace, ids) => {
    const wanted = ids.filter(isStorable);
    const found = new Map<string, Link>();
    for (const some of batchesOf(wanted)) {
      const rows = await ask(queryFor(workspace, some), [workspace, '', ...some]);
      for (const row of rows) found.set(row.id, toLink(row));
    }
    return wanted.flatMap((id) => found.get(id) ?? []);
  };
}

/** Returns the link, also one with a blank URL; undefined when there is none. */
export async function findLink(
  query: Kysely<Tables>,
  workspace: string,
  id: string,
): Promise<Link | undefined> {
  const row = await query
    .selectFrom('links')
    .select(linkColumns)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toLink(row);
}

/** Returns one link for each URL: the same URL may be saved a hundred thousand times. */
export async function linksByUrls(
  query: Kysely<Tables>,
  byIds: ReadByIds,
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
  const found = await byIds(workspace, ids);
  return found.filter(({ url }) => wanted.has(url));
}

/** Counts all links by the index and subtracts those with a blank URL, which have their own index. */
export async function countLinks(query: Kysely<Tables>, workspace: string): Promise<number> {
  const rows = query.selectFrom('links').where('workspace_id', '=', workspace);
  const { all } = await rows.select((eb) => eb.fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
  const { blank } = await rows
    .where(trimmedUrl, '=', '')
    .select((eb) => eb.fn.countAll<number>().as('blank'))
    .executeTakeFirstOrThrow();
  return all - blank;
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += namedAtOnce)
    yield items.slice(start, start + namedAtOnce);
}

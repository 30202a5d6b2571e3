import { sql, type Kysely } from 'kysely';

import type { Database, LinkRow, Tables } from '#server/db/database.ts';

import { derivedColumns, trimmedUrl } from './link-row.ts';

const rowsAtOnce = 500;

type StoredFields = Pick<LinkRow, 'workspace_id' | 'id' | 'url' | 'description'>;

export async function createLinks(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  await sql`
    create table links (
      workspace_id ${text} not null,
      id ${text} not null,
      url text not null,
      description text not null,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (workspace_id, id)
    )`.execute(query);
  await sql`create index links_newest on links (workspace_id, created_at desc, id desc)`.execute(query);
}

export async function addSearchAndDeletedLinks(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  await sql`alter table links add column search_text ${text} not null default ''`.execute(query);
  await sql`alter table links add column url_hash ${text} not null default ''`.execute(query);
  await fillDerivedColumns(query);
  await sql`create index links_by_url on links (workspace_id, url_hash, created_at desc, id desc)`.execute(
    query,
  );
  await sql`create index links_blank on links (workspace_id) where ${trimmedUrl} = ''`.execute(query);
  await sql`
    create table deleted_links (
      workspace_id ${text} not null,
      id ${text} not null,
      deleted_at bigint not null,
      primary key (workspace_id, id)
    )`.execute(query);
  await sql`create index deleted_links_oldest on deleted_links (workspace_id, deleted_at)`.execute(query);
}

/** Computes the columns for searches and look-ups of existing links, in the order of their key. */
async function fillDerivedColumns(query: Kysely<Tables>): Promise<void> {
  let rows = await rowsAfter(query, null);
  while (rows.length > 0) {
    const values = rows.map((row) => {
      const { search_text, url_hash } = derivedColumns(row);
      return sql`(${row.workspace_id}, ${row.id}, ${search_text}, ${url_hash})`;
    });
    await sql`
      with derived (workspace_id, id, search_text, url_hash) as (values ${sql.join(values)})
      update links set search_text = derived.search_text, url_hash = derived.url_hash
      from derived where links.workspace_id = derived.workspace_id and links.id = derived.id`.execute(query);
    rows = await rowsAfter(query, rows.at(-1) ?? null);
  }
}

function rowsAfter(query: Kysely<Tables>, last: StoredFields | null): Promise<StoredFields[]> {
  const rows = query
    .selectFrom('links')
    .select(['workspace_id', 'id', 'url', 'description'])
    .orderBy('workspace_id')
    .orderBy('id')
    .limit(rowsAtOnce);
  if (last === null) return rows.execute();
  return rows
    .where((eb) => eb(eb.refTuple('workspace_id', 'id'), '>', eb.tuple(last.workspace_id, last.id)))
    .execute();
}

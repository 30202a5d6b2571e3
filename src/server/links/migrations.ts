import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Database, Tables } from './database.ts';
import { fillDerivedColumns } from './fill-derived-columns.ts';
import { trimmedUrl } from './visible-links.ts';

type Migration = (query: Kysely<Tables>, database: Database) => Promise<void>;

/** In order; a migration's number is its place, counted from 1. Never change one that was released: add another. */
export const migrations: readonly Migration[] = [createLinks, addSearchAndDeletedLinks];

async function createLinks(query: Kysely<Tables>, database: Database): Promise<void> {
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

async function addSearchAndDeletedLinks(query: Kysely<Tables>, database: Database): Promise<void> {
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

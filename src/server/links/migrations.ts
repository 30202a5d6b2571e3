import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Database, Tables } from './database.ts';

type Migration = (query: Kysely<Tables>, database: Database) => Promise<void>;

/** In order; a migration's number is its place, counted from 1. Never change one that was released: add another. */
export const migrations: readonly Migration[] = [createLinks];

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

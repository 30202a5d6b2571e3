import { sql, type Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';

import { deletedLinkBytes, linkBytes } from './count-saved.ts';
import { sharedWorkspace } from './workspace-store.ts';

/**
 * Creates the tables of workspaces and of saved amounts. Workspaces of older versions are found by their links and
 * records of deleted links. They count as used today.
 */
export async function createWorkspaceTables(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  const today = sql.lit(dayOf(Date.now()));
  await sql`
    create table workspaces (
      id ${text} primary key,
      created_day integer not null,
      used_day integer not null,
      links bigint not null,
      bytes bigint not null,
      is_ended integer not null
    )`.execute(query);
  await sql`
    insert into workspaces (id, created_day, used_day, links, bytes, is_ended)
    select workspace_id, ${today}, ${today}, sum(links), sum(bytes), 0
    from (
      select workspace_id, count(*) as links, sum(${linkBytes}) as bytes from links group by workspace_id
      union all
      select workspace_id, 0 as links, count(*) * ${sql.lit(deletedLinkBytes)} as bytes
      from deleted_links group by workspace_id
    ) as known
    group by workspace_id`.execute(query);
  await sql`
    insert into workspaces (id, created_day, used_day, links, bytes, is_ended)
    values (${sharedWorkspace}, ${today}, ${today}, 0, 0, 0)
    on conflict (id) do nothing`.execute(query);
  await sql`create index workspaces_by_use on workspaces (is_ended, used_day)`.execute(query);
  await sql`
    create table saved_amounts (
      id ${text} primary key,
      day integer,
      workspaces bigint not null,
      bytes bigint not null
    )`.execute(query);
  await sql`create index saved_amounts_oldest on saved_amounts (day) where day is not null`.execute(query);
  await sql`
    insert into saved_amounts (id, day, workspaces, bytes)
    select 'store', null, 0, coalesce(sum(bytes), 0) from workspaces`.execute(query);
}

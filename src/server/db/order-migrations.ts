import { sql, type Kysely } from 'kysely';

import type { Database, Tables } from './database.ts';

export async function createLedgerTables(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  const bytes = sql.raw(database.bytes);
  const statements = [
    sql`create table turns (id integer primary key)`,
    sql`insert into turns (id) values (1)`,
    sql`create table ledger_days (day integer primary key, salt text not null)`,
    sql`
    create table ledger_budgets (
      day integer not null,
      unit ${text} not null,
      spent bigint not null,
      reserved bigint not null,
      primary key (day, unit)
    )`,
    sql`
    create table ledger_orders (
      id ${text} primary key,
      workspace_id ${text} not null,
      started_at bigint not null,
      lease_until bigint,
      outcome text,
      visitor_hash ${text},
      is_counted integer not null,
      day integer not null,
      unit text,
      reserved bigint not null,
      spent bigint not null,
      key_hash ${text},
      body_hash text,
      record ${bytes}
    )`,
  ];
  for (const statement of statements) await statement.execute(query);
}

/**
 * Copies the orders into a table in which each has its state. An order that runs keeps its lease, and an ended order
 * its cost, its place in the day of its visitor, and its result. Removes the functions that an older version had in
 * PostgreSQL.
 */
export async function createOrders(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  const columns = sql.raw(
    'id, workspace_id, started_at, lease_until, visitor_hash, is_counted, day, unit, reserved, spent, key_hash, body_hash, record',
  );
  const statements = [
    sql`
    create table orders (
      id ${text} primary key,
      workspace_id ${text} not null,
      server text,
      state text not null,
      started_at bigint not null,
      lease_until bigint,
      stop_reason text,
      visitor_hash ${text},
      is_counted integer not null,
      day integer not null,
      unit text,
      reserved bigint not null,
      spent bigint not null,
      key_hash ${text},
      body_hash text,
      record ${sql.raw(database.bytes)}
    )`,
    sql`
    insert into orders (state, ${columns})
    select
      case
        when lease_until is not null then 'running'
        when outcome in ('done', 'failed', 'stopped') then outcome
        else 'interrupted'
      end,
      ${columns}
    from ledger_orders`,
    sql`drop table ledger_orders`,
    sql`create unique index orders_by_key on orders (key_hash)`,
    sql`create index orders_by_visitor on orders (visitor_hash, started_at)`,
    sql`create index orders_oldest on orders (started_at)`,
    sql`create index orders_by_workspace on orders (workspace_id, lease_until)`,
    // Only a few orders have a lease at the same time.
    sql`create index orders_leases on orders (lease_until) where lease_until is not null`,
    sql`alter table ledger_budgets rename to budgets`,
    sql`alter table ledger_days rename to visitor_salts`,
    ...(database.isShared
      ? [sql`drop function if exists open_order`, sql`drop function if exists settle_order`]
      : []),
  ];
  for (const statement of statements) await statement.execute(query);
}

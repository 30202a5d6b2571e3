import { sql, type Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';

import { createProcedures } from './procedures.ts';

export async function createLedgerTables(query: Kysely<Tables>, database: Database): Promise<void> {
  const text = sql.raw(database.orderedText);
  const bytes = sql.raw(database.bytes);
  await sql`create table turns (id integer primary key)`.execute(query);
  await sql`insert into turns (id) values (1)`.execute(query);
  await sql`create table ledger_days (day integer primary key, salt text not null)`.execute(query);
  await sql`
    create table ledger_budgets (
      day integer not null,
      unit ${text} not null,
      spent bigint not null,
      reserved bigint not null,
      primary key (day, unit)
    )`.execute(query);
  await sql`
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
    )`.execute(query);
  await sql`create unique index ledger_orders_by_key on ledger_orders (key_hash)`.execute(query);
  await sql`create index ledger_orders_by_visitor on ledger_orders (visitor_hash, started_at)`.execute(query);
  await sql`create index ledger_orders_oldest on ledger_orders (started_at)`.execute(query);
  await sql`create index ledger_orders_by_workspace on ledger_orders (workspace_id, lease_until)`.execute(
    query,
  );
  // Only few orders have a lease at any time.
  await sql`create index ledger_orders_leases on ledger_orders (lease_until) where lease_until is not null`.execute(
    query,
  );
}

/** On a database of another machine, an order is opened and settled in one trip. */
export async function openOrdersInOneTrip(query: Kysely<Tables>, database: Database): Promise<void> {
  await sql`alter table ledger_orders add column server ${sql.raw(database.orderedText)}`.execute(query);
  if (database.inOneTrip !== null) await createProcedures(query);
}

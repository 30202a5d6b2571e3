import { sql, type Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';

import { keyLifetime, verdictOn } from './rules.ts';
import { minute } from '#server/lib/visitors-and-days.ts';

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
    sql`create unique index ledger_orders_by_key on ledger_orders (key_hash)`,
    sql`create index ledger_orders_by_visitor on ledger_orders (visitor_hash, started_at)`,
    sql`create index ledger_orders_oldest on ledger_orders (started_at)`,
    sql`create index ledger_orders_by_workspace on ledger_orders (workspace_id, lease_until)`,
    // Only a few orders have a lease at the same time.
    sql`create index ledger_orders_leases on ledger_orders (lease_until) where lease_until is not null`,
  ];
  for (const statement of statements) await statement.execute(query);
}

/** Adds the server of orders and, in PostgreSQL, the functions that open and settle an order in one round trip. */
export async function openOrdersInOneTrip(query: Kysely<Tables>, database: Database): Promise<void> {
  await sql`alter table ledger_orders add column server ${sql.raw(database.orderedText)}`.execute(query);
  if (database.inOneTrip !== null) await createProcedures(query);
}

/** Creates the functions again, with the current rules. Servers of the previous version can still use them. */
export async function renewProcedures(query: Kysely<Tables>, database: Database): Promise<void> {
  if (database.inOneTrip !== null) await createProcedures(query);
}

/** The rules with the parameters of `open_order`. */
const rules = verdictOn({
  workspace: sql.raw('o_workspace'),
  visitor: sql.raw('o_visitor'),
  at: sql.raw('o_at'),
  day: sql.raw('o_day'),
  unit: sql.raw('o_unit'),
  worstCase: sql.raw('o_worst_case'),
  keyHash: sql.raw('o_key_hash'),
  sinceKey: sql.raw(`o_at - ${keyLifetime}`),
  sinceMinute: sql.raw(`o_at - ${minute}`),
  running: sql.raw('o_running'),
  perMinute: sql.raw('o_per_minute'),
  perDay: sql.raw('o_per_day'),
  budget: sql.raw('o_budget'),
});

/**
 * Creates the functions that do the work of `openOrders` and `settleOrders` inside PostgreSQL. Each takes one round
 * trip, and the lock is held only while it runs. Each statement of a function sees what was committed before that
 * statement, so the lock comes first. A change of the rules needs a migration that creates the functions again.
 */
export async function createProcedures(query: Kysely<Tables>): Promise<void> {
  await sql`
    create or replace function open_order(
      o_id text, o_workspace text, o_server text, o_visitor text, o_at bigint, o_lease_until bigint, o_day integer,
      o_unit text, o_worst_case bigint, o_key_hash text, o_body_hash text,
      o_running bigint, o_per_minute bigint, o_per_day bigint, o_budget bigint
    ) returns text language plpgsql as $body$
    declare
      verdict text;
      held bigint := case when o_unit is null then 0 else o_worst_case end;
    begin
      perform id from turns for update;
      verdict := ${rules};
      if verdict is not null then
        return verdict;
      end if;
      if o_unit is not null then
        insert into ledger_budgets (day, unit, spent, reserved) values (o_day, o_unit, 0, held)
        on conflict (day, unit) do update set reserved = ledger_budgets.reserved + held;
      end if;
      if o_key_hash is not null then
        update ledger_orders set key_hash = null, body_hash = null, record = null where key_hash = o_key_hash;
      end if;
      insert into ledger_orders (
        id, workspace_id, server, started_at, lease_until, visitor_hash, is_counted, day, unit, reserved, spent,
        key_hash, body_hash
      ) values (
        o_id, o_workspace, o_server, o_at, o_lease_until, o_visitor, 1, o_day, o_unit, held, 0, o_key_hash, o_body_hash
      );
      return null;
    end
    $body$`.execute(query);
  await sql`
    create or replace function settle_order(
      o_id text, o_outcome text, o_spent bigint, o_is_counted integer, o_record bytea
    ) returns void language plpgsql as $body$
    declare
      before record;
    begin
      perform id from turns for update;
      select day, unit, spent, reserved into before from ledger_orders
      where id = o_id and (lease_until is not null or outcome = 'interrupted');
      if not found then
        return;
      end if;
      update ledger_orders
      set outcome = o_outcome, lease_until = null, reserved = 0, spent = o_spent, is_counted = o_is_counted,
        record = o_record
      where id = o_id;
      if before.unit is not null then
        insert into ledger_budgets (day, unit, spent, reserved)
        values (before.day, before.unit, o_spent - before.spent, -before.reserved)
        on conflict (day, unit) do update
        set spent = ledger_budgets.spent + excluded.spent, reserved = ledger_budgets.reserved + excluded.reserved;
      end if;
    end
    $body$`.execute(query);
}

import { sql, type Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { keyLifetime, minute } from './clock.ts';
import type { Settled } from './order-rows.ts';
import { verdictOn, type LedgerOrder, type LedgerTerms, type Verdict } from './rules.ts';

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
 * Creates the functions that do the work of `openOrders` and `settleOrders` inside PostgreSQL. Each takes one trip, and
 * the lock is held only while they run. Each statement of a function sees what was committed before that statement, so
 * the lock comes first. A change of the rules needs a migration that creates the functions again.
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

const orderColumns = sql.raw(
  'place integer, id text, workspace text, server text, visitor text, at bigint, lease_until bigint, day integer, unit text, worst_case bigint, key_hash text, body_hash text',
);

/** Does the same as `openOrders`, in one trip. */
export async function callOpenOrders(
  query: Kysely<Tables>,
  orders: readonly LedgerOrder[],
  { limits: { runningPerWorkspace, perMinute, perDay }, budget }: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const rows = orders.map(({ id, workspace, server, at, day, unit, ...order }, place) => ({
    place,
    id,
    workspace,
    server,
    visitor: order.visitorHash,
    at,
    day,
    unit,
    lease_until: order.leaseUntil,
    worst_case: order.worstCase,
    key_hash: order.key?.keyHash ?? null,
    body_hash: order.key?.bodyHash ?? null,
  }));
  const most = budget === null ? null : Math.floor(budget.perDay);
  const { rows: verdicts } = await sql<{ place: number; verdict: Verdict | null }>`
    select o.place, open_order(
      o.id, o.workspace, o.server, o.visitor, o.at, o.lease_until, o.day, o.unit, o.worst_case, o.key_hash,
      o.body_hash, ${runningPerWorkspace}, ${perMinute}, ${perDay},
      case when o.unit is null then null else ${most}::bigint end
    ) as verdict from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(${orderColumns})`.execute(
    query,
  );
  return verdicts.toSorted((a, b) => a.place - b.place).map(({ verdict }) => verdict);
}

/** Does the same as `settleOrders`, in one trip. Locks rows in the order of their ids, as renewals do: no deadlocks. */
export async function callSettleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  const inOrder = settled.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rows = inOrder.map(({ id, spent, isCounted, state, record }) => ({
    id,
    state,
    spent: Math.ceil(spent),
    is_counted: isCounted ? 1 : 0,
    record: record === null ? null : Buffer.from(record).toString('base64'),
  }));
  await sql`
    select settle_order(s.id, s.state, s.spent, s.is_counted, decode(s.record, 'base64'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(id text, state text, spent bigint, is_counted integer, record text)`.execute(query);
}

import { sql, type Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tables } from '#server/db/database.ts';

import { keyLifetime } from './clock.ts';
import type { DailyBudget, HashedKey, LedgerTerms, Outcome } from './ledger.ts';
import { judge, type JudgedOrder, type Verdict } from './rules.ts';

/** A new order. Its worst case is reserved if it is charged to a budget. */
export type NewOrder = JudgedOrder &
  Pick<Tables['ledger_orders'], 'id' | 'server' | 'lease_until' | 'body_hash'>;

export type Settled = Pick<Tables['ledger_orders'], 'id' | 'outcome' | 'spent' | 'is_counted' | 'record'>;

type Account = { readonly day: number; readonly unit: DailyBudget['unit'] };
type Sums = { readonly spent: number; readonly reserved: number };

export async function readBudget(query: Kysely<Tables>, { day, unit }: Account): Promise<Sums> {
  const row = await query
    .selectFrom('ledger_budgets')
    .select(['spent', 'reserved'])
    .where('day', '=', day)
    .where('unit', '=', unit)
    .executeTakeFirst();
  return row ?? { spent: 0, reserved: 0 };
}

/** Adds the changes to both sums. A negative change is subtracted. */
export async function changeBudget(
  query: Kysely<Tables>,
  { day, unit }: Account,
  change: Sums,
): Promise<void> {
  await query
    .insertInto('ledger_budgets')
    .values({ day, unit, ...change })
    .onConflict((conflict) =>
      conflict.columns(['day', 'unit']).doUpdateSet((eb) => ({
        spent: eb('ledger_budgets.spent', '+', change.spent),
        reserved: eb('ledger_budgets.reserved', '+', change.reserved),
      })),
    )
    .execute();
}

/** Returns the outcome of the order with this key; null when there is none or it is too old to be repeated. */
export async function findOutcome(
  query: Kysely<Tables>,
  key: HashedKey,
  at: number,
): Promise<Outcome | 'running' | null> {
  const row = await query
    .selectFrom('ledger_orders')
    .select(['body_hash', 'started_at', 'lease_until', 'outcome', 'record'])
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();
  if (row === undefined || row.started_at <= at - keyLifetime) return null;
  if (row.body_hash !== key.bodyHash) throw new ProblemError('idempotency-key-reused');
  const { lease_until: leaseUntil, outcome, record } = row;
  if (leaseUntil !== null && leaseUntil > at) return 'running';
  return { state: outcome ?? 'interrupted', record };
}

/** Deletes the workspace, the key and the record from the ended orders of a workspace. Keeps visitors and costs. */
export async function forgetOrders(query: Kysely<Tables>, workspace: string): Promise<void> {
  await query
    .updateTable('ledger_orders')
    .set({ workspace_id: '', key_hash: null, body_hash: null, record: null })
    .where('workspace_id', '=', workspace)
    .where('lease_until', 'is', null)
    .execute();
}

/** Opens one order after the other in the current transaction. Returns a verdict for each; null: it is open. */
export async function openOrders(
  query: Kysely<Tables>,
  orders: readonly NewOrder[],
  terms: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const verdicts: (Verdict | null)[] = [];
  for (const order of orders) {
    const verdict = await judge(query, order, terms);
    if (verdict === null) await writeOrder(query, order);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Writes the order and reserves its worst case. */
async function writeOrder(
  query: Kysely<Tables>,
  { worst_case: worstCase, ...order }: NewOrder,
): Promise<void> {
  const { day, unit } = order;
  const reserved = unit === null ? 0 : worstCase;
  if (unit !== null) await changeBudget(query, { day, unit }, { spent: 0, reserved });
  // An order that is too old to be repeated may still have the key.
  if (order.key_hash !== null)
    await query
      .updateTable('ledger_orders')
      .set({ key_hash: null, body_hash: null, record: null })
      .where('key_hash', '=', order.key_hash)
      .execute();
  await query
    .insertInto('ledger_orders')
    .values({ ...order, is_counted: 1, reserved, spent: 0 })
    .execute();
}

const orderColumns = sql.raw(
  'place integer, id text, workspace_id text, server text, visitor_hash text, started_at bigint, lease_until bigint, day integer, unit text, worst_case bigint, key_hash text, body_hash text',
);

/** Does the same as `openOrders` in one trip: the function `open_order` does the work in PostgreSQL. */
export async function callOpenOrders(
  query: Kysely<Tables>,
  orders: readonly NewOrder[],
  { limits: { runningPerWorkspace, perMinute, perDay }, budget }: LedgerTerms,
): Promise<(Verdict | null)[]> {
  const rows = orders.map((order, place) => ({ place, ...order }));
  const most = budget === null ? null : Math.floor(budget.perDay);
  const { rows: verdicts } = await sql<{ place: number; verdict: Verdict | null }>`
    select o.place, open_order(
      o.id, o.workspace_id, o.server, o.visitor_hash, o.started_at, o.lease_until, o.day, o.unit, o.worst_case,
      o.key_hash, o.body_hash, ${runningPerWorkspace}, ${perMinute}, ${perDay},
      case when o.unit is null then null else ${most}::bigint end
    ) as verdict from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(${orderColumns})`.execute(
    query,
  );
  return verdicts.toSorted((a, b) => a.place - b.place).map(({ verdict }) => verdict);
}

/** Settles one order after the other in the current transaction. */
export async function settleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  for (const each of settled) await settleOrder(query, each);
}

/**
 * Charges the cost to the day on which the order was opened. When the order was booked as interrupted, its real cost
 * replaces the booked one.
 */
async function settleOrder(query: Kysely<Tables>, { id, ...settled }: Settled): Promise<void> {
  const order = await query
    .selectFrom('ledger_orders')
    .select(['day', 'unit', 'spent', 'reserved'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lease_until', 'is not', null), eb('outcome', '=', 'interrupted')]))
    .executeTakeFirst();
  if (order === undefined) return;
  await query
    .updateTable('ledger_orders')
    .set({ ...settled, lease_until: null, reserved: 0 })
    .where('id', '=', id)
    .execute();
  const { day, unit, spent: booked, reserved } = order;
  if (unit === null) return;
  await changeBudget(query, { day, unit }, { spent: settled.spent - booked, reserved: -reserved });
}

/** Does the same as `settleOrders`, in one trip. Locks rows in the order of their ids, as renewals do: no deadlocks. */
export async function callSettleOrders(query: Kysely<Tables>, settled: readonly Settled[]): Promise<void> {
  const inOrder = settled.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rows = inOrder.map(({ record, ...row }) => ({
    ...row,
    record: record === null ? null : Buffer.from(record).toString('base64'),
  }));
  await sql`
    select settle_order(s.id, s.outcome, s.spent, s.is_counted, decode(s.record, 'base64'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(id text, outcome text, spent bigint, is_counted integer, record text)`.execute(query);
}

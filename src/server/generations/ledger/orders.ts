import { sql, type Kysely, type RawBuilder } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tables } from '#server/db/database.ts';
import { dayLength, minute } from '#server/visitors-and-days.ts';

import type { DailyBudget, LedgerLimits, LedgerTerms, Outcome, SoughtKey } from './ledger.ts';

/** How long a request with an idempotency key can be repeated, in milliseconds. */
export const keyLifetime = dayLength;

/** The fields of an order that the rules need. */
export type JudgedOrder = Pick<
  Tables['ledger_orders'],
  'workspace_id' | 'visitor_hash' | 'started_at' | 'day' | 'unit' | 'key_hash'
> & {
  /** The most that it can cost, in whole units of the budget. */
  readonly worst_case: number;
};

/** 'known': the idempotency key was used before. Any other value is the reason for a refusal. */
export type Verdict =
  | 'known'
  | 'workspace-running'
  | 'visitor-minute-limit'
  | 'visitor-day-limit'
  | 'budget-spent';

/** The parameters of the rules, as values or as names in SQL. */
type RuleParameters = Readonly<Record<keyof ReturnType<typeof valuesOf>, RawBuilder<unknown>>>;

/**
 * Returns the rules as one SQL expression for both databases. Its value is null when the order is accepted. A limit of
 * null limits nothing. An order with an expired lease does not run any more, even if that is not written yet.
 * 'workspace-running' means that the end of a running order could make the new one possible: that end sets free most of
 * what the running order reserves. So the limits of the visitor and what others have of the budget come first.
 */
export function verdictOn(asked: RuleParameters): RawBuilder<Verdict | null> {
  const { workspace, visitor, at, day, unit, worstCase, keyHash, sinceKey, sinceMinute } = asked;
  const { running, perMinute, perDay, budget } = asked;
  const used = sql`coalesce(
      (select spent + reserved from ledger_budgets where day = ${day} and unit = ${unit}), 0
    )`;
  return sql<Verdict | null>`case
    when exists (
      select 1 from ledger_orders where key_hash = ${keyHash} and started_at > ${sinceKey}
    ) then 'known'
    when (
      select count(*) from ledger_orders where visitor_hash = ${visitor} and started_at > ${sinceMinute}
    ) >= ${perMinute} then 'visitor-minute-limit'
    when (${ordersOfDay(visitor, at)}) >= ${perDay} then 'visitor-day-limit'
    when (
      select count(*) from ledger_orders where workspace_id = ${workspace} and lease_until > ${at}
    ) >= ${running} then case
      when ${used} - (
        select coalesce(sum(reserved), 0) from ledger_orders
        where workspace_id = ${workspace} and lease_until > ${at} and day = ${day} and unit = ${unit}
      ) + ${worstCase} > ${budget} then 'budget-spent'
      else 'workspace-running'
    end
    when ${used} + ${worstCase} > ${budget} then 'budget-spent'
  end`;
}

/** Returns SQL that counts the orders of a visitor's day. Each day has its own hash of the visitor. */
function ordersOfDay(visitor: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`select count(*) from ledger_orders
    where visitor_hash = ${visitor} and is_counted = 1 and (lease_until is null or lease_until > ${at})`;
}

export async function countVisitorDay(
  query: Kysely<Tables>,
  visitorHash: string,
  at: number,
): Promise<number> {
  const used = sql<number>`(${ordersOfDay(sql`${visitorHash}`, sql`${at}`)})`.as('used');
  return (await query.selectNoFrom(used).executeTakeFirstOrThrow()).used;
}

/** Returns the verdict of the rules. Takes no lock. */
export async function judge(
  query: Kysely<Tables>,
  order: JudgedOrder,
  terms: LedgerTerms,
): Promise<Verdict | null> {
  const verdict = verdictOn(valuesOf(order, terms)).as('verdict');
  return (await query.selectNoFrom(verdict).executeTakeFirstOrThrow()).verdict;
}

function valuesOf(order: JudgedOrder, { limits, budget }: LedgerTerms) {
  const { started_at: at, unit } = order;
  return {
    workspace: sql`${order.workspace_id}`,
    visitor: sql`${order.visitor_hash}`,
    at: sql`${at}`,
    day: sql`${order.day}`,
    unit: sql`${unit}`,
    worstCase: sql`${order.worst_case}`,
    keyHash: sql`${order.key_hash}`,
    sinceKey: sql`${at - keyLifetime}`,
    sinceMinute: sql`${at - minute}`,
    running: sql`${limits.runningPerWorkspace}`,
    perMinute: sql`${limits.perMinute}`,
    perDay: sql`${limits.perDay}`,
    budget: sql`${unit === null || budget === null ? null : Math.floor(budget.perDay)}`,
  };
}

export function countsVisitors({ perMinute, perDay }: LedgerLimits): boolean {
  return perMinute !== null || perDay !== null;
}

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
  key: SoughtKey,
  at: number,
): Promise<Outcome | 'running' | null> {
  const row = await query
    .selectFrom('ledger_orders')
    .select(['body_hash', 'started_at', 'lease_until', 'outcome', 'record'])
    .where('key_hash', '=', key.keyHash)
    .executeTakeFirst();
  if (row === undefined || row.started_at <= at - keyLifetime) return null;
  if (key.bodyHash !== null && row.body_hash !== key.bodyHash)
    throw new ProblemError('idempotency-key-reused');
  const { lease_until: leaseUntil, outcome, record } = row;
  if (leaseUntil !== null && leaseUntil > at) return 'running';
  return { state: isEnd(outcome) ? outcome : 'interrupted', record };
}

function isEnd(outcome: Tables['ledger_orders']['outcome']): outcome is Outcome['state'] {
  return outcome === 'done' || outcome === 'failed' || outcome === 'stopped' || outcome === 'interrupted';
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

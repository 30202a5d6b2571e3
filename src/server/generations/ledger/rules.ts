import { sql, type Kysely, type RawBuilder } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { keyLifetime, minute } from './clock.ts';
import type { LedgerLimits, LedgerTerms } from './ledger.ts';

type OrderRow = Tables['ledger_orders'];

/** The fields of an order that the rules need. */
export type JudgedOrder = Pick<
  OrderRow,
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
 */
export function verdictOn(asked: RuleParameters): RawBuilder<Verdict | null> {
  const { workspace, visitor, at, day, unit, worstCase, keyHash, sinceKey, sinceMinute } = asked;
  const { running, perMinute, perDay, budget } = asked;
  return sql<Verdict | null>`case
    when exists (
      select 1 from ledger_orders where key_hash = ${keyHash} and started_at > ${sinceKey}
    ) then 'known'
    when (
      select count(*) from ledger_orders where workspace_id = ${workspace} and lease_until > ${at}
    ) >= ${running} then 'workspace-running'
    when (
      select count(*) from ledger_orders where visitor_hash = ${visitor} and started_at > ${sinceMinute}
    ) >= ${perMinute} then 'visitor-minute-limit'
    when (${ordersOfDay(visitor, at)}) >= ${perDay} then 'visitor-day-limit'
    when coalesce(
      (select spent + reserved from ledger_budgets where day = ${day} and unit = ${unit}), 0
    ) + ${worstCase} > ${budget} then 'budget-spent'
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

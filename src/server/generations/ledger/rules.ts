import { sql, type Kysely, type RawBuilder } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { keyLifetime, minute } from './clock.ts';
import type { DailyBudget, Order, LedgerLimits } from './ledger.ts';

/** An order as the ledger writes it down. Times are milliseconds since 1970. */
export type LedgerOrder = Pick<Order, 'workspace' | 'worstCase' | 'key'> & {
  readonly id: string;
  /** The name of the server that runs it. A server keeps its name when it starts again. */
  readonly server: string;
  /** Null when visitors are not counted. */
  readonly visitorHash: string | null;
  readonly at: number;
  /** The day whose budget it is charged to, in days since 1970. */
  readonly day: number;
  /** Null: it is charged to no budget. */
  readonly unit: DailyBudget['unit'] | null;
  readonly leaseUntil: number;
};

export type LedgerTerms = { readonly limits: LedgerLimits; readonly budget: DailyBudget | null };

/** 'known': the idempotency key was used before. Any other value is why an order cannot be taken now. */
export type Verdict =
  | 'known'
  | 'workspace-running'
  | 'visitor-minute-limit'
  | 'visitor-day-limit'
  | 'budget-spent';

/** The parameters of the rules, as values or as names in SQL. */
export type RuleParameters = {
  readonly [
    name in
      | 'workspace'
      | 'visitor'
      | 'at'
      | 'day'
      | 'unit'
      | 'worstCase'
      | 'keyHash'
      | 'sinceKey'
      | 'sinceMinute'
      | 'running'
      | 'perMinute'
      | 'perDay'
      | 'budget'
  ]: RawBuilder<unknown>;
};

/**
 * Returns the rules as one SQL expression for both databases. Its value is null when the order may be taken. A limit of
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

/** Counts the orders that count against a visitor's day. Each day has its own hash of the visitor. */
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

/** What the rules have to know of an order. */
export type JudgedOrder = Pick<
  LedgerOrder,
  'workspace' | 'visitorHash' | 'at' | 'day' | 'unit' | 'worstCase' | 'key'
>;

/** Returns the verdict of the rules. Takes no lock. */
export async function judge(
  query: Kysely<Tables>,
  order: JudgedOrder,
  terms: LedgerTerms,
): Promise<Verdict | null> {
  const verdict = verdictOn(valuesOf(order, terms)).as('verdict');
  return (await query.selectNoFrom(verdict).executeTakeFirstOrThrow()).verdict;
}

function valuesOf(
  { key, visitorHash, ...order }: JudgedOrder,
  { limits, budget }: LedgerTerms,
): RuleParameters {
  const { workspace, at, day, unit, worstCase } = order;
  return {
    workspace: sql`${workspace}`,
    visitor: sql`${visitorHash}`,
    at: sql`${at}`,
    day: sql`${day}`,
    unit: sql`${unit}`,
    worstCase: sql`${worstCase}`,
    keyHash: sql`${key?.keyHash ?? null}`,
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

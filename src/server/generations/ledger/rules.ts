import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';

import { readBudget } from './budgets.ts';
import { repeatable } from './clicks.ts';
import type { CountedOrder } from './counted-order.ts';
import { minute } from './days.ts';
import type { DailyBudget, LedgerLimits } from './ledger.ts';
import { refuseBudget, refuseDay, refuseMinute } from './refusals.ts';

export type Terms = { readonly limits: LedgerLimits; readonly budget: DailyBudget | null };

/** Known: the click was made before. Any other is why an order cannot be taken now. */
export type Verdict =
  | 'known'
  | 'workspace-running'
  | 'visitor-minute-limit'
  | 'visitor-day-limit'
  | 'budget-spent';

/** What the rules ask about, as values or as names in SQL. */
export type Asked = {
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
 * The rules, as one expression of SQL that both databases take: null where nothing stands against the order. A limit that
 * is null stands against none. An order whose lease has passed runs no more, whether or not that was written down.
 */
export function verdictOn(asked: Asked): RawBuilder<Verdict | null> {
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

/** How many of a visitor's orders count against their day. A visitor's hash is of one day. */
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

type Order = Pick<CountedOrder, 'workspace' | 'visitorHash' | 'at' | 'day' | 'unit' | 'worstCase' | 'click'>;

/** Asks the rules, and locks nothing. */
export async function judge(query: Kysely<Tables>, order: Order, terms: Terms): Promise<Verdict | null> {
  const verdict = verdictOn(valuesOf(order, terms)).as('verdict');
  return (await query.selectNoFrom(verdict).executeTakeFirstOrThrow()).verdict;
}

function valuesOf({ click, visitorHash, ...order }: Order, { limits, budget }: Terms): Asked {
  const { workspace, at, day, unit, worstCase } = order;
  return {
    workspace: sql`${workspace}`,
    visitor: sql`${visitorHash}`,
    at: sql`${at}`,
    day: sql`${day}`,
    unit: sql`${unit}`,
    worstCase: sql`${worstCase}`,
    keyHash: sql`${click?.keyHash ?? null}`,
    sinceKey: sql`${at - repeatable}`,
    sinceMinute: sql`${at - minute}`,
    running: sql`${limits.runningPerWorkspace}`,
    perMinute: sql`${limits.perMinute}`,
    perDay: sql`${limits.perDay}`,
    budget: sql`${unit === null || budget === null ? null : Math.floor(budget.perDay)}`,
  };
}

/** Says in words what speaks against the order, with the times and amounts of now. */
export async function explainRefusal(
  query: Kysely<Tables>,
  verdict: Exclude<Verdict, 'known'>,
  { visitorHash, day, worstCase, at }: Order,
  { limits, budget }: Terms,
): Promise<ProblemError> {
  if (verdict === 'visitor-day-limit') return refuseDay(limits.perDay ?? 0, at);
  if (verdict === 'visitor-minute-limit') {
    const perMinute = limits.perMinute ?? 1;
    // The last of as many as a minute allows: when it is a minute old, another may follow.
    const blocking = await query
      .selectFrom('ledger_orders')
      .select('started_at')
      .where('visitor_hash', '=', visitorHash)
      .orderBy('started_at', 'desc')
      .offset(perMinute - 1)
      .limit(1)
      .executeTakeFirst();
    return refuseMinute(perMinute, (blocking?.started_at ?? at) + minute, at);
  }
  if (verdict === 'workspace-running' || budget === null) return new ProblemError('workspace-running');
  const { spent } = await readBudget(query, { day, unit: budget.unit });
  return refuseBudget({ perDay: budget.perDay, spent, worstCase }, at);
}

export function countsVisitors({ perMinute, perDay }: LedgerLimits): boolean {
  return perMinute !== null || perDay !== null;
}

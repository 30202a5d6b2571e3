import { sql, type Kysely, type RawBuilder } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tables } from '#server/db/database.ts';
import {
  counted,
  dayLength,
  endOfDay,
  inWords,
  minute,
  secondsUntil,
} from '#server/lib/visitors-and-days.ts';

/** Null: no limit. */
export type LedgerLimits = {
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly runningPerWorkspace: number | null;
};

/** 'usd': `perDay` is in millionths of a dollar. */
export type DailyBudget = { readonly unit: 'usd' | 'tokens'; readonly perDay: number };

export type LedgerTerms = { readonly limits: LedgerLimits; readonly budget: DailyBudget | null };

/** How long a request with an idempotency key can be repeated, in milliseconds. */
export const keyLifetime = dayLength;

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
 * 'workspace-running' means that the end of a running order could make the new one possible: that end frees most of
 * what the running order reserves. So the limits of the visitor, and the amounts that others use of the budget, are
 * checked first.
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

export async function readBudget(query: Kysely<Tables>, day: number, unit: DailyBudget['unit']) {
  const row = await query
    .selectFrom('ledger_budgets')
    .select(['spent', 'reserved'])
    .where('day', '=', day)
    .where('unit', '=', unit)
    .executeTakeFirst();
  return row ?? { spent: 0, reserved: 0 };
}

/** The workspace has as many running orders as it may have. One of them has to end first. */
export class WorkspaceBusyError extends ProblemError {
  constructor() {
    super('workspace-running');
  }
}

const wayOut = 'Until then you can use your own key or the built-in writer.';

export async function explainRefusal(
  query: Kysely<Tables>,
  verdict: Exclude<Verdict, 'known'>,
  order: JudgedOrder,
  { limits, budget }: LedgerTerms,
): Promise<ProblemError> {
  if (verdict === 'visitor-day-limit') return refuseDay(query, limits, order);
  if (verdict === 'visitor-minute-limit') return refuseMinute(query, limits.perMinute ?? 1, order);
  if (verdict === 'workspace-running' || budget === null) return new WorkspaceBusyError();
  return refuseBudget(query, budget, order);
}

async function refuseMinute(
  query: Kysely<Tables>,
  limit: number,
  { visitor_hash: visitorHash, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  // The visitor may start another order when the `limit`-th latest one is a minute old.
  const blocking = await query
    .selectFrom('ledger_orders')
    .select('started_at')
    .where('visitor_hash', '=', visitorHash)
    .orderBy('started_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const opensAt = (blocking?.started_at ?? at) + minute;
  return new ProblemError('visitor-minute-limit', {
    detail: `This site allows you ${counted(limit, 'generation')} a minute. The next one is possible in ${inWords(opensAt - at)}.`,
    retryAfterSeconds: secondsUntil(opensAt, at),
  });
}

async function refuseDay(
  query: Kysely<Tables>,
  { perDay, runningPerWorkspace }: LedgerTerms['limits'],
  { workspace_id: workspace, visitor_hash: visitorHash, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  const limit = perDay ?? 0;
  const running = await query
    .selectFrom('ledger_orders')
    .select('visitor_hash')
    .where('workspace_id', '=', workspace)
    .where('lease_until', '>', at)
    .execute();
  const own = running.filter((each) => each.visitor_hash === visitorHash).length;
  const isFull = runningPerWorkspace !== null && running.length >= runningPerWorkspace;
  // A running order may turn out not to count against the day, but this is known only at its end.
  if (isFull && (await countVisitorDay(query, visitorHash ?? '', at)) - own < limit)
    return new ProblemError('workspace-running');
  const used =
    limit === 1 ? 'Your free generation for today is' : `Your ${limit} free generations for today are`;
  return new ProblemError('visitor-day-limit', {
    detail: `${used} used up. A new day begins at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

/** It is more than a day allows, more than is left, or others have only reserved the amount for now. */
async function refuseBudget(
  query: Kysely<Tables>,
  { unit, perDay }: DailyBudget,
  { day, worst_case: worstCase, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  const { spent } = await readBudget(query, day, unit);
  if (spent + worstCase <= perDay)
    return new ProblemError('budget-spent', {
      detail:
        'What is left of today’s free budget is held by generations that are running. Please try again in a minute, or use your own key or the built-in writer.',
      retryAfterSeconds: minute / 1000,
    });
  const detail =
    worstCase > perDay
      ? 'This is more than a whole day’s free budget allows. Please shorten your content, or use your own key or the built-in writer.'
      : `Today’s free generations are used up. They reopen at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`;
  return new ProblemError('budget-spent', { detail, retryAfterSeconds: secondsUntil(endOfDay(at), at) });
}

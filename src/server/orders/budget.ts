import { sql, type Kysely, type RawBuilder } from 'kysely';

import type { Allowance } from '#contract/visitor.ts';
import { ProblemError } from '#core/errors/problem-messages.ts';
import type { DailyBudget } from '#server/config/config.ts';
import type { Tables } from '#server/db/database.ts';
import { counted, dayOf, endOfDay, inWords, minute, secondsUntil } from '#server/lib/visitors-and-days.ts';

/** Null: no limit. */
export type OrderLimits = {
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly runningPerWorkspace: number | null;
};

export type OrderTerms = { readonly limits: OrderLimits; readonly budget: DailyBudget | null };

/** A new order, as far as limits and budget judge it. */
export type JudgedOrder = Pick<
  Tables['orders'],
  'workspace_id' | 'visitor_hash' | 'started_at' | 'day' | 'unit' | 'key_hash'
> & {
  /** The most that it can cost, in whole units of the budget. */
  readonly worst_case: number;
};

/** What a verdict on an order depends on. An order with an expired lease does not run any more. */
type Facts = {
  /** Orders with the same idempotency key. */
  readonly withKey: number;
  /** Orders of the visitor in the last minute, and those that count against the visitor's day. */
  readonly ofMinute: number;
  readonly ofDay: number;
  /** Orders of the workspace that run, those of them that are of the visitor, and what they reserve of the budget. */
  readonly running: number;
  readonly runningOfVisitor: number;
  readonly reservedByWorkspace: number;
  /** What all orders of the day have spent, and what they reserve. */
  readonly spent: number;
  readonly reserved: number;
};

/** The workspace has as many running orders as it may have. One of them has to end first. */
export class WorkspaceBusyError extends ProblemError {
  constructor() {
    super('workspace-running');
  }
}

/**
 * Returns 'new' if the order may start, and 'known' if an order has its idempotency key. Otherwise throws
 * 'visitor-minute-limit', 'visitor-day-limit', 'workspace-running' or 'budget-spent'. A `WorkspaceBusyError` means that
 * the end of a running order could make the new one possible: that end frees most of what the running order reserves.
 * So the limits of the visitor, and the amounts that others use of the budget, are checked first.
 */
export async function judge(
  query: Kysely<Tables>,
  order: JudgedOrder,
  { limits, budget }: OrderTerms,
): Promise<'new' | 'known'> {
  const facts = await readFacts(query, order);
  const left = order.unit === null || budget === null ? null : Math.floor(budget.perDay) - order.worst_case;
  const isOverBudget = (used: number) => left !== null && used > left;
  const used = facts.spent + facts.reserved;
  if (facts.withKey > 0) return 'known';
  if (isReached(limits.perMinute, facts.ofMinute))
    throw await refuseMinute(query, limits.perMinute ?? 1, order);
  if (isReached(limits.perDay, facts.ofDay)) throw refuseDay(limits, facts, order.started_at);
  const isBusy = isReached(limits.runningPerWorkspace, facts.running);
  if (isBusy && !isOverBudget(used - facts.reservedByWorkspace)) throw new WorkspaceBusyError();
  if (budget !== null && isOverBudget(used)) throw refuseBudget(budget, facts, order);
  return 'new';
}

function isReached(limit: number | null, count: number): boolean {
  return limit !== null && count >= limit;
}

async function readFacts(query: Kysely<Tables>, order: JudgedOrder): Promise<Facts> {
  const { workspace_id: workspace, visitor_hash: visitor, started_at: at, day, unit, key_hash: key } = order;
  const running = sql`from orders where workspace_id = ${workspace} and lease_until > ${at}`;
  const ofDay = sql`day = ${day} and unit = ${unit}`;
  const { rows } = await sql<Facts>`
    select
      (select count(*) from orders where key_hash = ${key}) as "withKey",
      (select count(*) from orders where visitor_hash = ${visitor} and started_at > ${at - minute}) as "ofMinute",
      (${countOfDay(visitor, at)}) as "ofDay",
      (select count(*) ${running}) as "running",
      (select count(*) ${running} and visitor_hash = ${visitor}) as "runningOfVisitor",
      (select cast(coalesce(sum(reserved), 0) as bigint) ${running} and ${ofDay}) as "reservedByWorkspace",
      coalesce((select spent from budgets where ${ofDay}), 0) as "spent",
      coalesce((select reserved from budgets where ${ofDay}), 0) as "reserved"`.execute(query);
  const [facts] = rows;
  if (facts === undefined) throw new Error('A select without a table has one row.');
  return facts;
}

/** Counts the orders of a visitor's day. Each day has its own hash of the visitor. */
function countOfDay(visitorHash: string | null, at: number): RawBuilder<number> {
  return sql`select count(*) from orders
    where visitor_hash = ${visitorHash} and is_counted = 1 and (lease_until is null or lease_until > ${at})`;
}

const wayOut = 'Until then, you can use your own key or the built-in writer.';

async function refuseMinute(
  query: Kysely<Tables>,
  limit: number,
  { visitor_hash: visitorHash, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  // The visitor may start another order when the `limit`-th latest one is a minute old.
  const blocking = await query
    .selectFrom('orders')
    .select('started_at')
    .where('visitor_hash', '=', visitorHash)
    .orderBy('started_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const opensAt = (blocking?.started_at ?? at) + minute;
  return new ProblemError('visitor-minute-limit', {
    detail: `This site allows ${counted(limit, 'generation')} a minute. Please try again in ${inWords(opensAt - at)}.`,
    retryAfterSeconds: secondsUntil(opensAt, at),
  });
}

function refuseDay({ perDay, runningPerWorkspace }: OrderLimits, facts: Facts, at: number): ProblemError {
  const limit = perDay ?? 0;
  // A running order may turn out not to count against the day, but this is known only at its end.
  if (isReached(runningPerWorkspace, facts.running) && facts.ofDay - facts.runningOfVisitor < limit)
    return new ProblemError('workspace-running');
  const used =
    limit === 1
      ? 'Today’s free generation is used up. You get a new one'
      : `Your ${limit} free generations for today are used up. You get new ones`;
  return new ProblemError('visitor-day-limit', {
    detail: `${used} at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

/** It is more than a day allows, more than is left, or others have only reserved the amount for now. */
function refuseBudget(
  { perDay }: DailyBudget,
  { spent }: Facts,
  { worst_case: worstCase, started_at: at }: JudgedOrder,
): ProblemError {
  if (spent + worstCase <= perDay)
    return new ProblemError('budget-spent', {
      detail:
        'The rest of today’s free budget is reserved for generations that are running. Please try again in a minute, or use your own key or the built-in writer.',
      retryAfterSeconds: minute / 1000,
    });
  const detail =
    worstCase > perDay
      ? 'This costs more than a whole day’s free budget. Please shorten your content, or use your own key or the built-in writer.'
      : `Today’s free generations are used up. There are new ones at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`;
  return new ProblemError('budget-spent', { detail, retryAfterSeconds: secondsUntil(endOfDay(at), at) });
}

/** Adds to the sums of a day. */
export async function changeBudget(query: Kysely<Tables>, change: Tables['budgets']): Promise<void> {
  await query
    .insertInto('budgets')
    .values(change)
    .onConflict((conflict) =>
      conflict.columns(['day', 'unit']).doUpdateSet((eb) => ({
        spent: eb('budgets.spent', '+', change.spent),
        reserved: eb('budgets.reserved', '+', change.reserved),
      })),
    )
    .execute();
}

export type Left = Omit<Allowance, 'budgetShare'> & {
  /** The amount that is neither spent nor reserved today, in the unit of the budget; null: no budget. */
  readonly budgetLeft: number | null;
};

type DayOfVisitor = {
  readonly at: number;
  /** Null: reads only the budget. */
  readonly visitorHash: string | null;
  /** A day without enough budget for an order of this worst case is closed. */
  readonly worstCase: number;
};

/** Returns what is left of the day of a visitor and of the budget. */
export async function readLeft(
  query: Kysely<Tables>,
  { at, visitorHash, worstCase }: DayOfVisitor,
  { limits: { perDay }, budget }: OrderTerms,
): Promise<Left> {
  const sums =
    budget === null
      ? undefined
      : await query
          .selectFrom('budgets')
          .select(['spent', 'reserved'])
          .where('day', '=', dayOf(at))
          .where('unit', '=', budget.unit)
          .executeTakeFirst();
  const { spent, reserved } = sums ?? { spent: 0, reserved: 0 };
  const leftToday =
    visitorHash === null || perDay === null
      ? null
      : Math.max(0, perDay - (await readUsedDay(query, visitorHash, at)));
  // Reserved amounts do not count, because most become free again.
  const isSpent = budget !== null && spent + worstCase > budget.perDay;
  const closedBy = isSpent ? 'budget-spent' : leftToday === 0 ? 'visitor-day-limit' : null;
  return {
    leftToday,
    budgetLeft: budget === null ? null : Math.max(0, budget.perDay - spent - reserved),
    closedBy,
    reopensAt: closedBy === null ? null : endOfDay(at),
  };
}

async function readUsedDay(query: Kysely<Tables>, visitorHash: string, at: number): Promise<number> {
  const used = sql<number>`(${countOfDay(visitorHash, at)})`.as('used');
  return (await query.selectNoFrom(used).executeTakeFirstOrThrow()).used;
}

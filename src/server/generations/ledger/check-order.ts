import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';
import type { Tables } from '#server/db/database.ts';

import { dayOf, endOfDay, minute, type SharedClock } from './clock.ts';
import type { Ledger, Left } from './ledger.ts';
import { readBudget } from './order-rows.ts';
import { refuseBudget, refuseDay, refuseMinute } from './refusals.ts';
import {
  countsVisitors,
  countVisitorDay,
  judge,
  type JudgedOrder,
  type LedgerTerms,
  type Verdict,
} from './rules.ts';

type CheckParts = LedgerTerms & {
  readonly clock: SharedClock;
  readonly hashVisitor: (visitor: string, day: number) => Promise<string>;
};

/** Throws why an order for the model cannot be taken now, whatever it costs. In doubt it does not throw. */
export async function checkOrder(
  query: Kysely<Tables>,
  { workspace, visitor, key }: Parameters<Ledger['check']>[0],
  { clock, hashVisitor, ...terms }: CheckParts,
): Promise<void> {
  const at = await clock.now();
  const day = dayOf(at);
  const visitorHash = countsVisitors(terms.limits) ? await hashVisitor(visitor, day) : null;
  const unit = terms.budget?.unit ?? null;
  const order = { workspace, visitorHash, at, day, unit, worstCase: 1, key };
  const verdict = await judge(query, order, terms);
  if (verdict !== null && verdict !== 'known') throw await explainRefusal(query, verdict, order, terms);
}

/** Returns the problem that tells the user why the order is refused, with the times and amounts of now. */
export async function explainRefusal(
  query: Kysely<Tables>,
  verdict: Exclude<Verdict, 'known'>,
  { visitorHash, day, worstCase, at }: JudgedOrder,
  { limits, budget }: LedgerTerms,
): Promise<ProblemError> {
  if (verdict === 'visitor-day-limit') return refuseDay(limits.perDay ?? 0, at);
  if (verdict === 'visitor-minute-limit') {
    const perMinute = limits.perMinute ?? 1;
    // When the oldest order of a full minute is a minute old, another one may follow.
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

type LeftQuestion = { readonly visitorHash: string | null; readonly worstCase: number; readonly at: number };

/** Returns what is left today. The day is closed when it has no room for an order of this worst case. */
export async function readLeft(
  query: Kysely<Tables>,
  { visitorHash, worstCase, at }: LeftQuestion,
  { limits: { perDay }, budget }: LedgerTerms,
): Promise<Left> {
  const sums = budget === null ? null : await readBudget(query, { day: dayOf(at), unit: budget.unit });
  const isSpent = budget !== null && sums !== null && sums.spent + worstCase > budget.perDay;
  const today =
    visitorHash === null || perDay === null
      ? null
      : Math.max(0, perDay - (await countVisitorDay(query, visitorHash, at)));
  const closedBy = isSpent ? 'budget-spent' : today === 0 ? 'visitor-day-limit' : null;
  return {
    today,
    budgetLeft:
      budget === null || sums === null ? null : Math.max(0, budget.perDay - sums.spent - sums.reserved),
    closedBy,
    reopensAt: closedBy === null ? null : endOfDay(at),
  };
}

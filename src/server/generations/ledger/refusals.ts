import type { Kysely } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { Tables } from '#server/db/database.ts';

import { counted, endOfDay, inWords, minute, secondsUntil } from '#server/visitors-and-days.ts';
import type { DailyBudget, LedgerTerms } from './ledger.ts';
import { countVisitorDay, readBudget, type JudgedOrder, type Verdict } from './orders.ts';

/** The workspace has no place for the order. The end of one of its running orders would make one. */
export class NoPlaceError extends ProblemError {
  constructor() {
    super('workspace-running');
  }
}

const wayOut = 'Until then you can use your own key or the built-in writer.';

/** Returns the problem that tells the user why the order is refused, with the times and amounts of now. */
export async function explainRefusal(
  query: Kysely<Tables>,
  verdict: Exclude<Verdict, 'known'>,
  order: JudgedOrder,
  { limits, budget }: LedgerTerms,
): Promise<ProblemError> {
  if (verdict === 'visitor-day-limit') return refuseDay(query, limits, order);
  if (verdict === 'visitor-minute-limit') return refuseMinute(query, limits.perMinute ?? 1, order);
  if (verdict === 'workspace-running' || budget === null) return new NoPlaceError();
  return refuseBudget(query, budget, order);
}

async function refuseMinute(
  query: Kysely<Tables>,
  limit: number,
  { visitor_hash: visitorHash, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  // Another order may follow when this one is a minute old.
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
  // Whether a running order counts against the day is known only at its end, which makes no place before that.
  if (isFull && (await countVisitorDay(query, visitorHash ?? '', at)) - own < limit)
    return new ProblemError('workspace-running');
  const used =
    limit === 1 ? 'Your free generation for today is' : `Your ${limit} free generations for today are`;
  return new ProblemError('visitor-day-limit', {
    detail: `${used} used up. A new day begins at 00:00 UTC, in ${inWords(endOfDay(at) - at)}. ${wayOut}`,
    retryAfterSeconds: secondsUntil(endOfDay(at), at),
  });
}

/** The message depends on the worst case: more than a day allows, more than is left, or only reserved by others now. */
async function refuseBudget(
  query: Kysely<Tables>,
  { unit, perDay }: DailyBudget,
  { day, worst_case: worstCase, started_at: at }: JudgedOrder,
): Promise<ProblemError> {
  const { spent } = await readBudget(query, { day, unit });
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

import type { Kysely } from 'kysely';

import type { Tables } from '#server/db/database.ts';

import { readBudget } from './budgets.ts';
import { dayOf, endOfDay } from './days.ts';
import { countVisitorDay } from './rules.ts';
import type { Terms } from './rules.ts';
import type { Left } from './ledger.ts';

type Question = { readonly visitorHash: string | null; readonly worstCase: number; readonly at: number };

export async function readLeft(
  query: Kysely<Tables>,
  { visitorHash, worstCase, at }: Question,
  { limits: { perDay }, budget }: Terms,
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

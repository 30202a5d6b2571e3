import type { Allowance } from '#contract/visitor.ts';
import { dearestTokens } from '#core/limits/content-limit.ts';
import type { Config } from '#server/config/config.ts';
import type { Budget } from '#server/observe/meter.ts';

import type { DailyBudget, Ledger } from './ledger/ledger.ts';
import { amountOf } from './spending.ts';

/** A paragraph, in characters. A budget without room for it has no room for any content. */
const shortContent = 500;

export type AllowanceParts = {
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  /** What `leastOrder` returns. The model is closed when not even that has room. */
  readonly leastOrder: number;
};

/** Returns the most that one of the smallest generations can cost, in the unit of the budget. */
export function leastOrder({
  model,
  budget,
  protocol,
}: Pick<Config, 'model' | 'budget' | 'protocol'>): number {
  if (model === null) return 0;
  return amountOf(dearestTokens(shortContent, model.limits, protocol), model.price, budget);
}

/** Returns what a visitor may still order from the model today. */
export async function readAllowance(
  { ledger, budget, leastOrder: worstCase }: AllowanceParts,
  visitor: string,
): Promise<Allowance> {
  const { today, budgetLeft, closedBy, reopensAt } = await ledger.left(visitor, worstCase);
  return { leftToday: today, budgetShare: shareOf(budgetLeft, budget), closedBy, reopensAt };
}

function shareOf(left: number | null, budget: DailyBudget | null): number | null {
  if (left === null || budget === null) return null;
  return budget.perDay === 0 ? 0 : Math.min(1, Math.max(0, left / budget.perDay));
}

/** Returns the rest of today's budget for the metrics, in dollars or tokens; null when there is no budget. */
export async function readBudgetLeft(ledger: Ledger, budget: DailyBudget | null): Promise<Budget | null> {
  if (budget === null) return null;
  const { budgetLeft } = await ledger.left(null);
  if (budgetLeft === null) return null;
  return { unit: budget.unit, left: budget.unit === 'usd' ? budgetLeft / 1_000_000 : budgetLeft };
}

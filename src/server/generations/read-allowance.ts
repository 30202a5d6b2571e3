import type { Allowance } from '#contract/allowance.ts';
import type { DailyBudget, Ledger } from './ledger/ledger.ts';

export type AllowanceParts = {
  readonly ledger: Ledger;
  readonly budget: DailyBudget | null;
  /** The model is closed where not even the smallest order has room. */
  readonly leastOrder: number;
};

/** What the model may still write today, as a visitor is told. */
export async function readAllowance(
  { ledger, budget, leastOrder }: AllowanceParts,
  visitor: string,
): Promise<Allowance> {
  const { today, budgetLeft, closedBy, reopensAt } = await ledger.left(visitor, leastOrder);
  return { leftToday: today, budgetShare: shareOf(budgetLeft, budget), closedBy, reopensAt };
}

function shareOf(left: number | null, budget: DailyBudget | null): number | null {
  if (left === null || budget === null) return null;
  return budget.perDay === 0 ? 0 : Math.min(1, Math.max(0, left / budget.perDay));
}

import type { DailyBudget, Ledger } from './ledger/ledger.ts';
import type { Budget } from '#server/observe/meter.ts';

/** What is left of today's budget, for whoever watches the server; null where there is none. */
export async function readBudgetLeft(ledger: Ledger, budget: DailyBudget | null): Promise<Budget | null> {
  if (budget === null) return null;
  const { budgetLeft } = await ledger.left(null);
  if (budgetLeft === null) return null;
  return { unit: budget.unit, left: budget.unit === 'usd' ? budgetLeft / 1_000_000 : budgetLeft };
}

import type { DailyBudget } from '#server/config/config.ts';

/** The next call may cost more than is left. */
export class BudgetReached extends Error {
  override readonly name = 'BudgetReached';
}

/** What calls have cost and may cost, in the unit of the budget. */
export type Money = {
  /** Resolves when the amount is reserved: at once, or when running calls have cost less than they might. */
  reserve(amount: number): Promise<void>;
  /** Ends a reservation with the real cost. */
  settle(reserved: number, cost: number): void;
  /** What was spent in this run. */
  spent(): number;
};

/**
 * @param before what earlier runs have spent of the same budget
 */
export function createMoney(budget: DailyBudget | null, before: number): Money {
  const most = budget?.perDay ?? Infinity;
  let spent = 0;
  let reserved = 0;
  let waiting: (() => void)[] = [];
  return {
    async reserve(amount) {
      for (;;) {
        const certain = before + spent + amount;
        if (certain + reserved <= most) break;
        if (certain > most) throw new BudgetReached();
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      reserved += amount;
    },
    settle(amount, cost) {
      reserved -= amount;
      spent += cost;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    spent: () => spent,
  };
}

import type { Budget } from '#server/observe/meter.ts';
import { within } from '#server/observe/within.ts';

import { writeMetric } from './metric.ts';
import type { Metric } from './metric.ts';

const patience = 2_000;

/** What is left of the day's budget, named by its unit; nothing where there is none, or no word of it in time. */
export function createBudgetMetric(read: () => Promise<Budget | null>): Metric {
  return {
    async write() {
      // A database that hangs leaves a gap in one line, not a look without an answer.
      const asked = read().catch(() => null);
      const budget = await within(patience, asked, null);
      if (budget === null) return '';
      const name = `linkweft_budget_left_${budget.unit}`;
      return writeMetric({ name, help: 'What is left of the budget of the day.', type: 'gauge' }, [
        { value: budget.left },
      ]);
    },
  };
}

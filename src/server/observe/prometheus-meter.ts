import type { Budget, Meter } from './meter.ts';
import { createGenerationMetrics } from './metrics/generation-metrics.ts';
import { createGauge, writeMetric } from './metrics/metric.ts';
import type { Metric } from './metrics/metric.ts';
import { withTimeout } from './with-timeout.ts';

/** In milliseconds. */
const budgetTimeout = 2_000;

/** Makes a meter that counts events as metrics. A series is a writer and an outcome, never a visitor. */
export function createPrometheusMeter(): Meter & { readonly metrics: readonly Metric[] } {
  const generations = createGenerationMetrics();
  let openStreams = 0;
  let readBudget = noBudget;
  return {
    generationStarted: generations.started,
    generationRefused: generations.refused,
    modelCalled: generations.called,
    tokensUnbooked: generations.unbooked,
    streamOpened() {
      let isOpen = true;
      openStreams += 1;
      return () => {
        if (isOpen) openStreams -= 1;
        isOpen = false;
      };
    },
    budgetLeft(read) {
      readBudget = read;
    },
    metrics: [
      ...generations.metrics,
      createGauge('linkweft_open_streams', 'Answers that stream now.', () => openStreams),
      { write: () => writeBudget(readBudget) },
    ],
  };
}

/** The unit of the budget is part of the name. A database that hangs causes a missing line, not a missing answer. */
async function writeBudget(read: () => Promise<Budget | null>): Promise<string> {
  const asked = read().catch(() => null);
  const budget = await withTimeout(budgetTimeout, asked, null);
  if (budget === null) return '';
  const name = `linkweft_budget_left_${budget.unit}`;
  return writeMetric({ name, help: 'What is left of the budget of the day.', type: 'gauge' }, [
    { value: budget.left },
  ]);
}

async function noBudget(): Promise<Budget | null> {
  return null;
}

import type { Budget, Meter } from './meter.ts';
import { createBudgetMetric } from './metrics/budget-metric.ts';
import { createGauge } from './metrics/gauge.ts';
import { createGenerationMetrics } from './metrics/generation-metrics.ts';
import type { Metric } from './metrics/metric.ts';

/** Keeps what it hears as metrics. A series stands for a writer and an outcome, never for a visitor. */
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
      createBudgetMetric(() => readBudget()),
    ],
  };
}

async function noBudget(): Promise<Budget | null> {
  return null;
}

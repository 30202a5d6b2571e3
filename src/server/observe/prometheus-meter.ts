import { performance } from 'node:perf_hooks';

import { callPurposes } from '#core/generation/writing-job.ts';

import type { Budget, Meter } from './meter.ts';
import { createCounter, createGauge, createHistogram, writeMetric, type Metric } from './metrics/metric.ts';
import { withTimeout } from './with-timeout.ts';

const writers = ['model', 'built-in'] as const;
/** In seconds. */
const firstTextBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const totalBounds = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300, 600];
/** In milliseconds. */
const budgetTimeout = 2_000;

/** Makes a meter that counts events as metrics. A series is a writer and an outcome, never a visitor. */
export function createPrometheusMeter(): Meter & { readonly metrics: readonly Metric[] } {
  const counted = createCounters();
  let running = 0;
  let openStreams = 0;
  let readBudget = noBudget;
  return {
    generationStarted(writer) {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1000;
      let hasText = false;
      let hasEnded = false;
      running += 1;
      return {
        firstText() {
          if (!hasText) counted.firstText.observe(seconds(), { writer });
          hasText = true;
        },
        end(outcome, usage) {
          if (hasEnded) return;
          hasEnded = true;
          running -= 1;
          counted.generations.add(1, { outcome, writer });
          counted.total.observe(seconds(), { writer });
          counted.inputTokens.add(usage?.inputTokens ?? 0);
          counted.outputTokens.add(usage?.outputTokens ?? 0);
          counted.cost.add(usage?.costUsd ?? 0);
        },
      };
    },
    generationRefused: (reason) => counted.refusals.add(1, { reason }),
    modelCalled: (purpose) => counted.calls.add(1, { purpose }),
    tokensUnbooked({ inputTokens, outputTokens }) {
      counted.unbooked.add(inputTokens, { kind: 'input' });
      counted.unbooked.add(outputTokens, { kind: 'output' });
    },
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
      ...Object.values(counted),
      createGauge('linkweft_generations_running', 'Generations that run now.', () => running),
      createGauge('linkweft_open_streams', 'Answers that stream now.', () => openStreams),
      { write: () => writeBudget(readBudget) },
    ],
  };
}

function createCounters() {
  return {
    generations: createCounter(
      'linkweft_generations_total',
      'Generations that ended, by outcome.',
      writers.map((writer) => ({ outcome: 'done', writer })),
    ),
    refusals: createCounter(
      'linkweft_generations_refused_total',
      'Generations that were asked for and not begun, by reason.',
      [],
    ),
    calls: createCounter(
      'linkweft_model_calls_total',
      'Calls of a model: those that a generation begins with, and repairs, which ask for what is missing.',
      callPurposes.map((purpose) => ({ purpose })),
    ),
    firstText: createHistogram(
      'linkweft_generation_first_text_seconds',
      'From the start of a generation to its first text.',
      firstTextBounds,
    ),
    total: createHistogram(
      'linkweft_generation_seconds',
      'From the start of a generation to its end.',
      totalBounds,
    ),
    inputTokens: createCounter('linkweft_input_tokens_total', 'Tokens that models read.'),
    outputTokens: createCounter('linkweft_output_tokens_total', 'Tokens that models wrote.'),
    unbooked: createCounter(
      'linkweft_unbooked_tokens_total',
      'Tokens that providers counted beyond what a model was allowed. They are in no other figure.',
      [{ kind: 'input' }, { kind: 'output' }],
    ),
    cost: createCounter(
      'linkweft_cost_usd_total',
      'What generations cost, in US dollars, where prices are known.',
    ),
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

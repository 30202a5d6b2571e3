import { performance } from 'node:perf_hooks';

import type { Tokens } from '#core/generation/token-limits.ts';
import { callPurposes } from '#core/generation/writing-job.ts';
import type { CallPurpose } from '#core/generation/writing-job.ts';
import type { ProblemCode } from '#core/errors/problem.ts';
import type { MeteredGeneration, Writer } from '#server/observe/meter.ts';

import { createCounter, createGauge, createHistogram } from './metric.ts';
import type { Metric } from './metric.ts';

const writers = ['model', 'built-in'] as const;
/** In seconds. */
const firstTextBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const totalBounds = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300, 600];

export type GenerationMetrics = {
  started(writer: Writer): MeteredGeneration;
  refused(reason: ProblemCode): void;
  called(purpose: CallPurpose): void;
  unbooked(tokens: Tokens): void;
  readonly metrics: readonly Metric[];
};

export function createGenerationMetrics(): GenerationMetrics {
  let running = 0;
  const counted = createCounters();

  function started(writer: Writer): MeteredGeneration {
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
  }

  const runningNow = createGauge('linkweft_generations_running', 'Generations that run now.', () => running);
  const refused = (reason: ProblemCode) => counted.refusals.add(1, { reason });
  const called = (purpose: CallPurpose) => counted.calls.add(1, { purpose });
  function unbooked({ inputTokens, outputTokens }: Tokens): void {
    counted.unbooked.add(inputTokens, { kind: 'input' });
    counted.unbooked.add(outputTokens, { kind: 'output' });
  }

  return { started, refused, called, unbooked, metrics: [...Object.values(counted), runningNow] };
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

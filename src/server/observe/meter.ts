import { setTimeout as sleep } from 'node:timers/promises';

import type { ProblemCode } from '#core/errors/problem-messages.ts';
import type { Usage } from '#core/generation/finished-generation.ts';
import type { Tokens } from '#core/limits/terms.ts';
import { type CallPurpose, callPurposes } from '#core/prompt/prompt.ts';

export type Budget = { readonly unit: 'usd' | 'tokens'; readonly left: number };

type Writer = (typeof writers)[number];

/** Receives events for monitoring. Events never contain content, links or visitors. */
export type Meter = ReturnType<typeof createMeter>;

const writers = ['model', 'built-in'] as const;
/** In seconds. */
const firstTextBounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const totalBounds = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 180, 300, 600];
/** In milliseconds. */
const budgetTimeout = 2_000;

/** Makes a meter that counts events as metrics. No label names a visitor. */
export function createMeter() {
  const counted = createCounters();
  let running = 0;
  let openStreams = 0;
  let readBudget: (() => Promise<Budget | null>) | null = null;
  const metrics: readonly Metric[] = [
    ...Object.values(counted),
    createGauge('linkweft_generations_running', 'Generations that run now.', () => running),
    createGauge('linkweft_open_streams', 'Answers that stream now.', () => openStreams),
    { write: () => writeBudget(readBudget) },
  ];
  return {
    metrics,
    generationStarted(writer: Writer) {
      running += 1;
      return measureGeneration(counted, writer, () => (running -= 1));
    },
    generationRefused: (reason: ProblemCode): void => counted.refusals.add(1, { reason }),
    modelCalled: (purpose: CallPurpose): void => counted.calls.add(1, { purpose }),
    /** Counts the difference, when a provider counted more tokens for a call than were booked. */
    tokensUnbooked({ inputTokens, outputTokens }: Tokens): void {
      counted.unbooked.add(inputTokens, { kind: 'input' });
      counted.unbooked.add(outputTokens, { kind: 'output' });
    },
    /** Counts an open stream. Returns a function that counts its end. */
    streamOpened(): () => void {
      let isOpen = true;
      openStreams += 1;
      return () => {
        if (isOpen) openStreams -= 1;
        isOpen = false;
      };
    },
    /** Registers a function that reads the rest of the budget whenever the metrics are read. Null: no budget. */
    budgetLeft(read: () => Promise<Budget | null>): void {
      readBudget = read;
    },
  };
}

function measureGeneration(counted: ReturnType<typeof createCounters>, writer: Writer, onEnd: () => void) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let hasText = false;
  return {
    /** Counts the time to the first text. Further calls are ignored. */
    firstText(): void {
      if (!hasText) counted.firstText.observe(seconds(), { writer });
      hasText = true;
    },
    /** Counts the end. `usage` is null if nothing was used. */
    end(outcome: 'done' | ProblemCode, usage: Usage | null): void {
      onEnd();
      counted.generations.add(1, { outcome, writer });
      counted.total.observe(seconds(), { writer });
      counted.inputTokens.add(usage?.inputTokens ?? 0);
      counted.outputTokens.add(usage?.outputTokens ?? 0);
      counted.cost.add(usage?.costUsd ?? 0);
    },
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

/** The unit is part of the name of the metric. If the database hangs, only this metric is missing. */
async function writeBudget(read: (() => Promise<Budget | null>) | null): Promise<string> {
  const asked = read?.().catch(() => null) ?? null;
  const budget = await Promise.race([asked, sleep(budgetTimeout, null, { ref: false })]);
  if (budget === null) return '';
  const { unit, left: value } = budget;
  const help = 'What is left of the budget of the day.';
  return writeMetric({ name: `linkweft_budget_left_${unit}`, help, type: 'gauge' }, [{ value }]);
}

/** A metric that writes itself for Prometheus (text format 0.0.4). */
export type Metric = { write(): string | Promise<string> };

type Labels = Readonly<Record<string, string>>;

/** Makes a counter. The series of the `known` labels begin at 0. */
function createCounter(name: string, help: string, known: readonly Labels[] = [{}]) {
  const series = createSeries(() => ({ value: 0 }));
  for (const labels of known) series.of(labels);
  return {
    add(amount: number, labels: Labels = {}): void {
      series.of(labels).value += amount;
    },
    write: () => writeMetric({ name, help, type: 'counter' }, series.all()),
  };
}

/** Makes a gauge: `read` returns its value at each write. Nothing is written for null. */
export function createGauge(
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): Metric {
  return {
    async write() {
      const value = await read();
      return value === null ? '' : writeMetric({ name, help, type: 'gauge' }, [{ value }]);
    },
  };
}

/** Makes a histogram: it counts the values up to each bound. The bounds are in ascending order. */
function createHistogram(name: string, help: string, bounds: readonly number[]) {
  const series = createSeries(() => ({
    buckets: [...bounds, Number.POSITIVE_INFINITY].map((bound) => ({ bound, count: 0 })),
    sum: 0,
  }));
  return {
    observe(value: number, labels: Labels): void {
      const found = series.of(labels);
      for (const bucket of found.buckets) if (value <= bucket.bound) bucket.count += 1;
      found.sum += value;
    },
    write: () =>
      writeMetric(
        { name, help, type: 'histogram' },
        series.all().flatMap(({ labels, buckets, sum }) => [
          ...buckets.map(({ bound, count }) => ({
            suffix: '_bucket',
            labels: { ...labels, le: writeNumber(bound) },
            value: count,
          })),
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: buckets.at(-1)?.count ?? 0 },
        ]),
      ),
  };
}

/** Keeps one set of figures for each set of labels. Makes it at the first use. */
function createSeries<T extends object>(make: () => T) {
  const series = new Map<string, T & { readonly labels: Labels }>();
  return {
    of(labels: Labels): T {
      const key = writeLabels(labels);
      const found = series.get(key) ?? { ...make(), labels };
      series.set(key, found);
      return found;
    },
    all: () => [...series.values()],
  };
}

/** Returns the lines of one metric. The name of a sample is the name of the metric with a suffix. */
export function writeMetric(
  { name, help, type }: { name: string; help: string; type: 'counter' | 'gauge' | 'histogram' },
  samples: readonly { suffix?: string; labels?: Labels; value: number }[],
): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** Returns the labels as text. Equal labels have the same text. */
function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function writeNumber(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}

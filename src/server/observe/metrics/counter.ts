import { writeLabels, writeMetric } from './metric.ts';
import type { Labels, Metric } from './metric.ts';

export type Counter = Metric & { add(amount: number, labels?: Labels): void };

/** Only rises. `known` are the labels that stand there, with nothing counted, from the start. */
export function createCounter(name: string, help: string, known: readonly Labels[] = [{}]): Counter {
  const series = new Map<string, { readonly labels: Labels; value: number }>();
  function add(amount: number, labels: Labels = {}): void {
    const key = writeLabels(labels);
    const one = series.get(key);
    if (one === undefined) series.set(key, { labels, value: amount });
    else one.value += amount;
  }
  for (const labels of known) add(0, labels);
  return { add, write: () => writeMetric({ name, help, type: 'counter' }, [...series.values()]) };
}

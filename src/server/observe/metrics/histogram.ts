import { writeLabels, writeMetric } from './metric.ts';
import type { Labels, Metric } from './metric.ts';

export type Histogram = Metric & { observe(value: number, labels: Labels): void };

type Series = { readonly labels: Labels; readonly counts: number[]; count: number; sum: number };

/** How many values were at most each of the bounds, which rise. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const series = new Map<string, Series>();

  function seriesOf(labels: Labels): Series {
    const key = writeLabels(labels);
    const known = series.get(key);
    if (known !== undefined) return known;
    const made = { labels, counts: bounds.map(() => 0), count: 0, sum: 0 };
    series.set(key, made);
    return made;
  }

  return {
    observe(value, labels) {
      const one = seriesOf(labels);
      bounds.forEach((bound, index) => {
        if (value <= bound) one.counts[index] = (one.counts[index] ?? 0) + 1;
      });
      one.count += 1;
      one.sum += value;
    },
    write: () =>
      writeMetric(
        { name, help, type: 'histogram' },
        [...series.values()].flatMap(({ labels, counts, count, sum }) => [
          ...bounds.map((bound, index) => ({
            suffix: '_bucket',
            labels: { ...labels, le: String(bound) },
            value: counts[index] ?? 0,
          })),
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ]),
      ),
  };
}

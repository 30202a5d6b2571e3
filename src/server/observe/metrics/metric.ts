/** A value that is written for Prometheus (text format 0.0.4). */
export type Metric = { write(): string | Promise<string> };

export type Labels = Readonly<Record<string, string>>;

export type Counter = Metric & { add(amount: number, labels?: Labels): void };

export type Histogram = Metric & { observe(value: number, labels: Labels): void };

/** Makes a value that only rises. The series of the `known` labels begin at 0. */
export function createCounter(name: string, help: string, known: readonly Labels[] = [{}]): Counter {
  const seriesOf = createSeries(() => ({ value: 0 }));
  for (const labels of known) seriesOf(labels);
  return {
    add(amount, labels = {}) {
      seriesOf(labels).value += amount;
    },
    write: () => writeMetric({ name, help, type: 'counter' }, [...seriesOf.all()]),
  };
}

/** Makes a value that `read` returns each time it is written. Nothing is written for null. */
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

/** Counts how many values were at most each of the bounds. The bounds are in ascending order. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const seriesOf = createSeries(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }));
  return {
    observe(value, labels) {
      const series = seriesOf(labels);
      bounds.forEach((bound, index) => {
        if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1;
      });
      series.count += 1;
      series.sum += value;
    },
    write: () =>
      writeMetric(
        { name, help, type: 'histogram' },
        [...seriesOf.all()].flatMap(({ labels, counts, count, sum }) => [
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

/** Returns a function that finds the series of labels, and makes it at the first use. */
function createSeries<T extends object>(make: () => T) {
  const series = new Map<string, T & { readonly labels: Labels }>();
  function find(labels: Labels): T {
    const key = writeLabels(labels);
    const found = series.get(key) ?? { ...make(), labels };
    series.set(key, found);
    return found;
  }
  return Object.assign(find, { all: () => series.values() });
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

/** Returns the same text for equal labels. */
function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

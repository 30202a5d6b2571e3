/** Something counted or measured, as Prometheus reads it (text format 0.0.4). */
export type Metric = { write(): string | Promise<string> };

export type Labels = Readonly<Record<string, string>>;

/** The lines of one metric. A sample's name is the metric's with its suffix. */
export function writeMetric(
  { name, help, type }: { name: string; help: string; type: 'counter' | 'gauge' | 'histogram' },
  samples: readonly { suffix?: string; labels?: Labels; value: number }[],
): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** One text for equal labels, as they are written. */
export function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

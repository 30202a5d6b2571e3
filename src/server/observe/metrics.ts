import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

import { problemMessages } from '#core/errors/problem-messages.ts';
import { hostNameOf } from '#server/config/parsers.ts';

/** A value that is written for Prometheus (text format 0.0.4). */
export type Metric = { write(): string | Promise<string> };

type Labels = Readonly<Record<string, string>>;

/** Makes a counter. The series of the `known` labels begin at 0. */
export function createCounter(name: string, help: string, known: readonly Labels[] = [{}]) {
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
export function createHistogram(name: string, help: string, bounds: readonly number[]) {
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

/** Returns the same text for equal labels. */
function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

/** In milliseconds. */
const resolution = 20;

/** Returns metrics of the process, with the names that dashboards for Node use. */
export function createProcessMetrics(): readonly Metric[] {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();

  function readDelay(): number {
    const seconds = Math.max(0, delay.percentile(99) / 1e9 - resolution / 1000);
    delay.reset();
    return seconds;
  }

  const startHelp = 'When the process began, in seconds since 1970.';
  const delayHelp = 'By how much 1 % of the timers were late since the last look.';
  const { memoryUsage } = process;
  return [
    { write: writeProcessorTime },
    createGauge('process_start_time_seconds', startHelp, () => startedAt),
    createGauge('process_resident_memory_bytes', 'Memory that the process holds.', memoryUsage.rss),
    createGauge('process_open_fds', 'Open files and connections.', countOpenFiles),
    createGauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', () => memoryUsage().heapUsed),
    createGauge('nodejs_eventloop_lag_p99_seconds', delayHelp, readDelay),
  ];
}

function writeProcessorTime(): string {
  const { user, system } = process.cpuUsage();
  const help = 'Processor time used, by the program and for it, in seconds.';
  const value = (user + system) / 1e6;
  return writeMetric({ name: 'process_cpu_seconds_total', help, type: 'counter' }, [{ value }]);
}

/** Returns null if the system has no such list. */
async function countOpenFiles(): Promise<number | null> {
  try {
    return (await readdir('/proc/self/fd')).length;
  } catch {
    return null;
  }
}

type MetricsAddress = {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: ReadonlySet<string>;
};

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves only `GET /metrics`, on its own port, for the allowed hosts. Rejects if it cannot listen. */
export async function startMetricsServer(
  metrics: readonly Metric[],
  { host, port, allowedHosts }: MetricsAddress,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    if (!allowedHosts.has(hostNameOf(request.headers.host ?? '')))
      return void response
        .writeHead(421, { 'content-type': 'text/plain' })
        .end(problemMessages['host-refused']);
    if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    writeAll(metrics).then(
      (text) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  }).listen(port, host);
  await once(server, 'listening');
  // Only the port of the page keeps the process alive.
  server.unref();
  return {
    url: addressOf(server.address()),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function writeAll(metrics: readonly Metric[]): Promise<string> {
  return (await Promise.all(metrics.map(async (metric) => metric.write()))).join('');
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The metrics have no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}/metrics`;
}

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { problemMessages } from '#core/errors/problem-messages.ts';
import type { Config } from '#server/config/config.ts';
import { hostNameOf } from '#server/config/parsers.ts';

import { createGauge, writeMetric, type Metric } from './meter.ts';

/** Milliseconds between two measurements of the delay of the event loop. */
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

/** Returns null if the system has no list of open files. */
async function countOpenFiles(): Promise<number | null> {
  try {
    return (await readdir('/proc/self/fd')).length;
  } catch {
    return null;
  }
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves only `GET /metrics`, on its own port, for the allowed hosts. Rejects if it cannot listen. */
export async function startMetricsServer(
  metrics: readonly Metric[],
  { host, port, allowedHosts }: NonNullable<Config['metrics']>,
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

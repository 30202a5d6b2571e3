import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';

import { createGauge, writeMetric, type Metric } from './metric.ts';

/** In milliseconds. */
const resolution = 20;

/** Returns metrics of the process, with the names that dashboards for Node use. */
export function createProcessMetrics(): readonly Metric[] {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  return [
    {
      write() {
        const { user, system } = process.cpuUsage();
        const help = 'Processor time used, by the program and for it, in seconds.';
        return writeMetric({ name: 'process_cpu_seconds_total', help, type: 'counter' }, [
          { value: (user + system) / 1e6 },
        ]);
      },
    },
    createGauge(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      () => startedAt,
    ),
    createGauge('process_resident_memory_bytes', 'Memory that the process holds.', () =>
      process.memoryUsage.rss(),
    ),
    createGauge('process_open_fds', 'Open files and connections.', countOpenFiles),
    createGauge(
      'nodejs_heap_size_used_bytes',
      'Memory in use by JavaScript.',
      () => process.memoryUsage().heapUsed,
    ),
    createGauge(
      'nodejs_eventloop_lag_p99_seconds',
      'By how much 1 % of the timers were late since the last look.',
      () => {
        const seconds = Math.max(0, delay.percentile(99) / 1e9 - resolution / 1000);
        delay.reset();
        return seconds;
      },
    ),
  ];
}

/** Returns null if the system has no such list. */
async function countOpenFiles(): Promise<number | null> {
  try {
    return (await readdir('/proc/self/fd')).length;
  } catch {
    return null;
  }
}

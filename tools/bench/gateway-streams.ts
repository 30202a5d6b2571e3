import { setTimeout as sleep } from 'node:timers/promises';

import type { Job, Streams } from './gateway-job.ts';
import { percentiles } from './gateway-percentiles.ts';
import { createStampReader, microseconds } from './gateway-stamp.ts';
import { openWire, statusOf } from './gateway-wire.ts';

const chunksASecond = 20;
const lateMs = 1000;
const openedAtOnce = 20;
const openingMs = 25;

type StreamsJob = Extract<Job, { kind: 'streams' }>;
type Window = { start: number; end: number };

/** Opens streams, waits until they are steady, and counts the chunks that are due in the window. */
export async function holdStreams(job: StreamsJob): Promise<Streams> {
  const window: Window = { start: Infinity, end: 0 };
  const lags: number[] = [];
  const streams: Stream[] = [];
  for (let index = 0; index < job.streams; index += 1) {
    // Unread streams are spread evenly, so that no tick of the provider has only unread streams.
    const reads = Math.floor((index + 1) * job.unread) === Math.floor(index * job.unread);
    streams.push(openStream(job, reads, window, lags));
    if (index % openedAtOnce === 0) await sleep(openingMs);
  }
  await sleep(job.settleMs);
  const opened = streams.filter(({ status }) => status() === 200).length;
  window.end = Infinity;
  window.start = microseconds();
  await sleep(job.milliseconds);
  window.end = window.start + job.milliseconds * 1000;
  await sleep(lateMs);
  const reading = streams.filter(({ reads }) => reads).length;
  const due = reading * chunksASecond * (job.milliseconds / 1000);
  const inTime = lags.filter((lag) => lag <= lateMs);
  const oneMore = await askOnce(job);
  for (const { leave } of streams) leave();
  return {
    opened,
    delivered: inTime.length / due,
    lag: lags.length === 0 ? { p50: lateMs, p99: lateMs } : percentiles(lags),
    oneMore,
  };
}

type Stream = { readonly reads: boolean; status(): number; leave(): void };

function openStream({ request }: StreamsJob, reads: boolean, window: Window, lags: number[]): Stream {
  const wire = openWire(request);
  let status = 0;
  wire.ask({
    head(head) {
      status = statusOf(head);
      if (!reads) wire.socket.pause();
    },
    body: createStampReader((due, written) => {
      if (due >= window.start && due < window.end) lags.push((microseconds() - written) / 1000);
    }),
    end: () => undefined,
  });
  return { reads, status: () => status, leave: () => wire.socket.destroy() };
}

/** Returns the answer to one additional stream while all others are open. */
async function askOnce({ request }: StreamsJob): Promise<Streams['oneMore']> {
  const wire = openWire(request);
  const head = await new Promise<string>((resolve) => {
    wire.ask({ head: resolve, body: () => undefined, end: () => undefined });
    wire.socket.once('close', () => resolve(''));
    setTimeout(() => resolve(''), 10_000).unref();
  });
  wire.socket.destroy();
  return { status: statusOf(head), retryAfter: /^retry-after: *(.*)$/im.exec(head)?.[1] ?? '' };
}

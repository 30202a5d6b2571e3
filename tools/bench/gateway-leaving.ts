import { setTimeout as sleep } from 'node:timers/promises';

import { providerStateSchema, type Job, type Leaving } from './gateway-job.ts';
import { percentiles } from './gateway-percentiles.ts';
import { createStampReader, microseconds } from './gateway-stamp.ts';
import { openWire } from './gateway-wire.ts';

const waitMs = 2000;

/** Measures the time from a client's disconnect during a stream to the end of the provider call, in milliseconds. */
export async function leaveStreams(job: Extract<Job, { kind: 'leaving' }>): Promise<Leaving> {
  const times: number[] = [];
  for (let count = 0; count < job.times; count += 1) {
    const before = await stateOf(job.providerPort);
    const leftAt = await leaveOnce(job);
    times.push(await endedAfter(job.providerPort, before.left.times, leftAt));
  }
  return { p50: percentiles(times).p50, longest: Math.max(...times) };
}

async function leaveOnce({ request }: Extract<Job, { kind: 'leaving' }>): Promise<number> {
  const wire = openWire(request);
  await new Promise<void>((resolve) => {
    const answer = { head: () => undefined, body: createStampReader(() => resolve()), end: () => undefined };
    wire.ask(answer);
  });
  await sleep(120);
  wire.socket.destroy();
  return microseconds();
}

async function endedAfter(port: number, known: number, leftAt: number): Promise<number> {
  for (const limit = leftAt + waitMs * 1000; microseconds() < limit;) {
    await sleep(5);
    const { left } = await stateOf(port);
    if (left.times > known) return (left.at - leftAt) / 1000;
  }
  return waitMs;
}

async function stateOf(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/state`);
  return providerStateSchema.parse(await answer.json());
}

import { setTimeout as sleep } from 'node:timers/promises';

import type { Job, Turns } from './gateway-job.ts';
import { createStampReader } from './gateway-stamp.ts';
import { openWire, statusOf } from './gateway-wire.ts';
import { percentiles } from './gateway-percentiles.ts';

/**
 * Repeats a request. Measures the time to the first chunk, or to the end of an answer without chunks, in milliseconds.
 */
export async function takeTurns(job: Extract<Job, { kind: 'turns' }>): Promise<Turns> {
  const { connections, spreadMs, milliseconds } = job;
  const firsts: number[] = [];
  let answers = 0;
  const began = performance.now();
  const end = began + milliseconds;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      await sleep((spreadMs / connections) * index);
      await turn();
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: answers / seconds, first: percentiles(firsts) };

  function turn(): Promise<void> {
    const wire = openWire(job.request);
    return new Promise((resolve, reject) => {
      wire.socket.once('close', () => reject(new Error('A connection was closed before its answer ended.')));
      wire.socket.once('connect', ask);
      function ask() {
        let sent = 0;
        let first = Number.NaN;
        const readStamps = createStampReader(() => {
          if (Number.isNaN(first)) first = performance.now() - sent;
        });
        wire.ask({
          head(head) {
            if (statusOf(head) !== 200) reject(new Error(`A request was answered with ${head}`));
          },
          body: readStamps,
          end() {
            const now = performance.now();
            firsts.push(Number.isNaN(first) ? now - sent : first);
            answers += 1;
            if (now < end) return ask();
            resolve();
            wire.socket.destroy();
          },
        });
        sent = performance.now();
      }
    });
  }
}

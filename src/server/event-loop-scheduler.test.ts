import { setImmediate as nextRound } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';

import { createEventLoopScheduler, createPauses } from './scheduling.ts';

const neverAborted = new AbortController().signal;

type WorkOptions = { readonly steps: number; readonly milliseconds: number };

/** Works in steps of a fixed length, and counts them. */
function* work(done: { steps: number }, { steps, milliseconds }: WorkOptions): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
    done.steps += 1;
    yield;
  }
  return 'result';
}

test('in each round of the event loop all tasks together work for no more than one slice', async () => {
  const scheduler = createEventLoopScheduler();
  const done = { steps: 0 };
  const tasks = Promise.all(
    Array.from({ length: 20 }, () =>
      createPauses(scheduler, neverAborted).run(work(done, { steps: 3, milliseconds: 5 })),
    ),
  );
  let most = 0;
  for (let before = 0; before < 60; before = done.steps) {
    await nextRound();
    most = Math.max(most, done.steps - before);
  }
  await tasks;
  // The third step ends after the 12 ms of a slice.
  expect(most).toBeLessThanOrEqual(3);
});

test('callers resume in the order of their calls, and a second call waits for all others', async () => {
  const scheduler = createEventLoopScheduler();
  const order: string[] = [];
  const ask = async (name: string) => {
    for (const turn of [1, 2]) {
      await scheduler.yield();
      order.push(`${name}${turn}`);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(ask));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  await ask('d');
  expect(order.slice(6)).toEqual(['d1', 'd2']);
});

test('long work lets other work run in between and returns its result', async () => {
  let rounds = 0;
  const timer = setInterval(() => (rounds += 1), 1);
  const { run } = createPauses(createEventLoopScheduler(), neverAborted);
  expect(await run(work({ steps: 0 }, { steps: 100, milliseconds: 1 }))).toBe('result');
  clearInterval(timer);
  expect(rounds).toBeGreaterThan(2);
});

test('aborted work ends at its next pause', async () => {
  const controller = new AbortController();
  const done = { steps: 0 };
  const { run } = createPauses(createEventLoopScheduler(), controller.signal);
  const ended = run(work(done, { steps: 100, milliseconds: 1 }));
  controller.abort();
  await expect(ended).rejects.toThrow(ProblemError);
  expect(done.steps).toBeLessThan(100);
});

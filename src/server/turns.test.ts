import { setImmediate as nextRound } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createPauses } from './pauses.ts';
import { createTurns } from './turns.ts';

const patient = new AbortController().signal;

/** Works for 5 ms in each step, and counts them. */
function* work(done: { steps: number }): Generator<undefined> {
  for (let step = 0; step < 3; step += 1) {
    const until = performance.now() + 5;
    while (performance.now() < until);
    done.steps += 1;
    yield;
  }
}

test('however many pause at once, a round of the event loop has time for little of their work', async () => {
  const turns = createTurns();
  const done = { steps: 0 };
  const works = Promise.all(Array.from({ length: 20 }, () => createPauses(turns, patient).run(work(done))));
  let most = 0;
  for (let before = 0; before < 60; before = done.steps) {
    await nextRound();
    most = Math.max(most, done.steps - before);
  }
  await works;
  // The third of them ends behind the 12 ms that there are.
  expect(most).toBeLessThanOrEqual(3);
});

test('turns come in the order in which they are asked for, and to who asks again after all others', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const ask = async (name: string) => {
    for (const turn of [1, 2]) {
      await turns.next();
      order.push(`${name}${turn}`);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(ask));
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  await ask('d');
  expect(order.slice(6)).toEqual(['d1', 'd2']);
});

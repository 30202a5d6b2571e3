import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem.ts';

import { createPauses } from './pauses.ts';
import { createTurns } from './turns.ts';

/** Works for 100 ms in steps of 1 ms, and counts them. */
function* work(done: { steps: number }): Generator<undefined, string> {
  for (let step = 0; step < 100; step += 1) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    done.steps += 1;
    yield;
  }
  return 'result';
}

test('long work gives others their turn, and its result', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  expect(await createPauses(createTurns(), new AbortController().signal).run(work({ steps: 0 }))).toBe(
    'result',
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

test('work that nobody waits for any more ends at its next pause', async () => {
  const controller = new AbortController();
  const done = { steps: 0 };
  const run = createPauses(createTurns(), controller.signal).run(work(done));
  controller.abort();
  await expect(run).rejects.toThrow(ProblemError);
  expect(done.steps).toBeLessThan(100);
});

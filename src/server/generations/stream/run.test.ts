import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';

import { startRun } from './run.ts';

const says = (text: string): GenerationStep => {
  const edit = { id: text, start: 0, end: 0, text, by: 'model' } as const;
  return { type: 'version-edit', version: 'safe', edit };
};
const never = new AbortController().signal;
const forEver = { patience: 60_000, longest: 60_000 };

/** A work that says a word each time it is asked, until it is stopped. */
function createWork() {
  const seen = { words: 0, reason: '' };
  async function* work(signal: AbortSignal) {
    try {
      for (; ; seen.words += 1) {
        signal.throwIfAborted();
        yield await Promise.resolve(says(`${seen.words} `));
      }
    } catch (error) {
      seen.reason = error instanceof ProblemError ? error.code : String(error);
      throw error;
    }
  }
  return { seen, begin: async (signal: AbortSignal) => work(signal) };
}

async function take(steps: AsyncIterable<GenerationStep>, count: number): Promise<string> {
  let words = '';
  let taken = 0;
  for await (const step of steps) {
    if (step.type === 'version-edit') words += step.edit.text;
    taken += 1;
    if (taken === count) break;
  }
  return words;
}

test('the work goes no further than the fastest listener reads', async () => {
  const { seen, begin } = createWork();
  const run = startRun(begin, forEver);
  expect(await take(run.listen(never), 3)).toBe('0 1 2 ');
  run.listen(never);
  await sleep(20);
  expect(seen.words).toBeLessThan(5);
  run.stop(new ProblemError('stopped'));
  await run.ended;
});

test('who listens later is told everything from the beginning', async () => {
  const run = startRun(createWork().begin, forEver);
  await take(run.listen(never), 5);
  expect(await take(run.listen(never), 5)).toBe('0 1 2 3 4 ');
  run.stop(new ProblemError('stopped'));
  await run.ended;
});

test('without patience the work ends with its last listener, whether it reads or not', async () => {
  const { seen, begin } = createWork();
  const run = startRun(begin, { ...forEver, patience: 0 });
  const leaving = new AbortController();
  const steps = run.listen(leaving.signal);
  await take(steps, 1);
  leaving.abort();
  await run.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('with patience it goes on for a while, and on for good when somebody comes', async () => {
  const { seen, begin } = createWork();
  const run = startRun(begin, { ...forEver, patience: 150 });
  const [first, second] = [new AbortController(), new AbortController()];
  run.listen(first.signal);
  await run.begun;
  first.abort();
  const steps = run.listen(second.signal);
  await sleep(200);
  expect(seen.reason).toBe('');
  expect(await take(steps, 1)).toContain('0 ');
  second.abort();
  await run.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('who leaves before the work is ordered keeps it from being done', async () => {
  const { seen, begin } = createWork();
  const leaving = new AbortController();
  const run = startRun(
    async (signal) => {
      await sleep(30);
      return begin(signal);
    },
    { ...forEver, patience: 0 },
  );
  run.listen(leaving.signal);
  leaving.abort();
  await run.ended;
  expect(seen).toEqual({ words: 0, reason: 'generation-abandoned' });
});

test('a work that cannot be ordered tells why', async () => {
  const run = startRun(() => Promise.reject(new ProblemError('budget-spent')), forEver);
  await expect(run.begun).rejects.toMatchObject({ code: 'budget-spent' });
  await expect(take(run.listen(never), 1)).rejects.toMatchObject({ code: 'budget-spent' });
  await run.ended;
});

test('a listener that does not read holds the work only for so long', async () => {
  const { seen, begin } = createWork();
  const run = startRun(begin, { patience: 0, longest: 100 });
  await take(run.listen(never), 1);
  await run.ended;
  expect(seen.reason).toBe('provider-timeout');
});

test('a work that takes no notice of being stopped is not listened to any more', async () => {
  async function* deaf() {
    for (;;) yield await Promise.resolve(says('on and on '));
  }
  const run = startRun(async () => deaf(), forEver);
  const steps = run.listen(never);
  await take(steps, 2);
  run.stop(new ProblemError('generation-interrupted'));
  await run.ended;
  await expect(take(run.listen(never), 100)).rejects.toMatchObject({ code: 'generation-interrupted' });
});

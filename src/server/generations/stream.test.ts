import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';

import { startStream } from './stream.ts';

const never = new Promise<void>(() => {});

/** A listener that leaves when `leave` is called. */
function createListener() {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  return { left, leave };
}

const says = (text: string): GenerationStep => {
  const edit = { id: text, start: 0, end: 0, text, by: 'model' } as const;
  return { type: 'version-edit', version: 'safe', edit };
};

type Work = (signal: AbortSignal) => Promise<AsyncIterable<GenerationStep>>;

/** Starts a stream, by default with long times. */
function startWork(begin: Work, { timeAlone = 60_000, longest = 60_000 } = {}) {
  return startStream(async (signal) => ({ steps: await begin(signal), timeAlone }), longest);
}

/** Work that yields a word for each request until it is stopped. */
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

test('the work goes no faster than the fastest listener reads', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin);
  expect(await take(stream.listen(never), 3)).toBe('0 1 2 ');
  stream.listen(never);
  await sleep(20);
  expect(seen.words).toBeLessThan(5);
  stream.stop(new ProblemError('stopped'));
  await stream.ended;
});

test('a later listener gets everything from the beginning', async () => {
  const stream = startWork(createWork().begin);
  await take(stream.listen(never), 5);
  expect(await take(stream.listen(never), 5)).toBe('0 1 2 3 4 ');
  stream.stop(new ProblemError('stopped'));
  await stream.ended;
});

test('without a timeout the work ends with its last listener, whether the listener reads or not', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin, { timeAlone: 0 });
  const { left, leave } = createListener();
  const steps = stream.listen(left);
  await take(steps, 1);
  leave();
  await stream.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('with a timeout the work goes on for a while, and to its end when a new listener comes', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin, { timeAlone: 150 });
  const [first, second] = [createListener(), createListener()];
  stream.listen(first.left);
  await stream.started;
  first.leave();
  await sleep(0);
  const steps = stream.listen(second.left);
  await sleep(200);
  expect(seen.reason).toBe('');
  expect(await take(steps, 1)).toContain('0 ');
  second.leave();
  await stream.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('abandoned work goes on for its whole time from each sign that its listener may return', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin, { timeAlone: 150 });
  const { left, leave } = createListener();
  const steps = stream.listen(left);
  await take(steps, 1);
  expect(stream.isAbandoned()).toBe(false);
  leave();
  for (let round = 0; round < 4; round += 1) {
    await sleep(75);
    expect([stream.isAbandoned(), seen.reason]).toEqual([true, '']);
    stream.keep();
  }
  await stream.ended;
  expect([stream.isAbandoned(), seen.reason]).toEqual([false, 'generation-abandoned']);
});

test('abandoned work that is read on another server counts as read for a while', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin);
  const { left, leave } = createListener();
  await take(stream.listen(left), 1);
  leave();
  await expect.poll(stream.isAbandoned).toBe(true);
  stream.keep();
  expect(stream.isAbandoned()).toBe(true);
  stream.keepForReader();
  expect(stream.isAbandoned()).toBe(false);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  onTestFinished(() => later.mockRestore());
  expect([stream.isAbandoned(), seen.reason]).toEqual([true, '']);
  stream.stop(new ProblemError('stopped'));
  await stream.ended;
});

test('work that has not started ends with its last listener, because nothing is paid for yet', async () => {
  const { seen, begin } = createWork();
  const { left, leave } = createListener();
  const stream = startWork(async (signal) => {
    await sleep(30);
    return begin(signal);
  });
  stream.listen(left);
  leave();
  await stream.ended;
  expect(seen).toEqual({ words: 0, reason: 'generation-abandoned' });
});

test('a stream rejects with the reason why its work cannot start', async () => {
  const stream = startWork(() => Promise.reject(new ProblemError('budget-spent')));
  await expect(stream.started).rejects.toMatchObject({ code: 'budget-spent' });
  await expect(take(stream.listen(never), 1)).rejects.toMatchObject({ code: 'budget-spent' });
  await stream.ended;
});

test('work whose listener does not read is stopped after the longest time', async () => {
  const { seen, begin } = createWork();
  const stream = startWork(begin, { timeAlone: 0, longest: 100 });
  await take(stream.listen(never), 1);
  await stream.ended;
  expect(seen.reason).toBe('provider-timeout');
});

test('the steps of work that ignores its stop are dropped', async () => {
  async function* deaf() {
    for (;;) yield await Promise.resolve(says('on and on '));
  }
  const stream = startWork(async () => deaf());
  const steps = stream.listen(never);
  await take(steps, 2);
  stream.stop(new ProblemError('generation-interrupted'));
  await stream.ended;
  await expect(take(stream.listen(never), 100)).rejects.toMatchObject({ code: 'generation-interrupted' });
});

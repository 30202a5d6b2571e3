import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';
import type { GenerationStep } from '#core/generation/finished-generation.ts';

import { runOrder } from './running-order.ts';

const never = new Promise<void>(() => {});

/** A subscriber that leaves when `leave` is called. */
function createSubscriber() {
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

/** Starts an order, by default with long times. */
function startWork(begin: Work, { graceTime = 60_000, longest = 60_000 } = {}) {
  return runOrder(async (signal) => ({ steps: await begin(signal), graceTime }), longest);
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

async function read(steps: AsyncIterable<GenerationStep>, count: number): Promise<string> {
  let words = '';
  let seen = 0;
  for await (const step of steps) {
    if (step.type === 'version-edit') words += step.edit.text;
    seen += 1;
    if (seen === count) break;
  }
  return words;
}

test('every subscriber gets all steps, whether it reads along or later, and the failure after them', async () => {
  const gate = createSubscriber();
  async function* told() {
    yield says('0 ');
    yield says('1 ');
    await gate.left;
    yield says('2 ');
    throw new ProblemError('provider-timeout');
  }
  const order = startWork(async () => told());
  const early = order.subscribe(never);
  expect(await read(order.subscribe(never), 2)).toBe('0 1 ');
  gate.leave();
  await order.ended;
  for (const steps of [early, order.subscribe(never)]) {
    const words: string[] = [];
    const reading = (async () => {
      for await (const step of steps) if (step.type === 'version-edit') words.push(step.edit.text);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'provider-timeout' });
    expect(words).toEqual(['0 ', '1 ', '2 ']);
  }
});

test('a later subscriber gets everything from the beginning', async () => {
  const order = startWork(createWork().begin);
  await read(order.subscribe(never), 5);
  expect(await read(order.subscribe(never), 5)).toBe('0 1 2 3 4 ');
  order.stop(new ProblemError('stopped'));
  await order.ended;
});

test('without a grace time the work ends with its last subscriber, whether the subscriber reads or not', async () => {
  const { seen, begin } = createWork();
  const order = startWork(begin, { graceTime: 0 });
  const { left, leave } = createSubscriber();
  const steps = order.subscribe(left);
  await read(steps, 1);
  leave();
  await order.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('with a grace time the work goes on for a while, and to its end when a new subscriber comes', async () => {
  const { seen, begin } = createWork();
  const order = startWork(begin, { graceTime: 150 });
  const [first, second] = [createSubscriber(), createSubscriber()];
  order.subscribe(first.left);
  await order.started;
  first.leave();
  await sleep(0);
  const steps = order.subscribe(second.left);
  await sleep(200);
  expect(seen.reason).toBe('');
  expect(await read(steps, 1)).toContain('0 ');
  second.leave();
  await order.ended;
  expect(seen.reason).toBe('generation-abandoned');
});

test('abandoned work goes on for its whole time from each sign that its subscriber may return', async () => {
  const { seen, begin } = createWork();
  const order = startWork(begin, { graceTime: 150 });
  const { left, leave } = createSubscriber();
  const steps = order.subscribe(left);
  await read(steps, 1);
  expect(order.isAbandoned()).toBe(false);
  leave();
  for (let round = 0; round < 4; round += 1) {
    await sleep(75);
    expect([order.isAbandoned(), seen.reason]).toEqual([true, '']);
    order.keep();
  }
  await order.ended;
  expect([order.isAbandoned(), seen.reason]).toEqual([false, 'generation-abandoned']);
});

test('work that has not started ends with its last subscriber, because nothing is paid for yet', async () => {
  const { seen, begin } = createWork();
  const { left, leave } = createSubscriber();
  const order = startWork(async (signal) => {
    await sleep(30);
    return begin(signal);
  });
  order.subscribe(left);
  leave();
  await order.ended;
  expect(seen).toEqual({ words: 0, reason: 'generation-abandoned' });
});

test('an order rejects with the reason why its work cannot start', async () => {
  const order = startWork(() => Promise.reject(new ProblemError('budget-spent')));
  await expect(order.started).rejects.toMatchObject({ code: 'budget-spent' });
  await expect(read(order.subscribe(never), 1)).rejects.toMatchObject({ code: 'budget-spent' });
  await order.ended;
});

test('work whose subscriber does not read is stopped after the longest time', async () => {
  const { seen, begin } = createWork();
  const order = startWork(begin, { graceTime: 0, longest: 100 });
  await read(order.subscribe(never), 1);
  await order.ended;
  expect(seen.reason).toBe('provider-timeout');
});

test('the steps of work that ignores its stop are dropped', async () => {
  async function* deaf() {
    for (;;) yield await Promise.resolve(says('on and on '));
  }
  const order = startWork(async () => deaf());
  const steps = order.subscribe(never);
  await read(steps, 2);
  order.stop(new ProblemError('generation-interrupted'));
  await order.ended;
  await expect(read(order.subscribe(never), 100)).rejects.toMatchObject({ code: 'generation-interrupted' });
});

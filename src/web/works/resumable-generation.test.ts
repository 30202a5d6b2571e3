import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FoundGeneration } from '#contract/generations.ts';
import type { OrderedRequest } from '#web/api/idempotency-key.ts';
import { createResumableGeneration } from './resumable-generation.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const order: OrderedRequest = { content: 'Bread.', linkIds: ['a'], instructions: '', relinks: [] };

type Answer = FoundGeneration['state'] | null;

/** Follows the generation of an order. The server gives these answers in turn, and repeats the last one. */
function follow(answers: readonly Answer[]) {
  const seen = { requests: 0, resumed: 0, ended: 0 };
  const announced: string[] = [];
  const generation = createResumableGeneration({
    async find() {
      const answer = answers[Math.min(seen.requests, answers.length - 1)] ?? null;
      seen.requests += 1;
      return answer;
    },
    resume: () => void (seen.resumed += 1),
    end: () => void (seen.ended += 1),
    announce: (text) => announced.push(text),
  });
  generation.follow(order);
  return { ...generation, seen, announced };
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('a running generation is polled every five seconds until its end', async () => {
  const { found, seen, announced } = follow(['running', 'running', 'done']);
  await pass();
  expect(found.get()).toBe('running');
  await pass(9000);
  expect([found.get(), seen.requests]).toEqual(['running', 2]);
  await pass(60_000);
  expect([found.get(), seen.requests]).toEqual(['done', 3]);
  expect(announced).toEqual(['Your generation is still running.', 'Your generation is finished.']);
});

test('a server that does not answer is polled again, and a lost generation is not', async () => {
  const silent = follow([null, null, 'failed']);
  await pass(10_000);
  expect([silent.found.get(), silent.seen.requests]).toEqual(['failed', 3]);
  const lost = follow(['running', 'lost']);
  await pass(60_000);
  expect([lost.found.get(), lost.seen.requests]).toEqual([null, 2]);
});

test('it is resumed once, also before the first answer, unless it is lost or the page is busy', async () => {
  for (const [answer, mayResume, resumed] of [
    ['running', true, 1],
    ['done', true, 1],
    ['failed', true, 1],
    ['lost', true, 0],
    [null, true, 0],
    ['running', false, 0],
  ] as const) {
    const { resume, found, seen } = follow([answer]);
    await Promise.all([resume(() => mayResume), resume(() => mayResume)]);
    await pass(60_000);
    expect([answer, seen, found.get()]).toEqual([answer, { requests: 1, resumed, ended: 0 }, null]);
  }
});

test('Reset ends a generation that may still run, once; a forgotten text ends nothing', async () => {
  for (const [answers, ended] of [
    [['running'], 1],
    [[null], 1],
    [['done'], 0],
  ] as const) {
    const { end, seen } = follow(answers);
    await pass();
    end();
    end();
    await pass(60_000);
    expect([answers, seen.requests, seen.ended]).toEqual([answers, 1, ended]);
  }
  const forgotten = follow(['running']);
  await pass();
  forgotten.leave();
  await pass(60_000);
  expect(forgotten.seen).toEqual({ requests: 1, resumed: 0, ended: 0 });
});

import { expect, test } from 'vitest';

import { follow } from './side-by-side.ts';

async function* numbers(failure?: Error) {
  yield await Promise.resolve(1);
  yield 2;
  if (failure !== undefined) throw failure;
}

function write(seen: unknown[]) {
  return { take: (value: number) => void seen.push(value), end: (end: unknown) => void seen.push(end) };
}

test('the follower sees each value before the reader, and the end once', async () => {
  const seen: unknown[] = [];
  for await (const value of follow(numbers(), write(seen))) seen.push(`got ${value}`);
  expect(seen).toEqual([1, 'got 1', 2, 'got 2', { type: 'done' }]);
});

test('the follower sees a failure before it is thrown', async () => {
  const seen: unknown[] = [];
  const error = new Error('broken');
  const iterator = follow(numbers(error), write(seen))[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.next();
  await expect(iterator.next()).rejects.toBe(error);
  await iterator.return?.();
  expect(seen).toEqual([1, 2, { type: 'failed', error }]);
});

test('a source whose reader stops is ended before the follower', async () => {
  const seen: unknown[] = [];
  async function* endless() {
    try {
      for (;;) yield await Promise.resolve(1);
    } finally {
      seen.push('source ended');
    }
  }
  for await (const value of follow(endless(), write(seen))) if (value === 1) break;
  expect(seen).toEqual([1, 'source ended', { type: 'left' }]);
});

test('a follower may be asynchronous, and may throw', async () => {
  const seen: unknown[] = [];
  const slow = follow(numbers(), {
    async take(value) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (value === 2) throw new Error('refused');
      seen.push(value);
    },
    end: ({ type }) => void seen.push(type),
  })[Symbol.asyncIterator]();
  expect(await slow.next()).toEqual({ done: false, value: 1 });
  expect(seen).toEqual([1]);
  await expect(slow.next()).rejects.toThrow('refused');
  expect(seen).toEqual([1, 'failed']);
});

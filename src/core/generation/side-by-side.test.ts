import { expect, test } from 'vitest';
import { sideBySide, type Arrival, follow } from './side-by-side.ts';

async function* numbers(...values: readonly number[]) {
  for (const value of values) yield await Promise.resolve(value);
}

async function* failing(value: number, error: Error) {
  yield await Promise.resolve(value);
  throw error;
}

async function collect<T>(arrivals: AsyncIterable<Arrival<T>>): Promise<Arrival<T>[]> {
  const all: Arrival<T>[] = [];
  for await (const arrival of arrivals) all.push(arrival);
  return all;
}

test('all values of all sources arrive, in the order of each source', async () => {
  const sources = [() => numbers(1, 2, 3), () => numbers(), () => numbers(4, 5)];
  const all = await collect(sideBySide(sources, 2));
  const of = (source: number) =>
    all.flatMap((arrival) =>
      arrival.source !== source ? [] : [arrival.type === 'value' ? arrival.value : 'done'],
    );
  expect([of(0), of(1), of(2)]).toEqual([[1, 2, 3, 'done'], ['done'], [4, 5, 'done']]);
});

test('no more sources than allowed run at once', async () => {
  let running = 0;
  let most = 0;
  const source = async function* () {
    running += 1;
    most = Math.max(most, running);
    yield await Promise.resolve(1);
    yield await Promise.resolve(2);
    running -= 1;
  };
  await collect(
    sideBySide(
      Array.from({ length: 9 }, () => source),
      3,
    ),
  );
  expect(most).toBe(3);
});

test('a source that fails does not end the others', async () => {
  const error = new Error('broken');
  const sources = [() => failing(1, error), () => numbers(2, 3)];
  const all = await collect(sideBySide(sources, 2));
  expect(all).toContainEqual({ type: 'failed', source: 0, error });
  expect(all).toContainEqual({ type: 'value', source: 1, value: 3 });
  expect(all).toContainEqual({ type: 'done', source: 1 });
});

test('a reader that stops ends all sources', async () => {
  const ended: number[] = [];
  const waiting = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<number>>(() => {}),
      async return() {
        ended.push(1);
        return { done: true, value: undefined } as const;
      },
    }),
  });
  const sources = [waiting, () => numbers(2, 3)];
  for await (const arrival of sideBySide<number>(sources, 2)) if (arrival.source === 1) break;
  expect(ended).toEqual([1]);
});

test('no source is read faster than its reader', async () => {
  let asked = 0;
  const endless = async function* () {
    for (;;) {
      asked += 1;
      yield await Promise.resolve(asked);
    }
  };
  let read = 0;
  for await (const _ of sideBySide([endless, endless], 2)) {
    read += 1;
    expect(asked).toBeLessThanOrEqual(read + 2);
    if (read === 50) break;
  }
});

async function* oneAndTwo(failure?: Error) {
  yield await Promise.resolve(1);
  yield 2;
  if (failure !== undefined) throw failure;
}

function write(seen: unknown[]) {
  return { take: (value: number) => void seen.push(value), end: (end: unknown) => void seen.push(end) };
}

test('the follower sees each value before the reader, and the end once', async () => {
  const seen: unknown[] = [];
  for await (const value of follow(oneAndTwo(), write(seen))) seen.push(`got ${value}`);
  expect(seen).toEqual([1, 'got 1', 2, 'got 2', { type: 'done' }]);
});

test('the follower sees a failure before it is thrown', async () => {
  const seen: unknown[] = [];
  const error = new Error('broken');
  const iterator = follow(oneAndTwo(error), write(seen))[Symbol.asyncIterator]();
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
  const slow = follow(oneAndTwo(), {
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

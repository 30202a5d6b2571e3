import { expect, onTestFinished, test, vi } from 'vitest';

import { createBatches } from './batches.ts';

/** Work of which each piece lasts until it is told to end. */
function createSlowWork() {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  return {
    batches,
    work(items: readonly string[]): Promise<readonly string[]> {
      batches.push(items);
      return new Promise((resolve) => ends.push(() => resolve(items)));
    },
    endNext: () => ends.shift()?.(),
  };
}

test('what comes while the work before is under way is done together, so many at once', async () => {
  const { batches, work, endNext } = createSlowWork();
  const doSoon = createBatches(work, { most: 2 });
  const done = ['one', 'two', 'three', 'four'].map((item) => doSoon(item));
  for (const each of done) {
    endNext();
    await each;
  }
  expect(batches).toEqual([['one'], ['two', 'three'], ['four']]);
});

test('what has waited too long behind other work is refused instead of waiting for its own', async () => {
  let clock = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => time.mockRestore());
  const { batches, work, endNext } = createSlowWork();
  const doSoon = createBatches(work, { most: 2, patience: 10_000 });
  const first = doSoon('first');
  const late = ['late', 'later', 'last'].map((item) => doSoon(item));
  clock = 1;
  const inTime = doSoon('in time');
  clock = 10_001;
  endNext();
  await first;
  for (const each of late)
    await expect(each).rejects.toMatchObject({ code: 'server-busy', retryAfterSeconds: 5 });
  endNext();
  expect(await inTime).toBe('in time');
  expect(batches).toEqual([['first'], ['in time']]);
});

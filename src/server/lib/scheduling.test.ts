import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test, onTestFinished, vi } from 'vitest';

import { createQueue, createBatches } from '#server/lib/scheduling.ts';

test('work runs in order, one after the other, even after failures', async () => {
  const enqueue = createQueue(60_000);
  let running = 0;
  const seen: number[] = [];
  const results = await Promise.allSettled(
    [0, 1, 2, 3].map((number) =>
      enqueue(async () => {
        running += 1;
        expect(running).toBe(1);
        await sleep(2);
        running -= 1;
        seen.push(number);
        if (number === 1) throw new Error('Broken.');
        return number;
      }),
    ),
  );
  expect(seen).toEqual([0, 1, 2, 3]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await enqueue(async () => 'again')).toBe('again');
});

test('urgent work runs before all other waiting work', async () => {
  const enqueue = createQueue(60_000);
  const seen: string[] = [];
  const note = (name: string) => async () => {
    await sleep(1);
    seen.push(name);
  };
  await Promise.all([
    enqueue(note('first')),
    enqueue(note('second')),
    enqueue(note('third')),
    enqueue(note('urgent'), true),
    enqueue(note('urgent too'), true),
  ]);
  expect(seen).toEqual(['first', 'urgent', 'urgent too', 'second', 'third']);
});

test('work that has waited too long is not run, unless it is urgent', async () => {
  const enqueue = createQueue(20);
  const ran: string[] = [];
  const hanging = enqueue(() => sleep(60));
  const late = enqueue(async () => ran.push('late'));
  const urgent = enqueue(async () => ran.push('urgent'), true);
  await expect(late).rejects.toMatchObject({ code: 'server-busy', retryAfterSeconds: 5 });
  await Promise.all([hanging, urgent]);
  expect(ran).toEqual(['urgent']);
  await enqueue(async () => ran.push('next'));
  expect(ran).toEqual(['urgent', 'next']);
});

/** Returns work whose batches last until the test ends them. */
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

test('items that come during a batch form the next one, up to its size', async () => {
  const { batches, work, endNext } = createSlowWork();
  const doSoon = createBatches(work, { most: 2 });
  const first = doSoon('one');
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  const later = ['two', 'three', 'four'].map((item) => doSoon(item));
  for (const [index, each] of [first, ...later].entries()) {
    await vi.waitFor(() => expect(batches.flat().length).toBeGreaterThan(index));
    endNext();
    await each;
  }
  expect(batches).toEqual([['one'], ['two', 'three'], ['four']]);
});

test('items that come in one round of the event loop form one batch', async () => {
  const batches: (readonly string[])[] = [];
  const work = async (items: readonly string[]) => {
    batches.push(items);
    return items;
  };
  const doSoon = createBatches(work, { most: 3 });
  await Promise.all(['one', 'two', 'three', 'four'].map((item) => doSoon(item)));
  expect(batches).toEqual([['one', 'two', 'three'], ['four']]);
});

test('items that have waited too long behind a batch are refused', async () => {
  let clock = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => time.mockRestore());
  const { batches, work, endNext } = createSlowWork();
  const doSoon = createBatches(work, { most: 2, timeout: 10_000 });
  const first = doSoon('first');
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  const late = ['late', 'later', 'last'].map((item) => doSoon(item));
  clock = 1;
  const inTime = doSoon('in time');
  clock = 10_001;
  endNext();
  await first;
  for (const each of late)
    await expect(each).rejects.toMatchObject({ code: 'server-busy', retryAfterSeconds: 5 });
  await vi.waitFor(() => expect(batches).toHaveLength(2));
  endNext();
  expect(await inTime).toBe('in time');
  expect(batches).toEqual([['first'], ['in time']]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRetryTimer, loadOnce } from './tasks.ts';

test('all calls share one load, and a failed load is tried again', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('There is no network.');
    return loads;
  });
  const both = [load(), load()];
  await expect(both[0]).rejects.toThrow('no network');
  await expect(both[1]).rejects.toThrow('no network');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param random What `Math.random` returns. */
function retryTimer(random: number) {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  return createRetryTimer();
}

test('the delay grows with each failure in a row, and starts again after forget', async () => {
  const run = vi.fn<() => void>();
  const timer = retryTimer(0.5);
  for (let failure = 0; failure < 8; failure += 1) timer.failed('server', run);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(1);
  timer.forget();
  timer.failed('server', run);
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('forget does not cancel a scheduled task', async () => {
  const run = vi.fn<() => void>();
  const timer = retryTimer(0.5);
  timer.failed('server', run);
  timer.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('if the network fails, the delay is at most five seconds', async () => {
  const run = vi.fn<() => void>();
  const timer = retryTimer(1);
  for (let failure = 0; failure < 8; failure += 1) timer.failed('network', run);
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRetryTimer } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the delay grows with each failure in a row, and starts again after forget', async () => {
  const run = vi.fn<() => void>();
  const timer = createRetryTimer(() => 0.5);
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
  const timer = createRetryTimer(() => 0.5);
  timer.failed('server', run);
  timer.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('if the network fails, the delay is at most five seconds', async () => {
  const run = vi.fn<() => void>();
  const timer = createRetryTimer(() => 1);
  for (let failure = 0; failure < 8; failure += 1) timer.failed('network', run);
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

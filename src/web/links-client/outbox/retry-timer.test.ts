import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRetryClock } from './retry-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the wait grows with each failure in a row, and begins anew when it is forgotten', async () => {
  const run = vi.fn<() => void>();
  const clock = createRetryClock({ run, random: () => 0.5 });
  for (let failure = 0; failure < 8; failure += 1) clock.failed('server');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(1);
  clock.forget();
  clock.failed('server');
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('what waits to be tried is not called off by forgetting how often it failed', async () => {
  const run = vi.fn<() => void>();
  const clock = createRetryClock({ run, random: () => 0.5 });
  clock.failed('server');
  clock.forget();
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('where the network fails, nobody waits for longer than seconds', async () => {
  const run = vi.fn<() => void>();
  const clock = createRetryClock({ run, random: () => 1 });
  for (let failure = 0; failure < 8; failure += 1) clock.failed('network');
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledTimes(1);
});

import { expect, onTestFinished, test, vi } from 'vitest';

import { openTestPostgres } from '#server/db/test-databases.ts';

import { createSharedClock } from './leases.ts';

test('the time is that of the database, and passes evenly when this machine’s clock jumps', async () => {
  let asked = 0;
  const clock = createSharedClock(async () => {
    asked += 1;
    return asked * 1_000_000;
  });
  const first = await clock.now();
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.now() + 3_600_000);
  const second = await clock.now();
  vi.useRealTimers();
  expect(first).toBeGreaterThanOrEqual(1_000_000);
  expect(second).toBeLessThan(2_000_000);
  expect(asked).toBe(1);
  await clock.set();
  expect(await clock.now()).toBeGreaterThanOrEqual(2_000_000);
});

test('PostgreSQL returns its time in milliseconds since 1970', async () => {
  const { database, close } = await openTestPostgres();
  const before = Date.now();
  const time = await database.time();
  expect(time).toBeGreaterThanOrEqual(before - 1);
  expect(time).toBeLessThanOrEqual(Date.now() + 1);
  await close();
});

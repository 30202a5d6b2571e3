import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createQueue } from './scheduling.ts';

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

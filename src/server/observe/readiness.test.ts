import { expect, test } from 'vitest';

import { createReadiness } from './readiness.ts';

const isStopping = () => false;

test('a database that does not answer is not waited for, and asked again the next time', async () => {
  let count = 0;
  const readiness = createReadiness({
    isStopping,
    patience: 20,
    ping: () => {
      count += 1;
      return count === 1 ? new Promise(() => {}) : Promise.resolve();
    },
  });
  expect(await readiness()).toBe('database-away');
  expect(await readiness()).toBe('ready');
});

test('many who ask at once cause one question', async () => {
  let count = 0;
  const ping = async () => {
    count += 1;
  };
  const readiness = createReadiness({ isStopping, ping });
  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness()));
  expect([new Set(answers), count]).toEqual([new Set(['ready']), 1]);
});

test('a server that stops is not ready, whatever its database says', async () => {
  const ping = () => Promise.reject(new Error('the database is not asked'));
  expect(await createReadiness({ isStopping: () => true, ping })()).toBe('stopping');
  expect(await createReadiness({ isStopping, ping })()).toBe('database-away');
});

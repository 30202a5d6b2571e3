import { expect, test } from 'vitest';

import { ProblemError } from '#core/errors/problem-messages.ts';

import { createReadiness } from './open-database.ts';

const isStopping = () => false;
const danger = () => null;
const tryWriting = async () => {};
const usual = { isStopping, danger, tryWriting, say: () => {} };

test('a database that does not answer is not awaited, and is asked again the next time', async () => {
  let count = 0;
  const readiness = createReadiness({
    ...usual,
    timeout: 20,
    ping: () => {
      count += 1;
      return count === 1 ? new Promise(() => {}) : Promise.resolve();
    },
  });
  expect(await readiness()).toEqual({ status: 'database-away' });
  expect(await readiness()).toEqual({ status: 'ready' });
});

test('simultaneous checks cause one query', async () => {
  let count = 0;
  const ping = async () => {
    count += 1;
  };
  const readiness = createReadiness({ ...usual, ping });
  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['ready']));
  expect(count).toBe(1);
});

test('a server that stops is not ready, whatever its database answers', async () => {
  const ping = () => Promise.reject(new Error('the database is not asked'));
  expect(await createReadiness({ ...usual, isStopping: () => true, ping })()).toEqual({ status: 'stopping' });
  expect(await createReadiness({ ...usual, ping })()).toEqual({ status: 'database-away' });
});

test('a database that cannot be written is reported with its error, and writes are tried only sometimes', async () => {
  const failure = Object.assign(new Error('full'), {
    code: 'ERR_SQLITE_ERROR',
    sqliteCodeName: 'SQLITE_FULL',
  });
  let [writes, isFull] = [0, true];
  const said: string[] = [];
  const ping = async () => {};
  const write = async () => {
    writes += 1;
    if (isFull) throw new ProblemError('storage-failed', { cause: failure });
  };
  const parts = {
    ...usual,
    ping,
    tryWriting: write,
    say: (line: string) => said.push(line),
  };
  const readiness = createReadiness({ ...parts, writeCheckInterval: 600_000 });
  for (let times = 0; times < 20; times += 1)
    expect(await readiness()).toEqual({ status: 'database-unwritable', cause: 'SQLITE_FULL' });
  expect(writes).toBe(1);
  const doubtful = createReadiness({ ...parts, writeCheckInterval: 0 });
  expect(await doubtful()).toMatchObject({ status: 'database-unwritable' });
  isFull = false;
  expect(await doubtful()).toEqual({ status: 'ready' });
  const full = 'The database cannot be written to: SQLITE_FULL. Nothing is saved until it can be.';
  expect(said).toEqual([full, full, 'The database can be written to again.']);
});

test('a slow write is not awaited, and its result counts afterwards', async () => {
  let fail: (error: Error) => void = () => {};
  const hang = () => new Promise<void>((_resolve, reject) => (fail = reject));
  const readiness = createReadiness({ ...usual, ping: async () => {}, tryWriting: hang, timeout: 20 });
  expect(await readiness()).toEqual({ status: 'ready' });
  fail(Object.assign(new Error('broken'), { code: 'EIO' }));
  expect(await readiness()).toEqual({ status: 'database-unwritable', cause: 'EIO' });
});

test('a file that was moved or is damaged is reported without a query', async () => {
  const ping = () => Promise.reject(new Error('the database is not asked'));
  for (const [code, status] of [
    ['DATABASE_MOVED', 'database-moved'],
    ['DATABASE_DAMAGED', 'database-damaged'],
  ] as const)
    expect(await createReadiness({ ...usual, ping, danger: () => ({ code }) })()).toEqual({ status });
});

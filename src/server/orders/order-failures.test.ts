import path from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test } from 'vitest';

import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openTestSqlite } from '#server/db/test-databases.ts';
import { startTestPostgres } from '#server/db/test-postgres.ts';

import { createOrderStore } from './order-store.ts';
import { noLimits, orderOf, settlementOf, start } from './test-order-store.ts';

async function openOrderStore() {
  const { database, settings, close } = await openTestSqlite();
  await migrate(database);
  const failures: unknown[] = [];
  const store = createOrderStore({
    database,
    limits: noLimits,
    budget: { unit: 'usd', perDay: 1000 },
    // No lease is renewed during a test.
    leaseMs: 3_600_000,
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(async () => {
    await store.close();
    await close();
  });
  const file = path.join(settings.dataDirectory, 'linkweft.sqlite');
  return { store, database, file, failures };
}

test('no generation starts when it cannot be counted', async () => {
  const { store, database } = await openOrderStore();
  await database.close();
  await expect(store.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({
    code: 'storage-failed',
    message: expect.stringMatching(/^The generation couldn’t start/),
    cause: expect.any(Error),
  });
  await expect(store.find({ keyHash: 'key', bodyHash: 'body' })).rejects.toMatchObject({
    code: 'storage-failed',
  });
  await expect(store.left(null)).rejects.toMatchObject({ code: 'storage-failed' });
});

test('a failed settlement is repeated until it succeeds', async () => {
  const { store, file, failures } = await openOrderStore();
  const id = await start(store, { worstCase: 500 });
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const settled = store.settle(id, settlementOf(20));
  await expect(store.open(orderOf({ worstCase: 1 }))).rejects.toMatchObject({ code: 'server-busy' });
  other.exec('rollback');
  other.close();
  await settled;
  await expect.poll(() => store.left(null)).toMatchObject({ budgetLeft: 980 });
  expect(failures).toEqual([]);
});

test('a settlement that always fails is not waited for, and is logged at the end', async () => {
  const { store, database, failures } = await openOrderStore();
  const ids = await Promise.all(Array.from({ length: 12 }, () => start(store, { worstCase: 10 })));
  await database.close();
  await Promise.all(ids.map((id) => store.settle(id, settlementOf(2))));
  expect(failures).toEqual([]);
  await store.close();
  expect(failures).toEqual(ids.map(() => expect.any(Error)));
});

test('a settlement outlasts a restart of PostgreSQL', async ({ skip }) => {
  const postgres = await startTestPostgres();
  const database = await openDatabase({
    dataDirectory: '',
    databaseUrl: postgres.url,
    onIdleError: () => undefined,
  });
  const store = createOrderStore({ database, limits: noLimits, budget: { unit: 'usd', perDay: 1000 } });
  onTestFinished(async () => {
    await store.close();
    await database.close();
    await postgres.stop();
  });
  const { server } = postgres;
  if (server === null) return skip('the PostgreSQL of TEST_DATABASE_URL is not ours to end');
  const id = await start(store, { worstCase: 500 });
  await server.crash('SIGQUIT');
  await store.settle(id, settlementOf(20));
  await expect(store.left(null)).rejects.toMatchObject({ code: 'storage-failed' });
  await server.restart();
  const left = () => store.left(null).catch(() => null);
  await expect.poll(left).toMatchObject({ budgetLeft: 980 });
});

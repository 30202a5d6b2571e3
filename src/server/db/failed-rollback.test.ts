import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import type { Tables } from './database.ts';
import { openTestPostgres, openTestSqlite } from './test-databases.ts';

type Query = Kysely<Tables>;

/** Ends the transaction, so that its rollback fails. */
async function endOnSqlite(transaction: Query): Promise<void> {
  await sql`rollback`.execute(transaction);
}

/** Breaks the connection of the transaction. */
async function endOnPostgres(transaction: Query, query: Query): Promise<void> {
  const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  await sql`select pg_terminate_backend(${own.rows[0]?.pid})`.execute(query);
  await sql`select 1`.execute(transaction).catch(() => undefined);
}

test.each([
  ['SQLite', openTestSqlite, endOnSqlite],
  ['PostgreSQL', openTestPostgres, endOnPostgres],
] as const)('on %s a rollback that fails does not hide the error that caused it', async (_, open, end) => {
  const { database, close } = await open();
  onTestFinished(close);
  const { query } = database;
  const failing = query.transaction().execute(async (transaction) => {
    await end(transaction, query);
    throw new Error('What went wrong.');
  });
  await expect(failing).rejects.toThrow('What went wrong.');
  expect((await sql`select 1 as one`.execute(query)).rows).toEqual([{ one: 1 }]);
});

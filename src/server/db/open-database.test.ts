import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { failureName } from '#server/lib/describe-error.ts';

import { migrate } from './migrate.ts';
import { databaseReadiness, tryWriting, openDatabase } from './open-database.ts';
import { openTestPostgres, openTestSqlite } from './test-databases.ts';

describe.each([
  ['SQLite', openTestSqlite, 'SQLITE_READONLY'],
  ['PostgreSQL', openTestPostgres, '25006'],
] as const)('trying to write on %s', (name, open, readOnly) => {
  async function openBoth() {
    const first = await open();
    await migrate(first.database);
    const database = await openDatabase({ ...first.settings, onIdleError: () => undefined });
    onTestFinished(async () => {
      await database.close();
      await first.close();
    });
    return { first: first.database, database };
  }

  test('leaves one row after any number of tries', async () => {
    const { database } = await openBoth();
    for (let times = 0; times < 3; times += 1) await tryWriting(database);
    const rows = await database.query.selectFrom('write_probes').select('bytes').execute();
    expect(rows.map(({ bytes }) => bytes.length)).toEqual([32_768]);
  });

  test('a database that refuses writes is not ready, and the reason is named', async () => {
    const { first, database } = await openBoth();
    if (name === 'SQLite') await sql`pragma query_only = on`.execute(database.query);
    else {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(first.query);
      await sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(
        first.query,
      );
      // Connections that are open already may still write.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(first.query);
    }
    await expect.poll(() => tryWriting(database).then(() => 'written', failureName)).toBe(readOnly);
    const said: string[] = [];
    const readiness = databaseReadiness(database, {
      isStopping: () => false,
      say: (line) => said.push(line),
    });
    expect(await readiness()).toEqual({ status: 'database-unwritable', cause: readOnly });
    expect(said).toEqual([
      `The database cannot be written to: ${readOnly}. Nothing is saved until it can be.`,
    ]);
    await database.query.selectFrom('links').select('id').execute();
  });
});

import { createHash } from 'node:crypto';

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import type { Tables } from '#server/db/database.ts';
import { migrate, migrations } from '#server/db/migrate.ts';
import { openTestPostgres } from '#server/db/test-databases.ts';

import { createProcedures } from './ledger-migrations.ts';

/** The hash of the statements of `createProcedures`. */
const ofMigration7 = '47f3ad730c7d93041b14dd9a69f1a483d1f2c5fde0775ede89b8140174d103c7';

const whatToDo =
  'The functions of the ledger have changed. Existing databases keep the old ones: add a migration that calls createProcedures again, and only then write the new hash here.';

test('the functions in PostgreSQL have not changed since the migration that creates them', async () => {
  const statements: string[] = [];
  const query = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
    log(event) {
      statements.push(event.query.sql.replaceAll(/\s+/g, ' '));
    },
  });
  await createProcedures(query);
  expect(statements).toHaveLength(2);
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex');
  expect(hash === ofMigration7 ? 'as migrated' : `${hash}: ${whatToDo}`).toBe('as migrated');
});

test('a database of migration 6 gets the new rules, in the function that its running servers call', async () => {
  const { database, close } = await openTestPostgres();
  const { query } = database;
  await migrate(database);
  onTestFinished(close);
  const definition = sql<{ text: string }>`select pg_get_functiondef('open_order'::regproc) as text`;
  const read = async () => (await definition.execute(query)).rows[0]?.text ?? '';
  const rules = await read();
  // What the older rules were is not important.
  const older = rules.replace(/verdict := case.*?end;/s, "verdict := 'workspace-running';");
  await sql.raw(older).execute(query);
  expect(await read()).not.toBe(rules);
  await query.deleteFrom('migrations').where('version', '>', 6).execute();
  await migrate(database);
  expect(await read()).toBe(rules);
  const versions = await query.selectFrom('migrations').select('version').execute();
  expect(versions).toHaveLength(migrations.length);
});

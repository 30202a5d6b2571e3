import { createHash } from 'node:crypto';

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';

import type { Tables } from '#server/db/database.ts';

import { createProcedures } from './ledger-migrations.ts';

/** The hash of the statements of `createProcedures`. */
const ofMigration6 = 'd52796b31809cc35128987a150fb4fbb5f25e2bc7845b454c3c581278eb4f87b';

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
  expect(hash === ofMigration6 ? 'as migrated' : `${hash}: ${whatToDo}`).toBe('as migrated');
});

import { sql, type Kysely } from 'kysely';

import { createLedgerTables, openOrdersInOneTrip } from '#server/generations/ledger/ledger-migrations.ts';
import { addSearchAndDeletedLinks, createLinks } from '#server/links/link-migrations.ts';
import { createWorkspaceTables } from '#server/workspaces/workspace-migrations.ts';

import type { Database, Tables } from './database.ts';

/** Runs the missing migrations: all or none, and in one process at a time. Throws a `NewerDatabaseError`. */
export function migrate(database: Database): Promise<void> {
  return database.runAlone((query) => applyMissing(query, database));
}

async function applyMissing(query: Kysely<Tables>, database: Database): Promise<void> {
  await sql`create table if not exists migrations (version integer primary key, applied_at bigint not null)`.execute(
    query,
  );
  const applied = await query.selectFrom('migrations').select('version').execute();
  const current = Math.max(0, ...applied.map(({ version }) => version));
  if (current > migrations.length) throw new NewerDatabaseError();
  for (const [index, migration] of migrations.entries()) {
    if (index < current) continue;
    await migration(query, database);
    await query
      .insertInto('migrations')
      .values({ version: index + 1, applied_at: Date.now() })
      .execute();
  }
}

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor() {
    super(
      'The database was written by a newer version of Linkweft. Please start that version or a newer one.',
    );
  }
}

type Migration = (query: Kysely<Tables>, database: Database) => Promise<void>;

/** The number of a migration is its position, counted from 1. Never change a released migration: add another one. */
export const migrations: readonly Migration[] = [
  createLinks,
  addSearchAndDeletedLinks,
  createLedgerTables,
  createWorkspaceTables,
  createWriteProbes,
  openOrdersInOneTrip,
];

/** Creates the table for tests of writing. */
async function createWriteProbes(query: Kysely<Tables>, { bytes }: Pick<Database, 'bytes'>): Promise<void> {
  await sql`create table write_probes (id integer primary key, bytes ${sql.raw(bytes)} not null)`.execute(
    query,
  );
}

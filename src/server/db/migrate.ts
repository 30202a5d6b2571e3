import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Database, Tables } from './database.ts';
import { migrations } from './migrations.ts';

/** Brings the database to the program's version: all of it or nothing, and one process at a time. */
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

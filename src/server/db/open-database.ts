import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { createReadiness, type Readiness } from '#server/observe/readiness.ts';

import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite-database.ts';

export type DatabaseSettings = {
  /** The directory of the SQLite file, when there is no `databaseUrl`. It is created when it does not exist. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** The most connections that this process may have to PostgreSQL. */
  readonly poolSize?: number;
  /** Called when an idle connection to PostgreSQL breaks. */
  readonly onIdleError: (error: Error) => void;
};

/** Opens the database of this process and runs the missing migrations. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await open(settings);
  try {
    await migrate(database);
    database.lookForDamage();
    // This opens a connection. It stays open, however many connections other servers take.
    await pingDatabase(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function open(settings: DatabaseSettings): Promise<Database> {
  const { dataDirectory, databaseUrl, poolSize = 10, onIdleError } = settings;
  if (databaseUrl !== null) {
    // Most servers use SQLite and do not need the driver.
    const { openPostgres } = await import('./postgres-database.ts');
    return openPostgres({ url: databaseUrl, poolSize, onIdleError });
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(path.join(dataDirectory, 'linkweft.sqlite'));
}

/** Returns the check whether this server can work with its database. `say` writes a line to the log. */
export function databaseReadiness(
  database: Database,
  isStopping: () => boolean,
  say: (line: string) => void,
): Readiness {
  return createReadiness({
    ping: () => pingDatabase(database),
    danger: database.danger,
    tryWriting: () => tryWriting(database),
    isStopping,
    onWriting: (failure) =>
      say(
        failure === null
          ? 'The database can be written to again.'
          : `The database cannot be written to: ${failure}. Nothing is saved until it can be.`,
      ),
  });
}

/** Resolves when the database has answered a small query that reads a table. */
export async function pingDatabase({ query }: Database): Promise<void> {
  await query.selectFrom('migrations').select('version').limit(1).execute();
}

/** In bytes: the size of the largest links. A disk may have room for a few bytes but not for such a link. */
const probeBytes = 32_768;

/** Writes as many bytes as a large link has. Throws the error that a save would throw. */
export async function tryWriting({ query }: Database): Promise<void> {
  await query
    .insertInto('write_probes')
    .values({ id: 1, bytes: randomBytes(probeBytes) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
    )
    .execute();
}

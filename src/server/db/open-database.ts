import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { pingDatabase } from './database-readiness.ts';
import { openSqlite } from './sqlite-database.ts';

const usualPoolSize = 10;

export type DatabaseSettings = {
  /** The directory of the SQLite file, when there is no `databaseUrl`. It is created when it does not exist. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** How many connections this process may have to PostgreSQL. */
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
    // This opens a connection that stays, however many connections other servers take.
    await pingDatabase(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function open(settings: DatabaseSettings): Promise<Database> {
  const { dataDirectory, databaseUrl, poolSize = usualPoolSize, onIdleError } = settings;
  if (databaseUrl !== null) {
    // Most servers use SQLite and do not need the driver.
    const { openPostgres } = await import('./postgres-database.ts');
    return openPostgres({ url: databaseUrl, poolSize, onIdleError });
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(path.join(dataDirectory, 'linkweft.sqlite'));
}

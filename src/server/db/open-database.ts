import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { pingDatabase } from './database-readiness.ts';
import { openSqlite } from './sqlite-database.ts';

const usualPoolSize = 10;

export type DatabaseSettings = {
  /** Where the SQLite file lives when there is no `databaseUrl`. Made if it is not there. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** How many connections this process may have to PostgreSQL. */
  readonly poolSize?: number;
  /** Hears of connections to PostgreSQL that break while nobody uses them. */
  readonly onIdleError: (error: Error) => void;
};

/** Opens the one database of this process and brings it to the program's version. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await open(settings);
  try {
    await migrate(database);
    database.lookForDamage();
    // From now on this process has a connection of its own, however many other servers take.
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
    // Most servers keep to SQLite, and would carry the driver for nothing.
    const { openPostgres } = await import('./postgres-database.ts');
    return openPostgres({ url: databaseUrl, poolSize, onIdleError });
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(path.join(dataDirectory, 'linkweft.sqlite'));
}

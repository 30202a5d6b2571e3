import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Database } from './database.ts';
import { createKyselyLinkStore } from './kysely-link-store.ts';
import type { LinkStore } from './link-store.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

export type LinkStoreSettings = {
  /** Where the SQLite file lives when there is no `databaseUrl`. Made if it is not there. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly onIdleError: (error: Error) => void;
  readonly now?: () => number;
};

/** Opens the database and brings it to the program's version. */
export async function openLinkStore(settings: LinkStoreSettings): Promise<LinkStore> {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
  } catch (error) {
    await database.query.destroy();
    throw error;
  }
  return createKyselyLinkStore(database, settings.now);
}

async function openDatabase(settings: LinkStoreSettings): Promise<Database> {
  if (settings.databaseUrl !== null) return openPostgres(settings.databaseUrl, settings.onIdleError);
  await mkdir(settings.dataDirectory, { recursive: true, mode: 0o700 });
  return openSqlite(path.join(settings.dataDirectory, 'linkweft.sqlite'));
}

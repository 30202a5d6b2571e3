import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Database } from './database.ts';
import type { LinkStoreSettings } from './open-link-store.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';
import { startTestPostgres } from './test-postgres.ts';

/** A real and empty database, gone when it is closed. */
export type TestDatabase = {
  readonly database: Database;
  /** Where another process finds it. */
  readonly settings: Pick<LinkStoreSettings, 'dataDirectory' | 'databaseUrl'>;
  close(): Promise<void>;
};

export async function openTestSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-links-'));
  const database = openSqlite(path.join(folder, 'linkweft.sqlite'));
  return {
    database,
    settings: { dataDirectory: folder, databaseUrl: null },
    async close() {
      await database.query.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

export async function openTestPostgres(): Promise<TestDatabase> {
  const postgres = await startTestPostgres();
  const database = openPostgres(postgres.url, () => undefined);
  return {
    database,
    settings: { dataDirectory: tmpdir(), databaseUrl: postgres.url },
    async close() {
      await database.query.destroy();
      await postgres.stop();
    },
  };
}

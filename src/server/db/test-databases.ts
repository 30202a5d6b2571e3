import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, describe } from 'vitest';

import { sharedPostgres } from '#server/test-shared.ts';

import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSettings } from './open-database.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';
import { askPostgres, startTestPostgres } from './test-postgres.ts';

/** A real, empty database. `close` deletes it. */
export type TestDatabase = {
  readonly database: Database;
  /** The settings with which another process opens it. */
  readonly settings: Pick<DatabaseSettings, 'dataDirectory' | 'databaseUrl'>;
  close(): Promise<void>;
};

/** Runs the tests on a SQLite and a PostgreSQL with empty tables. `opened` may be called when a test or hook runs. */
export function describeDatabases(
  topic: string,
  addTests: (opened: () => TestDatabase, name: string) => void,
): void {
  describe.each([
    ['SQLite', openTestSqlite],
    ['PostgreSQL', openTestPostgres],
  ])(`${topic} on %s`, (name, open) => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await open();
      await migrate(opened.database);
    });
    afterAll(() => opened.close());
    addTests(() => opened, name);
  });
}

export async function openTestSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'linkweft-links-'));
  const database = openSqlite(path.join(folder, 'linkweft.sqlite'));
  return {
    database,
    settings: { dataDirectory: folder, databaseUrl: null },
    async close() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function openTestPostgres(): Promise<TestDatabase> {
  const isGiven = process.env['TEST_DATABASE_URL'] !== undefined;
  const postgres = isGiven ? await startTestPostgres() : await createSharedDatabase();
  const database = openPostgres({ url: postgres.url, poolSize: 10, onIdleError: () => undefined });
  return {
    database,
    settings: { dataDirectory: tmpdir(), databaseUrl: postgres.url },
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}

/** Opens a database on the PostgreSQL that all test files of a run share. */
async function createSharedDatabase() {
  const cluster = await sharedPostgres();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await askPostgres(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = name;
  return {
    url: url.href,
    stop: () => askPostgres(cluster, `drop database ${name} with (force)`),
  };
}

import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

import type { Database } from './database.ts';

const migrationLock = 5_465_933;

/** A pool of connections. `onIdleError` hears of connections that break while nobody uses them. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'linkweft',
    // Times are milliseconds: far below 2^53, so a plain number holds them.
    types: {
      getTypeParser: (type, format) =>
        type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
    },
  });
  pool.on('error', onIdleError);
  // One that breaks between two statements of a transaction would end the process; its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    beginMigration: ['begin', `select pg_advisory_xact_lock(${migrationLock})`],
    orderedText: 'text collate "C"',
  };
}

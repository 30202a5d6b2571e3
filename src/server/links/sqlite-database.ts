import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { Kysely, SqliteDialect, sql } from 'kysely';

import type { Database, Tables } from './database.ts';

const statementCacheLimit = 100;
/** In UTF-16 units: a link of the greatest length fits. */
const keptParametersLimit = 50_000;

/** How long to wait for another process to end what it writes, in milliseconds. */
const patience = 5000;
const migrationPatience = 600_000;

/** Opens the file, creating it if need be, so that a commit is on disk before it is answered. */
export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: true });
  try {
    connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  } catch (error) {
    connection.close();
    throw error;
  }
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }),
  });
  return {
    query,
    async runAlone(work) {
      connection.exec(`pragma busy_timeout = ${migrationPatience}`);
      try {
        await query.transaction().execute(work);
      } finally {
        connection.exec(`pragma busy_timeout = ${patience}`);
      }
    },
    async dropDeleted() {
      await sql`pragma wal_checkpoint(truncate)`.execute(query);
    },
    textContains: (term) => sql`instr(search_text, ${term}) > 0`,
    searchedAtOnce: 2000,
    orderedText: 'text',
  };
}

function asKyselyDatabase(connection: DatabaseSyncInstance): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      statements.clear();
      connection.close();
    },
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      // One that begins by reading could not go on to write after another process wrote.
      const statement = asKyselyStatement(
        connection.prepare(text === 'begin' ? 'begin immediate' : text),
        () => statements.delete(text),
      );
      if (statements.size >= statementCacheLimit) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

/** A statement holds copies of its parameters until it goes; `forget` is called when they are large. */
function asKyselyStatement(statement: StatementSyncInstance, forget: () => void): SqliteStatement {
  const forgetLarge = (parameters: readonly unknown[]) => {
    if (lengthOf(parameters) > keptParametersLimit) forget();
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      forgetLarge(parameters);
      return statement.all(...parameters);
    },
    run: (parameters) => {
      forgetLarge(parameters);
      return statement.run(...parameters);
    },
    iterate: (parameters) => statement.iterate(...parameters),
  };
}

function lengthOf(parameters: readonly unknown[]): number {
  return parameters.reduce<number>((sum, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}

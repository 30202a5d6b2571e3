import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { Kysely, SqliteDialect } from 'kysely';

import type { Database } from './database.ts';

const statementCacheLimit = 100;

/** Opens the file, creating it if need be, so that a commit is on disk before it is answered. */
export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    query: new Kysely({ dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }) }),
    beginMigration: ['begin immediate'],
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
      const statement = asKyselyStatement(connection.prepare(text));
      if (statements.size >= statementCacheLimit) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: StatementSyncInstance): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}

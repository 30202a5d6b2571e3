import { setImmediate as othersTurn } from 'node:timers/promises';

import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CompiledQuery, SqliteStatement } from 'kysely';
import { Kysely, SqliteDialect, sql } from 'kysely';

import type { Database, Tables } from './database.ts';
import { createQueue, turnPatience } from './queue.ts';

const statementCacheLimit = 100;
/** How many free pages one step takes out of the file. */
const pagesAtOnce = 500;
/** In UTF-16 units or bytes: a link of the greatest length fits. */
const keptParametersLimit = 50_000;

/** How long to wait for another process to end what it writes, in milliseconds. */
const patience = 5000;
const migrationPatience = 600_000;

/** Opens the file, creating it if need be, so that a commit is on disk before it is answered. */
export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: patience, enableForeignKeyConstraints: true });
  try {
    // The first before there is a page: it says how the file is laid out.
    connection.exec(
      'pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on',
    );
    letShrink(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  const database = asKyselyDatabase(connection);
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  const enqueue = createQueue(turnPatience);
  return {
    query,
    async ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]) {
      // Beside a transaction on the same connection it would see what may never be committed: it waits its turn.
      if (connection.isTransaction) return (await query.executeQuery<Row>({ ...built, parameters })).rows;
      return database.prepare(built.sql).rows<Row>(parameters);
    },
    async runAlone(work) {
      connection.exec(`pragma busy_timeout = ${migrationPatience}`);
      try {
        await query.transaction().execute(work);
      } finally {
        connection.exec(`pragma busy_timeout = ${patience}`);
      }
    },
    inTurn: (work, isUrgent) => enqueue(() => query.transaction().execute(work), isUrgent),
    time: async () => Date.now(),
    async dropDeleted() {
      // In small steps, between which others get their turn. `exec` goes through with one, where `run` takes one page.
      while (numberOf(connection, 'pragma freelist_count') > 0) {
        const before = numberOf(connection, 'pragma page_count');
        await query
          .connection()
          .execute(async () => connection.exec(`pragma incremental_vacuum(${pagesAtOnce})`));
        await othersTurn();
        if (numberOf(connection, 'pragma page_count') >= before) break;
      }
      await sql`pragma wal_checkpoint(truncate)`.execute(query);
    },
    textContains: (term) => sql`instr(search_text, ${term}) > 0`,
    searchedAtOnce: 2000,
    orderedText: 'text',
    bytes: 'blob',
    close: () => query.destroy(),
  };
}

/**
 * A file of an older version gives no room back before it is written anew, once, which takes as much room again for
 * that time. Where it cannot be, it goes on as it is.
 */
function letShrink(connection: DatabaseSyncInstance): void {
  const [none, incremental] = [0, 2];
  if (numberOf(connection, 'pragma auto_vacuum') !== none) return;
  try {
    connection.exec(`pragma auto_vacuum = ${incremental}; vacuum`);
  } catch {
    // Full or read-only disks, and other processes that use the file: a later start tries again.
  }
}

function numberOf(connection: DatabaseSyncInstance, question: string): number {
  const [row = {}] = connection.prepare(question).all();
  return Number(Object.values(row)[0]);
}

type Statement = SqliteStatement & { rows<Row>(parameters: readonly unknown[]): Row[] };

function asKyselyDatabase(connection: DatabaseSyncInstance) {
  const statements = new Map<string, Statement>();
  return {
    close: () => {
      statements.clear();
      connection.close();
    },
    prepare: (text: string): Statement => {
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
function asKyselyStatement(statement: StatementSyncInstance, forget: () => void): Statement {
  const forgetLarge = (parameters: readonly unknown[]) => {
    if (lengthOf(parameters) > keptParametersLimit) forget();
  };
  function rows<Row>(parameters: readonly unknown[]): Row[] {
    forgetLarge(parameters);
    return statement.all(...parameters);
  }
  return {
    reader: statement.columns().length > 0,
    rows,
    all: rows,
    run: (parameters) => {
      forgetLarge(parameters);
      return statement.run(...parameters);
    },
    iterate: (parameters) => statement.iterate(...parameters),
  };
}

function lengthOf(parameters: readonly unknown[]): number {
  return parameters.reduce<number>(
    (sum, each) => sum + (typeof each === 'string' || each instanceof Uint8Array ? each.length : 0),
    0,
  );
}

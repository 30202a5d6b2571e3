import { setImmediate as othersTurn } from 'node:timers/promises';

import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { DatabaseSync } from '@photostructure/sqlite';
import type { CompiledQuery } from 'kysely';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';

import { ProblemError } from '#core/errors/problem.ts';

import type { Database, Tables } from './database.ts';
import { createQueue, turnTimeout } from './queue.ts';
import { createSqliteDriver } from './sqlite-driver.ts';
import { busyCode, createSqliteGate } from './sqlite-gate.ts';
import type { SqliteGate } from './sqlite-gate.ts';
import { rememberFiles } from './sqlite-files.ts';
import { createStatements } from './sqlite-statements.ts';

/** How many free pages one step takes out of the file. */
const pagesAtOnce = 500;

/** In bytes: a disk reads as much in a few seconds. */
const checkedAtMost = 2 ** 30;

/** How long the thread stands still for another process, in milliseconds: only while the database is opened. */
const openingPatience = 5000;
const migrationPatience = 600_000;

/** Opens the file, creating it if need be, so that a commit is on disk before it is answered. */
export function openSqlite(file: string): Database {
  const connection = connect(file);
  const statements = createStatements(connection);
  const files = rememberFiles(file, () => checkpoint(connection));
  const gate = createSqliteGate({ connection, statements, requireSafe: files.requireSafe });
  const close = () => {
    statements.forget();
    connection.close();
  };
  const driver = createSqliteDriver({ gate, statements, close });
  const query = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
  const enqueue = createQueue(turnTimeout);
  return {
    query,
    urgent: query,
    ask: <Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]) =>
      gate.apart(() => statements.execute<Row>(built.sql, parameters).rows),
    async runAlone(work) {
      connection.exec(`pragma busy_timeout = ${migrationPatience}`);
      try {
        await query.transaction().execute(work);
      } finally {
        connection.exec('pragma busy_timeout = 0');
      }
    },
    inTurn: (work, isUrgent) => enqueue(() => query.transaction().execute(work), isUrgent),
    inOneTrip: null,
    time: async () => Date.now(),
    danger: files.danger,
    lookForDamage() {
      const finding = findDamage(connection);
      if (finding !== null) files.noteDamage(finding);
    },
    dropDeleted: () => dropDeleted(connection, gate),
    textContains: (term) => sql`instr(search_text, ${term}) > 0`,
    searchedAtOnce: 2000,
    orderedText: 'text',
    bytes: 'blob',
    close: () => query.destroy(),
  };
}

function connect(file: string): DatabaseSyncInstance {
  const connection = new DatabaseSync(file, { timeout: openingPatience, enableForeignKeyConstraints: true });
  try {
    letShrink(connection);
    connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    connection.exec('pragma busy_timeout = 0');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * How a file is laid out is said before it has a page. A file of an older version gives no room back before it is
 * written anew, once, which takes as much room again for that time. Where it cannot be, it goes on as it is.
 */
function letShrink(connection: DatabaseSyncInstance): void {
  // To say it again would write to the file, and one that is damaged must stay as it is.
  if (numberOf(connection, 'pragma auto_vacuum') !== 0) return;
  try {
    connection.exec('pragma auto_vacuum = incremental');
    if (numberOf(connection, 'pragma page_count') > 0) connection.exec('vacuum');
  } catch {
    // Full or read-only disks, and other processes that use the file: a later start tries again.
  }
}

async function dropDeleted(connection: DatabaseSyncInstance, gate: SqliteGate): Promise<void> {
  // In small steps, between which others get their turn. `exec` goes through with one, where `run` takes one page.
  while (numberOf(connection, 'pragma freelist_count') > 0) {
    const before = numberOf(connection, 'pragma page_count');
    await gate.writeApart(() => connection.exec(`pragma incremental_vacuum(${pagesAtOnce})`));
    await othersTurn();
    if (numberOf(connection, 'pragma page_count') >= before) break;
  }
  try {
    await gate.writeApart(() => checkpoint(connection));
  } catch (error) {
    // Another program reads what was there before: a later sweep takes it out.
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** What is wrong with the file, in a few words; null: nothing, or it is too large to be looked through. */
function findDamage(connection: DatabaseSyncInstance): string | null {
  try {
    const size = numberOf(connection, 'pragma page_count') * numberOf(connection, 'pragma page_size');
    if (size > checkedAtMost) return null;
    const [row = {}] = connection.prepare('pragma quick_check(1)').all();
    const finding = String(Object.values(row)[0]).split('\n').at(-1) ?? '';
    return finding === 'ok' ? null : finding;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Brings what stands in the write-ahead log into the file itself. Fails as busy while another program reads it. */
function checkpoint(connection: DatabaseSyncInstance): void {
  const isBlocked = numberOf(connection, 'pragma wal_checkpoint(truncate)') !== 0;
  if (isBlocked) throw Object.assign(new Error('Another program reads the log.'), { sqliteCode: busyCode });
}

function numberOf(connection: DatabaseSyncInstance, question: string): number {
  const [row = {}] = connection.prepare(question).all();
  return Number(Object.values(row)[0]);
}

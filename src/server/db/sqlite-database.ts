import { existsSync, statSync } from 'node:fs';
import { setImmediate as othersTurn } from 'node:timers/promises';

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type CompiledQuery } from 'kysely';

import { ProblemError } from '#core/errors/problem-messages.ts';
import { createQueue, turnTimeout } from '#server/lib/scheduling.ts';

import { UnsafeDatabaseError, type Database, type Tables } from './database.ts';
import { busyCode, createSqliteAccess, createSqliteDriver, type SqliteAccess } from './sqlite-driver.ts';

/** The number of free pages that one step removes from the file. */
const pagesAtOnce = 500;

/** In bytes. A disk writes this many in a fraction of a second. */
const rewrittenAtMost = 2 ** 25;

/** In bytes. A disk reads this many in a few seconds. */
const checkedAtMost = 2 ** 30;

/** How long opening may block the thread for another process, in milliseconds. */
const openingTimeout = 5000;
/** How long a migration waits for another process, in milliseconds. */
const migrationTimeout = 600_000;

/** Opens the file, or creates it. The data of a commit is on disk before the commit returns. */
export function openSqlite(file: string): Database {
  const connection = connect(file);
  const files = watchFiles(file, connection);
  const access = createSqliteAccess(connection, files.requireSafe);
  const query = queryThrough(access);
  const enqueue = createQueue(turnTimeout);
  return {
    query,
    urgent: query,
    ask: <Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]) =>
      access.run(() => access.execute<Row>(built.sql, parameters).rows),
    async runAlone(work) {
      connection.exec(`pragma busy_timeout = ${migrationTimeout}`);
      try {
        await query.transaction().execute(work);
      } finally {
        connection.exec('pragma busy_timeout = 0');
      }
    },
    inTurn: (work, isUrgent) => enqueue(() => query.transaction().execute(work), isUrgent),
    atOneMoment: (work) => readAtOneMoment(file, work),
    isShared: false,
    time: async () => Date.now(),
    danger: files.danger,
    lookForDamage: files.lookForDamage,
    dropDeleted: () => dropDeleted(connection, access),
    orderedText: 'text',
    bytes: 'blob',
    close: () => query.destroy(),
  };
}

function queryThrough(access: SqliteAccess): Kysely<Tables> {
  const driver = createSqliteDriver(access);
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

/** Reads with a connection of its own, because a transaction of the usual one would stop all saves. */
async function readAtOneMoment<T>(file: string, work: (query: Kysely<Tables>) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: openingTimeout });
  const query = queryThrough(createSqliteAccess(connection, () => {}));
  try {
    connection.exec('begin');
    return await work(query);
  } finally {
    await query.destroy();
  }
}

/** Returns whether another connection has the file open. Opens it for a moment and changes nothing. */
export function isSqliteOpen(file: string): boolean {
  if (!existsSync(file)) return false;
  let connection: DatabaseSyncInstance | null = null;
  try {
    connection = new DatabaseSync(file, { timeout: 0 });
    // Each connection shares the lock of the file for as long as it is open.
    connection.exec('pragma locking_mode = exclusive; select count(*) from sqlite_master');
    return false;
  } catch (error) {
    return error instanceof Error && 'sqliteCode' in error && error.sqliteCode === busyCode;
  } finally {
    connection?.close();
  }
}

function connect(file: string): DatabaseSyncInstance {
  const connection = new DatabaseSync(file, { timeout: openingTimeout, enableForeignKeyConstraints: true });
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
 * Sets the file so that it can shrink. A new file needs this setting before it has a page. A file of an older version
 * is written again, which needs twice its space for a while. When this fails, the file stays as it is.
 */
function letShrink(connection: DatabaseSyncInstance): void {
  // Setting it again would write to the file, and a damaged file must not change.
  if (numberOf(connection, 'pragma auto_vacuum') !== 0) return;
  try {
    connection.exec('pragma auto_vacuum = incremental');
    if (numberOf(connection, 'pragma page_count') > 0) connection.exec('vacuum');
  } catch {
    // The disk is full or read-only, or another process uses the file. A later start tries again.
  }
}

async function dropDeleted(connection: DatabaseSyncInstance, access: SqliteAccess): Promise<void> {
  // Where SQLite has moved rows within a page, it leaves copies of them. Writing the file again drops these.
  if (sizeOf(connection) <= rewrittenAtMost)
    await access.write(() => connection.exec('vacuum')).catch(() => undefined);
  // The steps are small, so that other work gets its turn. Only `exec` completes a step. `run` would remove one page.
  while (numberOf(connection, 'pragma freelist_count') > 0) {
    const before = numberOf(connection, 'pragma page_count');
    await access.write(() => connection.exec(`pragma incremental_vacuum(${pagesAtOnce})`));
    await othersTurn();
    if (numberOf(connection, 'pragma page_count') >= before) break;
  }
  try {
    await access.write(() => checkpoint(connection));
  } catch (error) {
    // Another program still reads the log. A later sweep moves it.
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** Returns what is wrong with the file; null when nothing is wrong or the file is too large to check. */
function findDamage(connection: DatabaseSyncInstance): string | null {
  try {
    if (sizeOf(connection) > checkedAtMost) return null;
    const [row = {}] = connection.prepare('pragma quick_check(1)').all();
    const finding = String(Object.values(row)[0]).split('\n').at(-1) ?? '';
    return finding === 'ok' ? null : finding;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Moves the write-ahead log into the file. Throws SQLite's busy code while another program reads the log. */
function checkpoint(connection: DatabaseSyncInstance): void {
  const isBlocked = numberOf(connection, 'pragma wal_checkpoint(truncate)') !== 0;
  if (isBlocked) throw Object.assign(new Error('Another program reads the log.'), { sqliteCode: busyCode });
}

/** Returns the size of the file in bytes. */
function sizeOf(connection: DatabaseSyncInstance): number {
  return numberOf(connection, 'pragma page_count') * numberOf(connection, 'pragma page_size');
}

function numberOf(connection: DatabaseSyncInstance, question: string): number {
  const [row = {}] = connection.prepare(question).all();
  return Number(Object.values(row)[0]);
}

/**
 * Watches the files of an open database. When an open file is deleted or replaced, the program still writes to the old
 * file, and these writes are lost when the program ends. `danger` then moves the log into the old database, wherever
 * that is now, so that a new database in its place does not find a foreign log.
 */
function watchFiles(file: string, connection: DatabaseSyncInstance) {
  const opened = new Map<string, string>();
  let damage: UnsafeDatabaseError | null = null;
  let isLogMoved = false;

  function saveLog(): void {
    if (isLogMoved) return;
    try {
      checkpoint(connection);
      isLogMoved = true;
    } catch {
      // This fails during a transaction, for example. The next call tries again.
    }
  }

  /** Returns the name of a file that was replaced or deleted. SQLite creates the other two when it needs them. */
  function findLost(): string | undefined {
    return [file, `${file}-wal`, `${file}-shm`].find((name) => {
      const identity = identityOf(name);
      const before = opened.get(name);
      if (before === undefined && identity !== null) opened.set(name, identity);
      return before !== undefined && before !== identity;
    });
  }

  function danger(): UnsafeDatabaseError | null {
    if (damage !== null) return damage;
    const lost = findLost();
    if (lost === undefined) {
      isLogMoved = false;
      return null;
    }
    saveLog();
    return new UnsafeDatabaseError(
      'DATABASE_MOVED',
      `The database file ${lost} was deleted, moved or replaced while the server runs. Nothing is saved until it is back: put it back, or restart the server to use what is there now.`,
    );
  }

  findLost();
  return {
    danger,
    requireSafe(): void {
      const known = danger();
      if (known !== null) throw known;
    },
    lookForDamage(): void {
      const finding = findDamage(connection);
      if (finding === null) return;
      damage = new UnsafeDatabaseError(
        'DATABASE_DAMAGED',
        `The database file ${file} is damaged: ${finding}. Nothing is saved. Stop the server, keep a copy of the file, and put it back from a backup, or rescue what can be read with: sqlite3 FILE .recover`,
      );
    },
  };
}

function identityOf(name: string): string | null {
  try {
    const { dev, ino } = statSync(name, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

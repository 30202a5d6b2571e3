import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';

import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

import { migrations, NewerDatabaseError } from '#server/db/migrate.ts';
import { busyCode } from '#server/db/sqlite-driver.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';
import { revisionLead } from '#server/workspaces/quotas.ts';

/** How long a lock of another program is awaited, in milliseconds. */
const lockTimeout = 5000;

/** What a database file holds. */
export type FileContents = {
  readonly links: number;
  /** Workspaces that have links. */
  readonly workspaces: number;
  /** The number of its last migration. */
  readonly version: number;
  readonly bytes: number;
};

/** Throws when this is not an SQLite file. */
async function requireSqlite(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const signature = 'SQLite format 3\0';
  const handle = await open(file, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(signature.length), 0, signature.length, 0);
    if (buffer.toString('latin1') !== signature) throw new Error(`${file} is not a database file.`);
  } finally {
    await handle.close();
  }
}

/**
 * Copies a database, with what is in its write-ahead log, as it is at one moment. Other programs may read and write it
 * meanwhile. The copy is a single file.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  await requireSqlite(from);
  await use(from, async (connection) => {
    // All pages in one step: between steps, a write of another program would begin the copy again.
    await backup(connection, to, { rate: -1 });
  });
  await use(to, async (connection) => leaveLog(connection));
}

/** Throws when a file is damaged, is not a database of Linkweft, or is of a newer version of it. */
export async function inspectSqlite(file: string): Promise<FileContents> {
  await requireSqlite(file);
  const { size } = await stat(file);
  return use(file, async (connection) => {
    const finding = firstValue(connection, 'pragma integrity_check(1)');
    if (finding !== 'ok') throw new Error(`${file} is damaged: ${String(finding)}.`);
    const tables =
      "select count(*) from sqlite_schema where type = 'table' and name in ('links', 'migrations')";
    if (firstValue(connection, tables) !== 2) throw new Error(`${file} is not a database of Linkweft.`);
    const version = Number(firstValue(connection, 'select max(version) from migrations'));
    if (version > migrations.length) throw new NewerDatabaseError();
    return {
      links: Number(firstValue(connection, 'select count(*) from links')),
      workspaces: Number(firstValue(connection, 'select count(distinct workspace_id) from links')),
      version,
      bytes: size,
    };
  });
}

/**
 * Moves the write-ahead log of a database that nobody uses into its file. Returns whether this was possible: another
 * program uses the database if not. Throws for a damaged file.
 */
export function mergeLog(file: string): Promise<boolean> {
  return use(file, async (connection) => {
    try {
      leaveLog(connection);
      return true;
    } catch (error) {
      if (error instanceof Error && 'sqliteCode' in error && error.sqliteCode === busyCode) return false;
      throw error;
    }
  });
}

/** The first version of the database whose workspaces have revisions. */
const firstRevisions = 8;

/**
 * Makes a copy the database of a server. Pages may know later versions of a list than the copy has, so they must read
 * the whole list again. Its workspaces count as used today, because those of an old copy would expire at once.
 */
export function makeCurrent(file: string, { version }: FileContents): Promise<void> {
  return use(file, async (connection) => {
    if (version < firstRevisions) return;
    const [next, today] = [`revision + ${revisionLead}`, dayOf(Date.now())];
    connection.exec(`update workspaces set revision = ${next}, changes_since = ${next}, used_day = ${today}`);
  });
}

/**
 * Without a write-ahead log, the database is a single file. SQLite refuses this while another program has it open. A
 * prepared statement would keep the file open after the end of the connection.
 */
function leaveLog(connection: DatabaseSyncInstance): void {
  connection.exec('pragma journal_mode = delete');
}

async function use<T>(file: string, work: (connection: DatabaseSyncInstance) => Promise<T>): Promise<T> {
  const connection = new DatabaseSync(file, { timeout: lockTimeout });
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

function firstValue(connection: DatabaseSyncInstance, question: string): unknown {
  const [row = {}] = connection.prepare(question).all();
  return Object.values(row)[0];
}

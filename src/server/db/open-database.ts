import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { failureName } from '#server/lib/describe-error.ts';

import type { Database } from './database.ts';
import { migrate, requireMigrated } from './migrate.ts';
import { isSqliteOpen, openSqlite } from './sqlite-database.ts';

export type DatabaseSettings = {
  /** The directory of the SQLite file, when there is no `databaseUrl`. It is created when it does not exist. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** The most connections that this process may have to PostgreSQL. */
  readonly poolSize?: number;
  readonly onIdleError: (error: Error) => void;
};

/** Opens the database of this process and runs the missing migrations. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await open(settings);
  try {
    await migrate(database);
    database.lookForDamage();
    // This opens the first connection. It stays open, however many connections other servers take.
    await pingDatabase(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens a database that exists, and leaves it as it is. Throws when this version cannot read it. */
export async function openForReading(settings: DatabaseSettings): Promise<Database> {
  const { dataDirectory, databaseUrl } = settings;
  if (databaseUrl === null && !existsSync(sqliteFile(dataDirectory)))
    throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR.`);
  const database = await open(settings);
  try {
    await requireMigrated(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function open(settings: DatabaseSettings): Promise<Database> {
  const { dataDirectory, databaseUrl, poolSize = 10, onIdleError } = settings;
  if (databaseUrl !== null) {
    // Most servers use SQLite and do not need the driver.
    const { openPostgres } = await import('./postgres-database.ts');
    return openPostgres({ url: databaseUrl, poolSize, onIdleError });
  }
  await makeDirectory(path.resolve(dataDirectory));
  return openSqlite(sqliteFile(dataDirectory));
}

/** Node's own `recursive` never ends in a folder such as `/proc`, where nothing can be made. */
async function makeDirectory(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  if (!existsSync(parent)) await makeDirectory(parent);
  await mkdir(directory, { mode: 0o700 }).catch(async (error: unknown) => {
    const existing = await stat(directory).catch(() => null);
    if (existing?.isDirectory() !== true) throw error;
  });
}

/** Returns whether another process has the SQLite file open. PostgreSQL is made for several servers: false. */
export function isOpenElsewhere(settings: Pick<DatabaseSettings, 'dataDirectory' | 'databaseUrl'>): boolean {
  return settings.databaseUrl === null && isSqliteOpen(sqliteFile(settings.dataDirectory));
}

/** Returns the name of the database file in the directory of the data. */
export function sqliteFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'linkweft.sqlite');
}

/** Resolves when the database has answered a small query that reads a table. */
export async function pingDatabase({ query }: Database): Promise<void> {
  await query.selectFrom('migrations').select('version').limit(1).execute();
}

/** In bytes: the size of the largest links. A disk may have room for a few bytes but not for such a link. */
const probeBytes = 32_768;

/** Writes as many bytes as a large link has. Throws the error that a save would throw. */
export async function tryWriting({ query }: Database): Promise<void> {
  await query
    .insertInto('write_probes')
    .values({ id: 1, bytes: randomBytes(probeBytes) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ bytes: eb.ref('excluded.bytes') })),
    )
    .execute();
}

/** Returns the check whether this server can work with its database. */
export function databaseReadiness(database: Database, state: Pick<ReadinessServices, 'isStopping' | 'say'>) {
  const { danger } = database;
  return createReadiness({
    ...state,
    danger,
    ping: () => pingDatabase(database),
    tryWriting: () => tryWriting(database),
  });
}

type ReadinessServices = {
  readonly ping: () => Promise<void>;
  /** Returns a known reason why nothing can be saved, or null. */
  readonly danger: () => { readonly code: keyof typeof dangers } | null;
  readonly tryWriting: () => Promise<void>;
  readonly isStopping: () => boolean;
  /** Writes a line to the log: when writes begin to fail, with the name of the error, and when they work again. */
  readonly say: (line: string) => void;
  /** The longest wait for an answer, in milliseconds. */
  readonly timeout?: number;
  /** Milliseconds for which the result of a write is reused, so that checks cause little load. */
  readonly writeCheckInterval?: number;
};

const dangers = { DATABASE_MOVED: 'database-moved', DATABASE_DAMAGED: 'database-damaged' } as const;

/**
 * Returns a function that returns whether the server can serve requests, and if not, why. It never rejects.
 * Simultaneous checks share one query to the database, and wait for it no longer than the timeout.
 */
export function createReadiness(parts: ReadinessServices) {
  const { timeout = 1000, writeCheckInterval = 15_000 } = parts;
  let asking: Promise<boolean> | null = null;
  let failure: string | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;

  async function ask(): Promise<boolean> {
    const answered = parts.ping().then(
      () => true,
      () => false,
    );
    const isThere = await withTimeout(timeout, answered, false);
    asking = null;
    return isThere;
  }

  async function checkWriting(): Promise<void> {
    const before = failure;
    failure = await parts.tryWriting().then(() => null, failureName);
    if (failure !== null && before === null)
      parts.say(`The database cannot be written to: ${failure}. Nothing is saved until it can be.`);
    if (failure === null && before !== null) parts.say('The database can be written to again.');
    checkedAt = performance.now();
    checking = null;
  }

  return async () => {
    if (parts.isStopping()) return { status: 'stopping' };
    const known = parts.danger();
    if (known !== null) return { status: dangers[known.code] };
    asking ??= ask();
    if (!(await asking)) return { status: 'database-away' };
    if (performance.now() - checkedAt >= writeCheckInterval) {
      checking ??= checkWriting();
      await withTimeout(timeout, checking, undefined);
    }
    return failure === null ? { status: 'ready' } : { status: 'database-unwritable', cause: failure };
  };
}

/** Returns the result of the work, or `fallback` if it takes longer than the timeout (in milliseconds). */
function withTimeout<T>(timeout: number, work: Promise<T>, fallback: T): Promise<T> {
  return Promise.race([work, sleep(timeout, fallback, { ref: false })]);
}

/** The time between two checks of the database, in milliseconds. */
const watchInterval = 2000;

/** Calls `say` once for each danger to what is saved, and for its end. Returns a function that stops. */
export function watchDatabase(danger: () => Error | null, say: (line: string) => void): () => void {
  let reported: string | null = null;

  function look(): void {
    const message = danger()?.message ?? null;
    if (message === reported) return;
    say(message ?? 'The database file is back: links are saved again.');
    reported = message;
  }

  look();
  const timer = setInterval(look, watchInterval).unref();
  return () => clearInterval(timer);
}

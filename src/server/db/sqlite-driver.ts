import { setTimeout as sleep } from 'node:timers/promises';

import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

import { createQueue, serverBusy } from '#server/lib/scheduling.ts';

/** How long work waits for a write of another process, in milliseconds. */
const lockTimeout = 5000;
/** The pauses between two tries, in milliseconds. */
const [shortestPause, longestPause] = [1, 50];

/** SQLite's code for a lock that another connection has. */
export const busyCode = 5;

export type SqliteAccess = ReturnType<typeof createSqliteAccess>;

/**
 * Returns the functions that use the one connection of a process. While a transaction is open, other work waits.
 * `requireSafe` throws an `UnsafeDatabaseError` when nothing may be saved.
 */
export function createSqliteAccess(connection: DatabaseSyncInstance, requireSafe: () => void) {
  const statements = createStatements(connection);
  const inLine = createQueue(Number.POSITIVE_INFINITY);
  /** Resolves at the end of the open transaction. */
  let running: Promise<void> | null = null;
  let resolveRunning: (() => void) | null = null;

  /** Runs the work while no transaction is open. Throws 'server-busy', and what the work throws. */
  function run<T>(work: () => T, since = performance.now()): Promise<T> {
    return retryWhileLocked(since, async () => {
      for (let other = running; other !== null; other = running) await other;
      return work();
    });
  }

  function start(): void {
    requireSafe();
    // A transaction that begins with a read cannot write after another process wrote.
    statements.execute('begin immediate', []);
    running = new Promise((resolve) => (resolveRunning = resolve));
  }

  /** Lets other work run after a transaction. */
  function end(): void {
    running = null;
    resolveRunning?.();
  }

  return {
    ...statements,
    requireSafe,
    run,
    end,
    /** Does the same as `run` for work that writes. Also throws an `UnsafeDatabaseError`. */
    write: <T>(work: () => T) =>
      run(() => {
        requireSafe();
        const result = work();
        requireSafe();
        return result;
      }),
    begin: () =>
      new Promise<void>((resolve, reject) => {
        const since = performance.now();
        inLine(async () => {
          await run(start, since);
          resolve();
          await running;
        }).catch(reject);
      }),
    /** False after a failure on a full disk, where SQLite itself has rolled back. */
    isInTransaction: () => connection.isTransaction,
  };
}

/** While another process has the lock, tries again without blocking. Throws 'server-busy' after a while. */
async function retryWhileLocked<T>(since: number, work: () => Promise<T>): Promise<T> {
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause))
    try {
      return await work();
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      if (performance.now() - since > lockTimeout) throw serverBusy({ cause });
      await sleep(pause);
    }
}

/** Returns whether another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'sqliteCode' in error && Number(error.sqliteCode) % 256 === busyCode;
}

/** Returns Kysely's driver of the one connection. A failed rollback does not hide the failure that led to it. */
export function createSqliteDriver(access: SqliteAccess): Driver {
  /** The connection that has the open transaction. */
  let owner: DatabaseConnection | null = null;

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
        const work = () => access.execute<Row>(sql, parameters);
        if (owner === connection) return work();
        return query.kind === 'SelectQueryNode' ? access.run(work) : access.write(work);
      },
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await connection.executeQuery<Row>(query);
      },
    };
    return connection;
  }

  return {
    init: async () => {},
    acquireConnection: async () => connect(),
    releaseConnection: async () => {},
    async beginTransaction(connection) {
      await access.begin();
      owner = connection;
    },
    async commitTransaction() {
      // When this throws, Kysely rolls back.
      access.execute('commit', []);
      owner = null;
      access.end();
      // When the file was moved or deleted, the commit is lost.
      access.requireSafe();
    },
    async rollbackTransaction(connection) {
      // After a lost commit there is nothing to roll back.
      if (owner !== connection) return;
      owner = null;
      try {
        if (access.isInTransaction()) access.execute('rollback', []);
      } catch {
        // Kysely throws the failure that led to the rollback.
      }
      access.end();
    },
    destroy: async () => access.close(),
  };
}

const cacheLimit = 100;
/** In UTF-16 code units or bytes: the longest link fits. */
const keptParametersLimit = 50_000;

type Prepared = { readonly statement: StatementSyncInstance; readonly givesRows: boolean };

/** Prepares each statement once and keeps up to `cacheLimit` of them. */
function createStatements(connection: DatabaseSyncInstance) {
  const prepared = new Map<string, Prepared>();

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = connection.prepare(text);
    const made = { statement, givesRows: statement.columns().length > 0 };
    if (prepared.size >= cacheLimit) prepared.clear();
    prepared.set(text, made);
    return made;
  }

  return {
    execute<Row>(text: string, parameters: readonly unknown[]): QueryResult<Row> {
      const { statement, givesRows } = prepare(text);
      // A statement keeps copies of its parameters as long as it exists.
      if (lengthOf(parameters) > keptParametersLimit) prepared.delete(text);
      if (givesRows) return { rows: rowsOf<Row>(statement, parameters) };
      const { changes } = statement.run(...parameters);
      return { numAffectedRows: BigInt(changes), rows: [] };
    },
    /** Drops all statements before it closes the connection. */
    close(): void {
      prepared.clear();
      connection.close();
    },
  };
}

/** SQLite's codes for failures that do not depend on the statement, by their messages. */
const codeNames: ReadonlyMap<string, readonly [code: number, name: string]> = new Map([
  ['database is locked', [5, 'SQLITE_BUSY']],
  ['database table is locked', [6, 'SQLITE_LOCKED']],
  ['out of memory', [7, 'SQLITE_NOMEM']],
  ['attempt to write a readonly database', [8, 'SQLITE_READONLY']],
  ['disk I/O error', [10, 'SQLITE_IOERR']],
  ['database disk image is malformed', [11, 'SQLITE_CORRUPT']],
  ['database or disk is full', [13, 'SQLITE_FULL']],
  ['unable to open database file', [14, 'SQLITE_CANTOPEN']],
  ['locking protocol', [15, 'SQLITE_PROTOCOL']],
]);

/** Returns the rows. Adds the code to a failure: the package itself adds it only for statements without rows. */
function rowsOf<Row>(statement: StatementSyncInstance, parameters: readonly unknown[]): Row[] {
  try {
    return statement.all(...parameters);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [sqliteCode, sqliteCodeName] = codeNames.get(error.message) ?? [];
    throw Object.assign(error, sqliteCode !== undefined && { sqliteCode, sqliteCodeName });
  }
}

function lengthOf(parameters: readonly unknown[]): number {
  return parameters.reduce<number>(
    (sum, each) => sum + (typeof each === 'string' || each instanceof Uint8Array ? each.length : 0),
    0,
  );
}

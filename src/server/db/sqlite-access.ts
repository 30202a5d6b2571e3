import { setTimeout as sleep } from 'node:timers/promises';

import type { DatabaseSyncInstance } from '@photostructure/sqlite';

import { serverBusy } from '#server/server-busy.ts';

import type { Statements } from './sqlite-statements.ts';

/** How long to wait for a write of another process, in milliseconds. */
const lockTimeout = 5000;
/** Between two tries, in milliseconds. */
const [shortestPause, longestPause] = [1, 50];

/** SQLite's code for a lock that another connection has. */
export const busyCode = 5;

/** The access to the one connection of a process. While a transaction is open, other work waits. */
export type SqliteAccess = {
  /**
   * Runs the work while no transaction is open. When another process has the lock, tries again later and does not block
   * the thread. Throws 'server-busy' when that takes too long, and what the work throws.
   */
  run<T>(work: () => T): Promise<T>;
  /** The same for work that writes. Throws an `UnsafeDatabaseError` when nothing may be saved. */
  write<T>(work: () => T): Promise<T>;
  /** Begins a transaction in its turn. */
  begin(): Promise<SqliteTransaction>;
};

export type SqliteTransaction = {
  /** When this throws, the transaction must still be rolled back. */
  commit(): void;
  /** Does nothing after the end of the transaction. */
  rollBack(): void;
};

type AccessParts = {
  readonly connection: DatabaseSyncInstance;
  readonly statements: Statements;
  /** Throws an `UnsafeDatabaseError` when nothing may be saved. */
  readonly requireSafe: () => void;
};

/** Waits for other processes without blocking the thread. A write to a lost file throws. */
export function createSqliteAccess(parts: AccessParts): SqliteAccess {
  const { statements, requireSafe } = parts;
  const lock = createMutex();
  let running: Promise<void> | null = null;

  async function run<T>(work: () => T, since = performance.now()): Promise<T> {
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      for (let other = running; other !== null; other = running) await other;
      try {
        return work();
      } catch (cause) {
        if (!isBusy(cause)) throw cause;
        if (performance.now() - since > lockTimeout) throw serverBusy({ cause });
        await sleep(pause);
      }
    }
  }

  function start(unlock: () => void): SqliteTransaction {
    requireSafe();
    // A transaction that begins with a read cannot write after another process wrote.
    statements.execute('begin immediate', []);
    const ended = createSignal();
    running = ended.promise;
    return createTransaction(parts, () => {
      running = null;
      ended.resolve();
      unlock();
    });
  }

  return {
    run,
    write: (work) =>
      run(() => {
        requireSafe();
        const result = work();
        requireSafe();
        return result;
      }),
    async begin() {
      const since = performance.now();
      const unlock = await lock();
      try {
        return await run(() => start(unlock), since);
      } catch (error) {
        unlock();
        throw error;
      }
    },
  };
}

/** Returns a transaction that has begun. Calls `onEnd` once. */
function createTransaction(parts: AccessParts, onEnd: () => void): SqliteTransaction {
  const { connection, statements, requireSafe } = parts;
  let isOpen = true;

  function end(): void {
    isOpen = false;
    onEnd();
  }

  return {
    commit() {
      statements.execute('commit', []);
      end();
      // When the file was moved or deleted, the commit is lost.
      requireSafe();
    },
    rollBack() {
      if (!isOpen) return;
      try {
        // On a full disk, SQLite itself has rolled back.
        if (connection.isTransaction) statements.execute('rollback', []);
      } finally {
        end();
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'sqliteCode' in error && Number(error.sqliteCode) % 256 === busyCode;
}

/** Returns a function that waits for the lock and returns the function that releases it. First come, first served. */
function createMutex(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const ended = createSignal();
    last = ended.promise;
    await before;
    return ended.resolve;
  };
}

type Signal = { readonly promise: Promise<void>; readonly resolve: () => void };

const nothing = () => {};

function createSignal(): Signal {
  let resolve = nothing;
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}

import { setTimeout as sleep } from 'node:timers/promises';

import type { DatabaseSyncInstance } from '@photostructure/sqlite';

import { ProblemError } from '#core/errors/problem.ts';

import type { Statements } from './sqlite-statements.ts';

/** How long to wait for another process to end what it writes, and between two tries, in milliseconds. */
const patience = 5000;
const [shortestPause, longestPause] = [1, 50];
const secondsToRetry = 5;

/** Of SQLite: another connection has the lock that is needed. */
export const busyCode = 5;

/** The one connection of a process, used by one transaction or by others at a time. */
export type SqliteGate = {
  /**
   * Runs the work while no transaction is open. Where another process holds the lock, tries again and meanwhile lets
   * others go on. Throws 'server-busy' where that takes too long, and what the work throws.
   */
  apart<T>(work: () => T): Promise<T>;
  /** The same for work that writes. Throws an `UnsafeDatabaseError` where nothing may be saved. */
  writeApart<T>(work: () => T): Promise<T>;
  /** Begins a transaction in its turn. */
  begin(): Promise<SqliteTransaction>;
};

export type SqliteTransaction = {
  /** Throws what keeps it from being kept: then it is still to be rolled back. */
  commit(): void;
  /** Does nothing where it has ended. */
  rollBack(): void;
};

type GateParts = {
  readonly connection: DatabaseSyncInstance;
  readonly statements: Statements;
  /** Throws an `UnsafeDatabaseError` where nothing may be saved. */
  readonly requireSafe: () => void;
};

/** Waits for another process without holding up the thread, and answers for no write to a file that is lost. */
export function createSqliteGate(parts: GateParts): SqliteGate {
  const { statements, requireSafe } = parts;
  const takeTurn = createTurns();
  let running: Promise<void> | null = null;

  async function apart<T>(work: () => T, since = performance.now()): Promise<T> {
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      for (let other = running; other !== null; other = running) await other;
      try {
        return work();
      } catch (cause) {
        if (!isBusy(cause)) throw cause;
        if (performance.now() - since > patience)
          throw new ProblemError('server-busy', { cause, retryAfterSeconds: secondsToRetry });
        await sleep(pause);
      }
    }
  }

  function start(endTurn: () => void): SqliteTransaction {
    requireSafe();
    // One that begins by reading could not go on to write after another process wrote.
    statements.execute('begin immediate', []);
    const ended = createSignal();
    running = ended.given;
    return createTransaction(parts, () => {
      running = null;
      ended.give();
      endTurn();
    });
  }

  return {
    apart,
    writeApart: (work) =>
      apart(() => {
        requireSafe();
        const result = work();
        requireSafe();
        return result;
      }),
    async begin() {
      const since = performance.now();
      const endTurn = await takeTurn();
      try {
        return await apart(() => start(endTurn), since);
      } catch (error) {
        endTurn();
        throw error;
      }
    },
  };
}

/** One that has begun. `onEnd` is called once. */
function createTransaction(parts: GateParts, onEnd: () => void): SqliteTransaction {
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
      // Committed, but to a file that nobody will find: it is told as a failure.
      requireSafe();
    },
    rollBack() {
      if (!isOpen) return;
      try {
        // SQLite itself has rolled back what failed for want of room.
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

/** Gives one turn after the other, in the order asked. The function that is given ends the turn. */
function createTurns(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const ended = createSignal();
    last = ended.given;
    await before;
    return ended.give;
  };
}

type Signal = { readonly given: Promise<void>; readonly give: () => void };

const nothing = () => {};

function createSignal(): Signal {
  let give = nothing;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

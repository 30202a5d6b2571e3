import type { PostgresPool } from 'kysely';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';

import { ProblemError } from '#core/errors/problem.ts';

import { createQueue, turnTimeout } from './queue.ts';

/** Between two tries, in milliseconds. */
const longestPause = 100;
const secondsToRetry = 5;

const tooManyConnections = '53300';
/** The words where all connections of the pool are in use, and where PostgreSQL does not answer a new one in time. */
const timeouts: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
]);

type PatientPool = { readonly pool: Pool; readonly patient: PostgresPool };

/**
 * A pool of connections. Whoever finds none free waits for one, also where PostgreSQL itself takes no more: then in
 * a line, so that not all of them knock at once. `patience`: for how many milliseconds. After that `connect` throws
 * 'server-busy'.
 */
export function createPatientPool(settings: PoolConfig, patience = turnTimeout): PatientPool {
  const pool = new Pool({ ...settings, connectionTimeoutMillis: patience });
  pool.on('release', (_error, client) => {
    if (isUnanswered(client)) void client.end();
  });
  const inLine = createQueue(patience);
  let waiting = 0;

  async function connectLater(since: number) {
    for (;;)
      try {
        return await pool.connect();
      } catch (cause) {
        if (!isRefused(cause) || performance.now() - since > patience) throw cause;
        await nextRelease(pool);
      }
  }

  async function connect() {
    const since = performance.now();
    if (waiting === 0)
      try {
        return await pool.connect();
      } catch (cause) {
        if (!isRefused(cause)) throw cause;
      }
    waiting += 1;
    try {
      return await inLine(() => connectLater(since));
    } finally {
      waiting -= 1;
    }
  }

  return {
    pool,
    patient: { connect: () => connect().catch(refuse), end: () => pool.end() },
  };
}

function refuse(cause: unknown): never {
  const isBusy = isRefused(cause) || (cause instanceof Error && timeouts.has(cause.message));
  throw isBusy ? new ProblemError('server-busy', { cause, retryAfterSeconds: secondsToRetry }) : cause;
}

/** Whether a question that was given up still waits for its answer: whatever is asked next would wait behind it. */
function isUnanswered(client: object): boolean {
  return 'readyForQuery' in client && client.readyForQuery === false;
}

/** Whether PostgreSQL has no room for another connection. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === tooManyConnections;
}

/** Ends when a connection of the pool may have become free, or soon after. */
function nextRelease(pool: Pool): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      pool.off('release', end);
      resolve();
    };
    const timer = setTimeout(end, longestPause);
    pool.on('release', end);
  });
}

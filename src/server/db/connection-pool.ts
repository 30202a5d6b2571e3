import type { PostgresPool } from 'kysely';
import { Pool, type PoolConfig } from 'pg';

import { serverBusy } from '#server/server-busy.ts';

import { createQueue, turnTimeout } from './queue.ts';

/** The longest pause between two tries, in milliseconds. */
const longestPause = 100;

/** PostgreSQL's code. */
const tooManyConnections = '53300';
/** The messages of `pg` when all connections are in use, and when PostgreSQL does not answer a new one in time. */
const timeouts: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
]);

/** `waiting` is the same pool for Kysely: its `connect` waits until a connection is free. */
type ConnectionPool = { readonly pool: Pool; readonly waiting: PostgresPool };

/**
 * Returns a pool of connections. `connect` waits for a free connection for up to `timeout` milliseconds and then throws
 * 'server-busy'. When PostgreSQL itself accepts no more connections, the callers try one after the other.
 */
export function createConnectionPool(settings: PoolConfig, timeout = turnTimeout): ConnectionPool {
  const pool = new Pool({ ...settings, connectionTimeoutMillis: timeout });
  pool.on('release', (_error, client) => {
    if (isUnanswered(client)) void client.end();
  });
  const inLine = createQueue(timeout);
  let waitingCalls = 0;

  async function connectLater(since: number) {
    for (;;)
      try {
        return await pool.connect();
      } catch (cause) {
        if (!isRefused(cause) || performance.now() - since > timeout) throw cause;
        await nextRelease(pool);
      }
  }

  async function connect() {
    const since = performance.now();
    if (waitingCalls === 0)
      try {
        return await pool.connect();
      } catch (cause) {
        if (!isRefused(cause)) throw cause;
      }
    waitingCalls += 1;
    try {
      return await inLine(() => connectLater(since));
    } finally {
      waitingCalls -= 1;
    }
  }

  return {
    pool,
    waiting: { connect: () => connect().catch(refuse), end: () => pool.end() },
  };
}

function refuse(cause: unknown): never {
  const isBusy = isRefused(cause) || (cause instanceof Error && timeouts.has(cause.message));
  throw isBusy ? serverBusy({ cause }) : cause;
}

/** Whether an abandoned query still waits for its answer. The next query of this connection would wait for it too. */
function isUnanswered(client: object): boolean {
  return 'readyForQuery' in client && client.readyForQuery === false;
}

/** Whether PostgreSQL accepts no more connections. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === tooManyConnections;
}

/** Resolves when a connection of the pool is released, or after the longest pause. */
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

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresPool,
} from 'kysely';
import { Pool, types, type ClientBase, type PoolConfig } from 'pg';

import { createQueue, serverBusy, turnTimeout } from '#server/lib/scheduling.ts';

import type { Database, Tables } from './database.ts';

const migrationLock = 5_465_933;

/** How long an urgent query waits for its answer, in milliseconds. Its caller then tries again. */
const urgentTimeout = 3000;

/** The one connection stays open, so that urgent queries never wait behind those of the other pool. */
const urgentLimits: PoolConfig = {
  max: 1,
  min: 1,
  statement_timeout: urgentTimeout,
  query_timeout: urgentTimeout,
};

type PostgresSettings = {
  readonly url: string;
  /** The most connections of both pools together. */
  readonly poolSize: number;
  readonly onIdleError: (error: Error) => void;
};

/** Opens a pool of connections, and a second pool of one connection for urgent queries. */
export function openPostgres({ url, poolSize, onIdleError }: PostgresSettings): Database {
  const open = (limits: PoolConfig, timeout?: number) =>
    openPool({ connectionString: url, ...limits }, onIdleError, timeout);
  const query = open(usualLimits(poolSize));
  const urgent = poolSize === 1 ? query : open(urgentLimits, urgentTimeout);
  // Work of this process waits here. If it waited in the database, it would take all connections.
  const enqueue = createQueue(turnTimeout);
  return {
    query,
    urgent,
    async ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]) {
      const { rows } = await query.executeQuery<Row>({ ...built, parameters });
      return rows;
    },
    async runAlone(work) {
      const single = open({ max: 1 });
      try {
        await single.transaction().execute(async (transaction) => {
          await sql`set local statement_timeout = 0`.execute(transaction);
          await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
          await work(transaction);
        });
      } finally {
        await single.destroy();
      }
    },
    inTurn: (work, isUrgent) =>
      enqueue(
        () =>
          query.transaction().execute(async (transaction) => {
            await transaction.selectFrom('turns').select('id').forUpdate().executeTakeFirstOrThrow();
            return work(transaction);
          }),
        isUrgent,
      ),
    atOneMoment: (work) =>
      query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    isShared: true,
    time: (connection = urgent) => readTime(connection),
    // PostgreSQL checks its files itself.
    danger: () => null,
    lookForDamage: () => {},
    dropDeleted: async () => {}, // The vacuum of PostgreSQL does this.
    orderedText: 'text collate "C"',
    bytes: 'bytea',
    async close() {
      await query.destroy();
      if (urgent !== query) await urgent.destroy();
    },
  };
}

function usualLimits(poolSize: number): PoolConfig {
  return {
    max: Math.max(1, poolSize - 1),
    // One connection stays open. The others are closed soon, because another server may need them.
    min: 1,
    idleTimeoutMillis: 2000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    // This is shorter than `turnTimeout`, so that a server that hangs in a transaction does not make others fail.
    idle_in_transaction_session_timeout: 8000,
  };
}

/** Kysely throws the failure of the rollback instead of its cause. This driver ignores a failed rollback. */
class CauseKeepingDriver extends PostgresDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

async function readTime(query: Kysely<Tables>): Promise<number> {
  const time = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('time');
  return (await query.selectNoFrom(time).executeTakeFirstOrThrow()).time;
}

/**
 * Sets the isolation level, whatever the server's default is: each statement must see what was committed before it. The
 * pool waits for the returned promise, although its type does not say so.
 */
function readCommitted(client: ClientBase): unknown {
  return client.query('set session characteristics as transaction isolation level read committed');
}

function openPool(
  settings: PoolConfig,
  onIdleError: (error: Error) => void,
  timeout = turnTimeout,
): Kysely<Tables> {
  const shared: PoolConfig = {
    keepAlive: true,
    application_name: 'linkweft',
    onConnect: readCommitted,
    // Times, bytes and amounts are far below 2^53, so a plain number is exact.
    types: {
      getTypeParser: (type, format) =>
        type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
    },
  };
  const { pool, waiting } = createConnectionPool({ ...settings, ...shared }, timeout);
  pool.on('error', onIdleError);
  // Without a listener, a connection that breaks in a transaction would end the process. Its next query fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const createDriver = () => new CauseKeepingDriver({ pool: waiting });
  return new Kysely({ dialect: Object.assign(new PostgresDialect({ pool: waiting }), { createDriver }) });
}

/** The longest pause between two tries, in milliseconds. */
const longestPause = 100;

/** PostgreSQL's code for too many connections. */
const tooManyConnections = '53300';
/** The messages of `pg` when all connections are in use, and when PostgreSQL does not answer a new one in time. */
const timeouts: ReadonlySet<string> = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
]);

/**
 * Returns a pool of connections. `connect` waits for a free connection for up to `timeout` milliseconds and then throws
 * 'server-busy'. When PostgreSQL itself accepts no more connections, the callers try one after the other. `waiting` is
 * the same pool for Kysely.
 */
export function createConnectionPool(settings: PoolConfig, timeout = turnTimeout) {
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

  const waiting: PostgresPool = { connect: () => connect().catch(refuse), end: () => pool.end() };
  return { pool, waiting };
}

function refuse(cause: unknown): never {
  const isBusy = isRefused(cause) || (cause instanceof Error && timeouts.has(cause.message));
  throw isBusy ? serverBusy({ cause }) : cause;
}

/** Returns whether an abandoned query still waits for its answer. The next query on this connection would wait, too. */
function isUnanswered(client: object): boolean {
  return 'readyForQuery' in client && client.readyForQuery === false;
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === tooManyConnections;
}

/** Resolves when a connection of the pool is released, or after the longest pause. */
async function nextRelease(pool: Pool): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const next = [once(pool, 'release', { signal }), sleep(longestPause, null, { signal })];
  await Promise.race(next).catch(() => undefined);
  waiting.abort();
}

import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely';
import { types, type ClientBase, type PoolConfig } from 'pg';

import type { Database, Tables } from './database.ts';
import { createConnectionPool } from './connection-pool.ts';
import { createQueue, turnTimeout } from './queue.ts';

const migrationLock = 5_465_933;

/** How long an urgent query waits for its answer, in milliseconds. Then its caller asks again. */
const urgentTimeout = 3000;

export type PostgresSettings = {
  readonly url: string;
  /** How many connections there are at most. */
  readonly poolSize: number;
  /** Called when an idle connection breaks. */
  readonly onIdleError: (error: Error) => void;
};

/** Opens a pool of connections, and a second pool of one connection for urgent queries. */
export function openPostgres(settings: PostgresSettings): Database {
  const { url, poolSize, onIdleError } = settings;
  const query = openUsual(settings);
  const urgent = poolSize === 1 ? query : openUrgent(url, onIdleError);
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
      const single = openPool({ connectionString: url, max: 1 }, onIdleError);
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
    inOneTrip: (work, isUrgent) => enqueue(() => work(query), isUrgent),
    time: () => readTime(urgent),
    // PostgreSQL checks its files itself.
    danger: () => null,
    lookForDamage: () => {},
    dropDeleted: async () => {}, // The vacuum of PostgreSQL does that.
    textContains: (term) => sql`strpos(search_text, ${term}) > 0`,
    searchedAtOnce: Number.POSITIVE_INFINITY,
    orderedText: 'text collate "C"',
    bytes: 'bytea',
    async close() {
      await query.destroy();
      if (urgent !== query) await urgent.destroy();
    },
  };
}

/** Opens the pool for all queries that are not urgent. */
function openUsual({ url, poolSize, onIdleError }: PostgresSettings): Kysely<Tables> {
  return openPool(
    {
      connectionString: url,
      max: Math.max(1, poolSize - 1),
      // One connection stays. The others are closed soon: another server may need them.
      min: 1,
      idleTimeoutMillis: 2000,
      statement_timeout: 10_000,
      query_timeout: 15_000,
      // Shorter than `turnTimeout`: a server that hangs in a transaction does not make others fail.
      idle_in_transaction_session_timeout: 8000,
    },
    onIdleError,
  );
}

/** Opens one connection, which stays open: many queries may wait for the other pool. */
function openUrgent(url: string, onIdleError: (error: Error) => void): Kysely<Tables> {
  const limits = { statement_timeout: urgentTimeout, query_timeout: urgentTimeout };
  return openPool({ connectionString: url, max: 1, min: 1, ...limits }, onIdleError, urgentTimeout);
}

/** Kysely throws the failure of the rollback instead of its cause. This driver ignores a failed rollback. */
class TruthfulDriver extends PostgresDriver {
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
    // Times are milliseconds: far below 2^53, so a plain number holds them.
    types: {
      getTypeParser: (type, format) =>
        type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
    },
  };
  const { pool, waiting } = createConnectionPool({ ...settings, ...shared }, timeout);
  pool.on('error', onIdleError);
  // Without a listener, a connection that breaks inside a transaction would end the process. Its next query fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely({
    dialect: {
      createDriver: () => new TruthfulDriver({ pool: waiting }),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });
}

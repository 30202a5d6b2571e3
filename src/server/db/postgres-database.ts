import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { ClientBase, PoolConfig } from 'pg';
import { types } from 'pg';

import type { Database, Tables } from './database.ts';
import { createPatientPool } from './connection-pool.ts';
import { createQueue, turnTimeout } from './queue.ts';

const migrationLock = 5_465_933;

/** How long an urgent question waits for its answer, in milliseconds: then it is asked again. */
const urgentPatience = 3000;

export type PostgresSettings = {
  readonly url: string;
  /** How many connections there are at most. */
  readonly poolSize: number;
  /** Hears of connections that break while nobody uses them. */
  readonly onIdleError: (error: Error) => void;
};

/** Pools of connections: one for all, and one connection that they leave to what is urgent. */
export function openPostgres(settings: PostgresSettings): Database {
  const { url, poolSize, onIdleError } = settings;
  const query = openUsual(settings);
  const urgent = poolSize === 1 ? query : openUrgent(url, onIdleError);
  // Those of this process wait here: each waiting on a connection of its own, they would leave none to others.
  const enqueue = createQueue(turnTimeout);
  return {
    query,
    urgent,
    async ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]) {
      const { rows } = await query.executeQuery<Row>({ ...built, parameters });
      return rows;
    },
    async runAlone(work) {
      const patient = openPool({ connectionString: url, max: 1 }, onIdleError);
      try {
        await patient.transaction().execute(async (transaction) => {
          await sql`set local statement_timeout = 0`.execute(transaction);
          await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
          await work(transaction);
        });
      } finally {
        await patient.destroy();
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
    // It guards its files itself.
    danger: () => null,
    lookForDamage: () => {},
    dropDeleted: async () => {}, // Its own vacuum does that in time.
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

/** For all but what is urgent. */
function openUsual({ url, poolSize, onIdleError }: PostgresSettings): Kysely<Tables> {
  return openPool(
    {
      connectionString: url,
      max: Math.max(1, poolSize - 1),
      // One stays, the others are soon given up: another server may be waiting for them.
      min: 1,
      idleTimeoutMillis: 2000,
      statement_timeout: 10_000,
      query_timeout: 15_000,
      // Less than those wait who wait for its end: a server that stands still holds nobody up for longer.
      idle_in_transaction_session_timeout: 8000,
    },
    onIdleError,
  );
}

/** One connection, which stays: in the line for the others there may be whole floods. */
function openUrgent(url: string, onIdleError: (error: Error) => void): Kysely<Tables> {
  const limits = { statement_timeout: urgentPatience, query_timeout: urgentPatience };
  return openPool({ connectionString: url, max: 1, min: 1, ...limits }, onIdleError, urgentPatience);
}

/** Kysely throws what led to a rollback, unless the rollback fails, too: then nobody learns what it was. */
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
 * Each statement is to see what was committed before it, also within a function, whatever the server's default is. The
 * pool waits for what this returns, though its type does not say so.
 */
function readCommitted(client: ClientBase): unknown {
  return client.query('set session characteristics as transaction isolation level read committed');
}

function openPool(
  settings: PoolConfig,
  onIdleError: (error: Error) => void,
  patience = turnTimeout,
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
  const { pool, patient } = createPatientPool({ ...settings, ...shared }, patience);
  pool.on('error', onIdleError);
  // One that breaks between two statements of a transaction would end the process; its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely({
    dialect: {
      createDriver: () => new TruthfulDriver({ pool: patient }),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });
}

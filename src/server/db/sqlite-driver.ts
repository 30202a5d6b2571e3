import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

import type { SqliteGate, SqliteTransaction } from './sqlite-gate.ts';
import type { Statements } from './sqlite-statements.ts';

type DriverParts = {
  readonly gate: SqliteGate;
  readonly statements: Statements;
  readonly close: () => void;
};

/** Kysely's driver of the one connection. A failure is told as what it is, whatever becomes of the rollback. */
export function createSqliteDriver({ gate, statements, close }: DriverParts): Driver {
  const transactions = new WeakMap<DatabaseConnection, SqliteTransaction>();

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
        const work = () => statements.execute<Row>(sql, parameters);
        if (transactions.has(connection)) return work();
        return query.kind === 'SelectQueryNode' ? gate.apart(work) : gate.writeApart(work);
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
      transactions.set(connection, await gate.begin());
    },
    async commitTransaction(connection) {
      transactions.get(connection)?.commit();
    },
    async rollbackTransaction(connection) {
      try {
        transactions.get(connection)?.rollBack();
      } catch {
        // Kysely throws the failure that led here: that is the one to tell.
      }
    },
    destroy: async () => close(),
  };
}

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

import type { SqliteAccess, SqliteTransaction } from './sqlite-access.ts';
import type { Statements } from './sqlite-statements.ts';

type DriverParts = {
  readonly access: SqliteAccess;
  readonly statements: Statements;
  readonly close: () => void;
};

/** Returns Kysely's driver of the one connection. A failed rollback does not hide the failure that led to it. */
export function createSqliteDriver({ access, statements, close }: DriverParts): Driver {
  const transactions = new WeakMap<DatabaseConnection, SqliteTransaction>();

  function connect(): DatabaseConnection {
    const connection: DatabaseConnection = {
      async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
        const work = () => statements.execute<Row>(sql, parameters);
        if (transactions.has(connection)) return work();
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
      transactions.set(connection, await access.begin());
    },
    async commitTransaction(connection) {
      transactions.get(connection)?.commit();
    },
    async rollbackTransaction(connection) {
      try {
        transactions.get(connection)?.rollBack();
      } catch {
        // Kysely throws the failure that led to the rollback.
      }
    },
    destroy: async () => close(),
  };
}

import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { QueryResult } from 'kysely';

const cacheLimit = 100;
/** In UTF-16 units or bytes: a link of the greatest length fits. */
const keptParametersLimit = 50_000;

export type Statements = {
  /** Throws what SQLite throws. */
  execute<Row>(text: string, parameters: readonly unknown[]): QueryResult<Row>;
  /** Drops all statements. Must be called before the connection closes. */
  forget(): void;
};

type Prepared = { readonly statement: StatementSyncInstance; readonly givesRows: boolean };

/** Prepares each statement once and keeps up to `cacheLimit` of them. */
export function createStatements(connection: DatabaseSyncInstance): Statements {
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
    forget: () => prepared.clear(),
  };
}

/** SQLite's codes for failures that do not depend on the statement, by their usual message. */
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

/** Adds the code to a failure. The package itself does so only for statements without rows. */
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

import type { CompiledQuery, Expression, Kysely, SqlBool } from 'kysely';

/** One link as both databases keep it. Times are milliseconds since 1970. */
export type LinkRow = {
  readonly workspace_id: string;
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** What searches look into: the core's `searchTextOf`. */
  readonly search_text: string;
  /** Finds a URL, which is too long for an index: `hashUrl`. */
  readonly url_hash: string;
};

/** The id of a link that was deleted: a late repetition of its creation does not bring it back. */
type DeletedLinkRow = {
  readonly workspace_id: string;
  readonly id: string;
  readonly deleted_at: number;
};

type MigrationRow = { readonly version: number; readonly applied_at: number };

export type Tables = {
  readonly links: LinkRow;
  readonly deleted_links: DeletedLinkRow;
  readonly migrations: MigrationRow;
};

/** An open database with what differs between SQLite and PostgreSQL. Its transactions write from their first moment. */
export type Database = {
  readonly query: Kysely<Tables>;
  /** Asks a query that was built before. Sees what is committed, and nothing else. */
  ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs the work in one transaction that no time limit ends and beside which no other process does the same. */
  runAlone(work: (query: Kysely<Tables>) => Promise<void>): Promise<void>;
  /** Takes what was deleted out of the database's files too, as far as a program can. */
  dropDeleted(): Promise<void>;
  /** Whether a link's `search_text` holds the term as it is. */
  textContains(term: string): Expression<SqlBool>;
  /** How many links one statement may search: where the database runs in this process, all others wait for it. */
  readonly searchedAtOnce: number;
  /** The type of a text column that is ordered by its bytes. */
  readonly orderedText: string;
};

import type { Kysely } from 'kysely';

/** One link as both databases keep it. Times are milliseconds since 1970. */
export type LinkRow = {
  readonly workspace_id: string;
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly created_at: number;
  readonly updated_at: number;
};

type MigrationRow = { readonly version: number; readonly applied_at: number };

export type Tables = {
  readonly links: LinkRow;
  readonly migrations: MigrationRow;
};

/** An open database with what differs between SQLite and PostgreSQL. */
export type Database = {
  readonly query: Kysely<Tables>;
  /** Begins a transaction in which no other process can migrate. */
  readonly beginMigration: readonly string[];
  /** The type of a text column that is ordered by its bytes. */
  readonly orderedText: string;
};

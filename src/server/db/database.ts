import type { CompiledQuery, Expression, Kysely, SqlBool } from 'kysely';

import type { UnsafeDatabaseError } from './database-failures.ts';

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

/** A workspace that was made. Its rows are counted here, so that no save has to count them. */
type WorkspaceRow = {
  readonly id: string;
  /** Days since 1970, in UTC. */
  readonly created_day: number;
  readonly used_day: number;
  readonly links: number;
  /** Of links and of the memory of deleted ones. */
  readonly bytes: number;
  /** 1: deleted or expired, and still to be emptied. */
  readonly is_ended: number;
};

/** What an address has saved on a day, by the hash of that day; and, without a day, what all have saved. */
type SavedAmountRow = {
  readonly id: string;
  readonly day: number | null;
  readonly workspaces: number;
  readonly bytes: number;
};

type DayRow = {
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** Goes into the hashes of the day's visitors. */
  readonly salt: string;
};

/** What a day's generations have cost and may still cost, in one unit. */
type BudgetRow = {
  readonly day: number;
  readonly unit: 'usd' | 'tokens';
  readonly spent: number;
  readonly reserved: number;
};

/** One generation that was ordered: it has a lease while it runs, and an outcome afterwards. */
type OrderRow = {
  readonly id: string;
  readonly workspace_id: string;
  /** Which server runs it, by a name that it keeps when it starts again; null for those of older versions. */
  readonly server: string | null;
  readonly started_at: number;
  readonly lease_until: number | null;
  readonly outcome: 'done' | 'failed' | 'stopped' | 'interrupted' | null;
  /** Null where visitors are not counted. */
  readonly visitor_hash: string | null;
  /** 1: against the visitor's day. */
  readonly is_counted: number;
  /** Whose budget was charged; the unit is null where there was none. */
  readonly day: number;
  readonly unit: BudgetRow['unit'] | null;
  readonly reserved: number;
  readonly spent: number;
  readonly key_hash: string | null;
  readonly body_hash: string | null;
  readonly record: Uint8Array | null;
};

/** Its one row is locked by whoever takes their turn. */
type TurnRow = { readonly id: number };

/** What was last written to see whether something can be written. */
type WriteProbeRow = { readonly id: number; readonly bytes: Uint8Array };

type MigrationRow = { readonly version: number; readonly applied_at: number };

export type Tables = {
  readonly links: LinkRow;
  readonly deleted_links: DeletedLinkRow;
  readonly workspaces: WorkspaceRow;
  readonly saved_amounts: SavedAmountRow;
  readonly ledger_days: DayRow;
  readonly ledger_budgets: BudgetRow;
  readonly ledger_orders: OrderRow;
  readonly turns: TurnRow;
  readonly write_probes: WriteProbeRow;
  readonly migrations: MigrationRow;
};

/** An open database with what differs between SQLite and PostgreSQL. Its transactions write from their first moment. */
export type Database = {
  readonly query: Kysely<Tables>;
  /** For what cannot wait: no other question stands before it. Each piece of work is one short statement. */
  readonly urgent: Kysely<Tables>;
  /** Asks a query that was built before. Sees what is committed, and nothing else. */
  ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs the work in one transaction that no time limit ends and beside which no other process does the same. */
  runAlone(work: (query: Kysely<Tables>) => Promise<void>): Promise<void>;
  /**
   * Runs the work in one transaction that begins when every other of these has ended, in any process, and sees what
   * they wrote. Within this process the urgent ones come first.
   */
  inTurn<T>(work: (query: Kysely<Tables>) => Promise<T>, isUrgent?: boolean): Promise<T>;
  /**
   * The same for work that is one statement, which locks the row of `turns` itself where it has to: on the way to a
   * database each statement of a transaction takes its time, in which all others wait. Null where there is no such way.
   */
  readonly inOneTrip: Database['inTurn'] | null;
  /** Milliseconds since 1970, by the one clock that all processes share. */
  time(): Promise<number>;
  /** Why nothing is saved at present; null: nothing is known against it. Asks the file system, not the database. */
  danger(): UnsafeDatabaseError | null;
  /** Looks through all of it where that takes seconds, not minutes. Where damage is found, nothing is saved any more. */
  lookForDamage(): void;
  /** Takes what was deleted out of the database's files too, and gives its room back, as far as a program can. */
  dropDeleted(): Promise<void>;
  /** Whether a link's `search_text` holds the term as it is. */
  textContains(term: string): Expression<SqlBool>;
  /** How many links one statement may search: where the database runs in this process, all others wait for it. */
  readonly searchedAtOnce: number;
  /** The type of a text column that is ordered by its bytes. */
  readonly orderedText: string;
  /** The type of a column of bytes. */
  readonly bytes: string;
  close(): Promise<void>;
};

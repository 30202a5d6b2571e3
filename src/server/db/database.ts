import { sql, type CompiledQuery, type Kysely } from 'kysely';

import { ProblemError, type ProblemCode } from '#core/errors/problem-messages.ts';
import { fieldsOf, linkFieldNames, type Link, type LinkFields } from '#core/links/link.ts';

/** A link as both databases store it. Times are milliseconds since 1970. */
export type LinkRow = LinkFields & {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** The `revision` of the workspace after the last change of this row. */
  readonly revision: number;
};

export const linkColumns = ['id', ...linkFieldNames, 'created_at', 'updated_at'] as const;

export type PageRow = Pick<LinkRow, (typeof linkColumns)[number]>;

/** Returns the link of a row. Its times are ISO 8601 in UTC. */
export function toLink(row: PageRow): Link {
  const createdAt = new Date(row.created_at).toISOString();
  const isChanged = row.updated_at !== row.created_at;
  return {
    id: row.id,
    ...fieldsOf(row),
    createdAt,
    updatedAt: isChanged ? new Date(row.updated_at).toISOString() : createdAt,
  };
}

/** All characters that `String.prototype.trim` removes. */
const blankCharacters =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** The URL without surrounding blanks. An index uses this expression, so its text must not change. */
export const trimmedUrl = sql<string>`trim(url, ${sql.lit(blankCharacters)})`;

export type Tables = {
  readonly links: LinkRow;
  /** The id of a deleted link. A late repetition of its creation does not create it again. */
  readonly deleted_links: {
    readonly workspace_id: string;
    readonly id: string;
    readonly deleted_at: number;
    /** The `revision` of the workspace after the deletion. */
    readonly revision: number;
  };
  /** A workspace with the sums of its rows, so that no save has to count them. */
  readonly workspaces: {
    readonly id: string;
    /** Days since 1970, in UTC. */
    readonly created_day: number;
    readonly used_day: number;
    readonly links: number;
    /** The bytes of its links and of its records of deleted links. */
    readonly bytes: number;
    /** Counts the transactions that changed its links. */
    readonly revision: number;
    /** The revision since which all deletions are known. Records of earlier ones are removed. */
    readonly changes_since: number;
    /** 1: the workspace was deleted or has expired. Its data is still to be deleted. */
    readonly is_ended: number;
  };
  /**
   * The amounts that the visitors of one address saved on one day. The id is the hash of the address for that day. Rows
   * without a day count the whole store.
   */
  readonly saved_amounts: {
    readonly id: string;
    readonly day: number | null;
    readonly workspaces: number;
    readonly bytes: number;
  };
  /** The secret part of the hashes of a day's visitors. */
  readonly visitor_salts: {
    /** Days since 1970, in UTC. */
    readonly day: number;
    readonly salt: string;
  };
  /** The amounts that the generations of a day have cost and may still cost, in one unit. */
  readonly budgets: {
    readonly day: number;
    readonly unit: 'usd' | 'tokens';
    readonly spent: number;
    readonly reserved: number;
  };
  /** One ordered generation. */
  readonly orders: {
    readonly id: string;
    readonly workspace_id: string;
    /** The name of the server that runs it, which the server keeps when it starts again. Null in older versions. */
    readonly server: string | null;
    /** 'interrupted': its lease expired before its server settled it. */
    readonly state: 'running' | 'done' | 'failed' | 'stopped' | 'interrupted';
    readonly started_at: number;
    /** Until when its server certainly runs it. Null: the order has ended. */
    readonly lease_until: number | null;
    /** Why its server must stop it. The server reads this when it renews the lease. */
    readonly stop_reason: 'stopped' | 'workspace-deleted' | null;
    /** Null when visitors are not counted. */
    readonly visitor_hash: string | null;
    /** 1: it counts against the visitor's day. */
    readonly is_counted: number;
    /** The day whose budget is charged. The unit is null when there is no budget. */
    readonly day: number;
    readonly unit: 'usd' | 'tokens' | null;
    readonly reserved: number;
    readonly spent: number;
    readonly key_hash: string | null;
    readonly body_hash: string | null;
    /** The encrypted outcome. */
    readonly record: Uint8Array | null;
  };
  /** The only row is a lock: work that takes a turn locks it. */
  readonly turns: { readonly id: number };
  /** The bytes that the last test of writing wrote. */
  readonly write_probes: { readonly id: number; readonly bytes: Uint8Array };
  readonly migrations: { readonly version: number; readonly applied_at: number };
};

/** An open database. Contains all that differs between SQLite and PostgreSQL. Its transactions may write. */
export type Database = {
  readonly query: Kysely<Tables>;
  /** For urgent queries, with their own connection if possible. Each is one short statement. */
  readonly urgent: Kysely<Tables>;
  /** Runs a compiled query with these parameters. The query sees only committed data. */
  ask<Row>(built: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs the work in one transaction without a time limit. Other processes wait with such work until it has ended. */
  runAlone(work: (query: Kysely<Tables>) => Promise<void>): Promise<void>;
  /**
   * Runs the work in one transaction. It begins when the earlier ones of all processes have ended, and sees what they
   * wrote. Within this process urgent work comes first.
   */
  inTurn<T>(work: (query: Kysely<Tables>) => Promise<T>, isUrgent?: boolean): Promise<T>;
  /** Runs work that only reads. It sees the database as it is at one moment, and no save waits for it. */
  atOneMoment<T>(work: (query: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Whether several servers may use it at the same time. */
  readonly isShared: boolean;
  /** Returns milliseconds since 1970, by the clock of the database. `query`: an open transaction that asks for it. */
  time(query?: Kysely<Tables>): Promise<number>;
  /** Returns why nothing is saved at present; null when saving is safe. Asks the file system, not the database. */
  danger(): UnsafeDatabaseError | null;
  /** Checks the whole file when this takes only seconds. After it has found damage, nothing is saved any more. */
  lookForDamage(): void;
  /** Removes deleted data from the files of the database and frees the disk space, as far as a program can. */
  dropDeleted(): Promise<void>;
  /** The SQL type of a text column that is ordered by its bytes. */
  readonly orderedText: string;
  readonly bytes: string;
  close(): Promise<void>;
};

/** Returns a function that does the same, but throws a `ProblemError` instead of a failure of the database. */
export function named<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
  code: ProblemCode = 'storage-failed',
  detail?: string,
) {
  return async (...given: Given): Promise<Result> => {
    try {
      return await work(...given);
    } catch (cause) {
      if (cause instanceof ProblemError) throw cause;
      throw new ProblemError(code, { cause, detail });
    }
  };
}

/** The database must not be written, although it can be read. */
export class UnsafeDatabaseError extends Error {
  override readonly name = 'UnsafeDatabaseError';
  readonly code: 'DATABASE_MOVED' | 'DATABASE_DAMAGED';

  /** `message` tells the operator what is wrong and what to do. */
  constructor(code: UnsafeDatabaseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

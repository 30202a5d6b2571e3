import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';
import { nameStorageFailure as named } from '#server/db/database-failures.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';

import { countWorkspace } from './count-saved.ts';
import { noQuotas, createSavings, type StoreOptions } from './quotas.ts';

/** The workspace that all visitors share. It always exists. */
export const sharedWorkspace = 'shared';

/**
 * The store of workspaces. An id that it did not make, or that has ended, never opens a workspace.
 * Throws 'storage-failed' when the database fails.
 */
export type WorkspaceStore = {
  /** Makes a workspace. Throws 'visitor-workspaces-limit'. `address` null: the visitor is not counted. */
  make(id: string, address: string | null): Promise<void>;
  /** Returns whether the workspace exists, and records that it was used today. */
  use(id: string): Promise<boolean>;
  /** Returns those of the workspaces that exist. */
  living(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends a workspace: nobody can use it any more. Returns false when there is no row of it. */
  end(id: string): Promise<boolean>;
  /** Ends workspaces that were not used since a day (in days since 1970) and have fewer than `belowLinks` links. */
  endUnused(since: number, belowLinks: number): Promise<void>;
  /** Returns some workspaces that have ended and still have a row. */
  ended(): Promise<readonly string[]>;
  /** Deletes the row of an ended, empty workspace, and removes its data from the files of the database. */
  drop(id: string): Promise<void>;
  /** Deletes the amounts that addresses saved before today. */
  forgetAmounts(): Promise<void>;
};

const atOnce = 100;

export function createWorkspaceStore(
  { query, dropDeleted }: Database,
  { quotas = noQuotas, now = Date.now }: Partial<StoreOptions> = {},
): WorkspaceStore {
  const saving = createSavings(query, { quotas, now });

  async function make(id: string, address: string | null): Promise<void> {
    const begun = await saving(id, address);
    const day = dayOf(begun.now);
    await query.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('workspaces')
        .values({ id, created_day: day, used_day: day, links: 0, bytes: 0, is_ended: 0 })
        .execute();
      await countWorkspace(transaction, begun);
    });
  }

  return {
    make: (id, address) => named(() => make(id, address)),
    use: (id) => named(() => useWorkspace(query, id, dayOf(now()))),
    living: (ids) =>
      named(async () => {
        if (ids.length === 0) return new Set();
        const rows = await query
          .selectFrom('workspaces')
          .select('id')
          .where('id', 'in', ids)
          .where('is_ended', '=', 0)
          .execute();
        return new Set(rows.map(({ id }) => id));
      }),
    end: (id) =>
      named(async () => {
        const ending = query.updateTable('workspaces').set({ is_ended: 1 }).where('id', '=', id);
        return (await ending.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
      }),
    endUnused: (since, belowLinks) => named(() => endUnused(query, since, belowLinks)),
    ended: () =>
      named(async () => {
        const rows = query.selectFrom('workspaces').select('id').where('is_ended', '=', 1);
        return (await rows.limit(atOnce).execute()).map(({ id }) => id);
      }),
    drop: (id) =>
      named(async () => {
        await query.deleteFrom('workspaces').where('id', '=', id).where('is_ended', '=', 1).execute();
        await dropDeleted();
      }),
    forgetAmounts: () =>
      named(async () => {
        await query.deleteFrom('saved_amounts').where('day', '<', dayOf(now())).execute();
      }),
  };
}

async function useWorkspace(query: Kysely<Tables>, id: string, day: number): Promise<boolean> {
  const row = await query
    .selectFrom('workspaces')
    .select('used_day')
    .where('id', '=', id)
    .where('is_ended', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (row.used_day >= day) return true;
  try {
    const { numUpdatedRows } = await query
      .updateTable('workspaces')
      .set({ used_day: day })
      .where('id', '=', id)
      .where('is_ended', '=', 0)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  } catch {
    // On a full disk, for example, a database can be read but not written.
    return true;
  }
}

/** The update repeats the conditions, so a workspace that is used at the same moment stays. */
async function endUnused(query: Kysely<Tables>, since: number, belowLinks: number): Promise<void> {
  let changed: bigint;
  do {
    const result = await query
      .updateTable('workspaces')
      .set({ is_ended: 1 })
      .where('is_ended', '=', 0)
      .where('used_day', '<', since)
      .where('links', '<', belowLinks)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('workspaces')
          .select('id')
          .where('is_ended', '=', 0)
          .where('used_day', '<', since)
          .where('links', '<', belowLinks)
          .where('id', '<>', sharedWorkspace)
          .limit(atOnce),
      )
      .executeTakeFirstOrThrow();
    changed = result.numUpdatedRows;
  } while (changed > 0n);
}

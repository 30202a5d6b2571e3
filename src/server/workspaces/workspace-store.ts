import type { ExpressionBuilder, Kysely } from 'kysely';

import { named, type Database, type Tables } from '#server/db/database.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';

import { countWorkspace, createSavings, type StoreOptions } from './quotas.ts';

/** The workspace that all visitors share. It always exists. */
/** Returns whether a text can be the id of a workspace: `shared`, or a SHA-256 in base64url. */
export function isWorkspaceId(text: string): boolean {
  return text === sharedWorkspace || /^[\w-]{43}$/.test(text);
}

export const sharedWorkspace = 'shared';

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

const atOnce = 100;

const emptyWorkspace = { links: 0, bytes: 0, revision: 0, changes_since: 0, is_ended: 0 };

/**
 * Returns the store of workspaces. An id that the store did not make, or whose workspace has ended, never opens a
 * workspace. Throws 'storage-failed' when the database fails.
 */
export function createWorkspaceStore({ query, dropDeleted }: Database, options: StoreOptions = {}) {
  const { now = Date.now } = options;
  const saving = createSavings(query, options);
  return {
    /** Makes a workspace, unless there is one with this id. Throws 'visitor-workspaces-limit'. `address` null: the visitor is not counted. */
    make: named(async (id: string, address: string | null) => {
      const begun = await saving(id, address);
      const day = dayOf(begun.now);
      await query.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('workspaces')
          .values({ id, created_day: day, used_day: day, ...emptyWorkspace })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        await countWorkspace(transaction, begun);
      });
    }),
    /** Removes a new workspace in which nothing was saved, as if it had not been made. Returns whether it did. */
    unmake: named(async (id: string, address: string | null) => {
      const begun = await saving(id, address);
      return query.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('workspaces')
          .where('id', '=', id)
          .where('links', '=', 0)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await countWorkspace(transaction, begun, -1);
        return numDeletedRows > 0n;
      });
    }),
    /** Returns whether the workspace exists, and records that it was used today. */
    use: named(async (id: string) => useWorkspace(query, id, dayOf(now()))),
    /** Ends a workspace: nobody can use it any more. Returns false when it has no row. */
    end: named(async (id: string) => {
      const ending = query.updateTable('workspaces').set({ is_ended: 1 }).where('id', '=', id);
      return (await ending.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
    }),
    /** Ends workspaces that were not used since a day (in days since 1970) and have fewer than `belowLinks` links. */
    endUnused: named((since: number, belowLinks: number) => endUnused(query, since, belowLinks)),
    /** Returns some workspaces that have ended and still have a row. */
    ended: named(async () => {
      const rows = query.selectFrom('workspaces').select('id').where('is_ended', '=', 1);
      return (await rows.limit(atOnce).execute()).map(({ id }) => id);
    }),
    /** Deletes the row of an ended, empty workspace, and removes its data from the files of the database. */
    drop: named(async (id: string) => {
      await query.deleteFrom('workspaces').where('id', '=', id).where('is_ended', '=', 1).execute();
      await dropDeleted();
    }),
    /** Deletes the amounts that addresses saved before today. */
    forgetAmounts: named(async () => {
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
    // The workspace exists, although its use was not recorded: on a full disk, for example, a database can be read but
    // not written.
    return true;
  }
}

/** The update repeats the conditions, so it does not end a workspace that is used at the same moment. */
async function endUnused(query: Kysely<Tables>, since: number, belowLinks: number): Promise<void> {
  const isUnused = (eb: ExpressionBuilder<Tables, 'workspaces'>) =>
    eb.and([eb('is_ended', '=', 0), eb('used_day', '<', since), eb('links', '<', belowLinks)]);
  let changed: bigint;
  do {
    const { numUpdatedRows } = await query
      .updateTable('workspaces')
      .set({ is_ended: 1 })
      .where(isUnused)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('workspaces')
          .select('id')
          .where(isUnused)
          .where('id', '<>', sharedWorkspace)
          .limit(atOnce),
      )
      .executeTakeFirstOrThrow();
    changed = numUpdatedRows;
  } while (changed > 0n);
}

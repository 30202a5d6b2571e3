import type { Kysely } from 'kysely';

import type { Database, Tables } from '#server/db/database.ts';
import { nameStorageFailure as named } from '#server/db/database-failures.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';

import { countWorkspace } from './count-saved.ts';
import { noQuotas, createSavings } from './quotas.ts';
import type { StoreOptions } from './quotas.ts';

/** The workspace of everybody. It is always there. */
export const sharedWorkspace = 'shared';

/**
 * Which workspaces there are. An id that this store did not make, or that has ended, opens nothing, for ever.
 * Throws 'storage-failed' where the database fails.
 */
export type WorkspaceStore = {
  /** Makes a workspace. Throws 'visitor-workspaces-limit'; the address is null where it does not count. */
  make(id: string, address: string | null): Promise<void>;
  /** Whether there is such a workspace; notes that it was used today. */
  use(id: string): Promise<boolean>;
  /** Those of the workspaces that are there. */
  living(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** From now on nothing is saved in it, and nobody finds it. False: there is none, and was none that is still to be dropped. */
  end(id: string): Promise<boolean>;
  /** Ends workspaces that nobody used since a day, days being counted since 1970, and that have fewer links. */
  endUnused(since: number, belowLinks: number): Promise<void>;
  /** Some of those that have ended and are still to be emptied and dropped. */
  ended(): Promise<readonly string[]>;
  /** Forgets a workspace that has ended and is empty, and takes what it held out of the database's files. */
  drop(id: string): Promise<void>;
  /** Forgets what addresses saved before today. */
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
    // A database that cannot be written, such as on a full disk, can still be read.
    return true;
  }
}

/** What is used at the same moment is left alone: the condition is asked again of each row that is changed. */
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

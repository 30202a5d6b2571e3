import type { ExpressionBuilder, Kysely } from 'kysely';

import { named, type Database, type Tables } from '#server/db/database.ts';
import { dayOf } from '#server/visitors-and-days.ts';
import type { Ledger } from '#server/generations/ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { repeatWork } from '#server/scheduling.ts';

import { countWorkspace, createSavings, type StoreOptions } from './quotas.ts';

/** The workspace that all visitors share. It always exists. */
export const sharedWorkspace = 'shared';

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

const atOnce = 100;

/**
 * Returns the store of workspaces. An id that the store did not make, or whose workspace has ended, never opens a
 * workspace. Throws 'storage-failed' when the database fails.
 */
export function createWorkspaceStore({ query, dropDeleted }: Database, options: StoreOptions = {}) {
  const { now = Date.now } = options;
  const saving = createSavings(query, options);
  return {
    /** Makes a workspace. Throws 'visitor-workspaces-limit'. `address` null: the visitor is not counted. */
    make: named(async (id: string, address: string | null) => {
      const begun = await saving(id, address);
      const day = dayOf(begun.now);
      await query.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('workspaces')
          .values({ id, created_day: day, used_day: day, links: 0, bytes: 0, is_ended: 0 })
          .execute();
        await countWorkspace(transaction, begun);
      });
    }),
    /** Returns whether the workspace exists, and records that it was used today. */
    use: named(async (id: string) => useWorkspace(query, id, dayOf(now()))),
    living: named(async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set();
      const rows = query.selectFrom('workspaces').select('id').where('id', 'in', ids);
      return new Set((await rows.where('is_ended', '=', 0).execute()).map(({ id }) => id));
    }),
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

type RemovalServices = {
  readonly workspaceStore: WorkspaceStore;
  readonly links: Pick<LinkStore, 'removeAll'>;
  readonly ledger: Pick<Ledger, 'forget'>;
};

/**
 * Deletes a workspace with all its data. `stop` ends its generations in this process. Other processes notice the end
 * later. After a failure, a second call or the next sweep completes the removal.
 */
export async function removeWorkspace(
  services: RemovalServices,
  id: string,
  stop: (id: string) => Promise<void>,
): Promise<void> {
  if (!(await services.workspaceStore.end(id))) return;
  await stop(id);
  await emptyEnded(services, id);
  // A generation may have started between the end of the workspace and the deletion of its last link.
  await stop(id);
  await services.ledger.forget(id);
}

async function emptyEnded({ workspaceStore, links, ledger }: RemovalServices, id: string): Promise<void> {
  await links.removeAll(id);
  await ledger.forget(id);
  await workspaceStore.drop(id);
}

/** In milliseconds. */
const firstSweep = 60_000;
const sweepEvery = 3_600_000;

type CleanupServices = RemovalServices & {
  readonly database: Pick<Database, 'dropDeleted'>;
  readonly expiry: { readonly months: number; readonly belowLinks: number } | null;
};

/** Ends unused workspaces, deletes the data of ended ones, and frees disk space. `now`: milliseconds since 1970. */
export async function sweep(services: CleanupServices, now: number): Promise<void> {
  const { workspaceStore, database, expiry } = services;
  if (expiry !== null) await workspaceStore.endUnused(monthsBefore(now, expiry.months), expiry.belowLinks);
  for (let some = await workspaceStore.ended(); some.length > 0; some = await workspaceStore.ended())
    for (const id of some) await emptyEnded(services, id);
  await workspaceStore.forgetAmounts();
  await database.dropDeleted();
}

/** In days since 1970 (UTC). When the month is too short for the day, the result is in the month after it. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate());
  return dayOf(before);
}

/** Sweeps once an hour. Returns a function that stops this and waits for a running sweep. */
export function startCleanup(
  services: CleanupServices,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  return repeatWork(() => sweep(services, Date.now()).catch(onFailure), {
    first: firstSweep,
    later: sweepEvery,
  });
}

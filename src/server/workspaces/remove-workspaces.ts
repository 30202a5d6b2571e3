import type { Database } from '#server/db/database.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';
import type { Ledger } from '#server/generations/ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import { repeatWork } from '#server/queue.ts';

import type { WorkspaceStore } from './workspace-store.ts';

export type RemovalParts = {
  readonly workspaceStore: WorkspaceStore;
  readonly links: Pick<LinkStore, 'removeAll'>;
  readonly ledger: Pick<Ledger, 'forget'>;
};

/**
 * Deletes a workspace with all its data. `stop` ends its generations in this process. Other processes notice the end by
 * themselves. After a failure, a repetition or the next sweep completes the removal.
 */
export async function removeWorkspace(
  parts: RemovalParts,
  id: string,
  stop: (id: string) => Promise<void>,
): Promise<void> {
  if (!(await parts.workspaceStore.end(id))) return;
  await stop(id);
  await emptyEnded(parts, id);
  // A generation may have started between the end of the workspace and the deletion of its last link.
  await stop(id);
  await parts.ledger.forget(id);
}

/** Deletes what is left of a workspace that has ended. */
async function emptyEnded({ workspaceStore, links, ledger }: RemovalParts, id: string): Promise<void> {
  await links.removeAll(id);
  await ledger.forget(id);
  await workspaceStore.drop(id);
}

/** Both in milliseconds. */
const firstSweep = 60_000;
const sweepEvery = 3_600_000;

type CleanupParts = RemovalParts & {
  readonly database: Pick<Database, 'dropDeleted'>;
  readonly expiry: { readonly months: number; readonly belowLinks: number } | null;
};

/** Ends unused workspaces, deletes the data of ended ones, and frees disk space. `now`: milliseconds since 1970. */
export async function sweep(parts: CleanupParts, now: number): Promise<void> {
  const { workspaceStore, database, expiry } = parts;
  if (expiry !== null) await workspaceStore.endUnused(monthsBefore(now, expiry.months), expiry.belowLinks);
  for (let some = await workspaceStore.ended(); some.length > 0; some = await workspaceStore.ended())
    for (const id of some) await emptyEnded(parts, id);
  await workspaceStore.forgetAmounts();
  await database.dropDeleted();
}

/**
 * Returns the same day of an earlier month, in days since 1970 (UTC). When that month is too short, returns the first day
 * of the next month.
 */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate());
  return dayOf(before);
}

/** Sweeps once an hour. Returns a function that stops this and waits for a running sweep. */
export function startCleanup(parts: CleanupParts, onFailure: (error: unknown) => void): () => Promise<void> {
  return repeatWork(() => sweep(parts, Date.now()).catch(onFailure), {
    first: firstSweep,
    later: sweepEvery,
  });
}

import type { Database } from '#server/db/database.ts';
import { repeatWork } from '#server/lib/scheduling.ts';
import { dayOf } from '#server/lib/visitors-and-days.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { OrderStore } from '#server/orders/order-store.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

type RemovalServices = {
  readonly workspaceStore: WorkspaceStore;
  readonly links: Pick<LinkStore, 'removeAll'>;
  readonly orderStore: Pick<OrderStore, 'forget'>;
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
  await services.orderStore.forget(id);
}

async function emptyEnded({ workspaceStore, links, orderStore }: RemovalServices, id: string): Promise<void> {
  await links.removeAll(id);
  await orderStore.forget(id);
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

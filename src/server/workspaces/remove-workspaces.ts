import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#server/db/database.ts';
import { dayOf } from '#server/generations/ledger/clock.ts';
import type { Ledger } from '#server/generations/ledger/ledger.ts';
import type { LinkStore } from '#server/links/link-store.ts';

import type { WorkspaceStore } from './workspace-store.ts';

export type RemovalParts = {
  readonly workspaceStore: WorkspaceStore;
  readonly links: Pick<LinkStore, 'removeAll'>;
  readonly ledger: Pick<Ledger, 'forget'>;
};

/**
 * Ends a workspace for good and leaves nothing of it. `stop` ends what runs for it in this process; other processes
 * see by themselves that it has ended. What a failure interrupts, a repetition or the next sweep brings to its end.
 */
export async function removeWorkspace(
  parts: RemovalParts,
  id: string,
  stop: (id: string) => Promise<void>,
): Promise<void> {
  if (!(await parts.workspaceStore.end(id))) return;
  await stop(id);
  await emptyEnded(parts, id);
  // What began between the end and the last link.
  await stop(id);
  await parts.ledger.forget(id);
}

/** Takes out what is left of a workspace that has ended. */
export async function emptyEnded({ workspaceStore, links, ledger }: RemovalParts, id: string): Promise<void> {
  await links.removeAll(id);
  await ledger.forget(id);
  await workspaceStore.drop(id);
}

const firstSweep = 60_000;
const sweepEvery = 3_600_000;

type CleanupParts = RemovalParts & {
  readonly database: Pick<Database, 'dropDeleted'>;
  readonly expiry: { readonly months: number; readonly belowLinks: number } | null;
};

/** Ends what nobody has used for long, empties what has ended, and gives room back. `now`: milliseconds since 1970. */
export async function sweep(parts: CleanupParts, now: number): Promise<void> {
  const { workspaceStore, database, expiry } = parts;
  if (expiry !== null) await workspaceStore.endUnused(monthsBefore(now, expiry.months), expiry.belowLinks);
  for (let some = await workspaceStore.ended(); some.length > 0; some = await workspaceStore.ended())
    for (const id of some) await emptyEnded(parts, id);
  await workspaceStore.forgetAmounts();
  await database.dropDeleted();
}

/** The same day so many months ago, in days since 1970 (UTC); in a month without that day, the first of the next. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate());
  return dayOf(before);
}

/** Sweeps now and then until it is stopped; what was begun then comes to its end. */
export function startCleanup(parts: CleanupParts, onFailure: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    for (let pause = firstSweep; ; pause = sweepEvery) {
      await sleep(pause, null, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await sweep(parts, Date.now()).catch(onFailure);
    }
  }

  const ended = keep();
  return () => {
    stopping.abort();
    return ended;
  };
}

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

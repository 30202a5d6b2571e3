import type { Ledger } from './ledger/ledger.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

import type { Generations } from './generations.ts';

/** In milliseconds. */
const lookEvery = 1000;

type Followed = {
  readonly generations: Pick<Generations, 'stop' | 'workspaces'>;
  readonly workspaceStore: Pick<WorkspaceStore, 'living'>;
  readonly ledger: Pick<Ledger, 'forget'>;
};

/** Ends what runs here for a workspace that was deleted by way of another server, until it is stopped. */
export function followDeletions({ generations, workspaceStore, ledger }: Followed): () => void {
  async function look(): Promise<void> {
    const running = generations.workspaces();
    if (running.length === 0) return;
    const living = await workspaceStore.living(running);
    for (const id of running.filter((each) => !living.has(each))) {
      await generations.stop(id);
      await ledger.forget(id);
    }
  }

  // A database that does not answer is no deletion.
  const timer = setInterval(() => void look().catch(() => undefined), lookEvery).unref();
  return () => clearInterval(timer);
}

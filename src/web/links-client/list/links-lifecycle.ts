import { linkPageSize } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';
import { lastWanted } from '#web/links-client/outbox/outbox-entry.ts';
import type { WorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';
import type { Deletions } from './deletions.ts';
import type { LinkListStore } from './link-list.ts';
import type { Selection } from './selection.ts';

/** What the page does with all links together: start, refresh, and change the workspace. */
export type LinksLifecycle = {
  /** Shows the cached links, and sends what an earlier visit has left. */
  start(): Promise<void>;
  /** The number of refreshes so far. After a refresh, links that were looked up may have changed too. */
  readonly refreshCount: ReadonlyStore<number>;
  /** Reads the list again. */
  refresh(): Promise<void>;
  /** Reads what another tab has stored, and sends it in case that tab is closed. */
  reload(): Promise<void>;
  /** For when the network may be back: sends what is not saved yet, also that of other tabs. */
  wake(): void;
  /** Sends what is not saved yet. Returns those of the named links that are still not saved as the user wants them. */
  saveAll(ids?: readonly string[]): Promise<readonly Link[]>;
  /** For when another tab has changed the workspace: forgets the links that were read. */
  forgetSeen(): void;
  /** For when another workspace is open: forgets the old one. What is not saved yet is saved in the new one. */
  openWorkspace(): Promise<void>;
  /** For when the workspace is deleted: forgets everything about it. */
  forgetAll(): Promise<void>;
  /**
   * Runs `act`, which changes the workspace, while no tab sends anything: an answer could bring the old workspace back.
   * If `change` is `deleted`, the unsent changes are deleted in the same turn.
   */
  changeWorkspace<T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T>;
};

type LifecycleParts = {
  readonly cache: LinkCache;
  readonly list: LinkListStore;
  readonly outbox: Outbox;
  readonly selection: Selection;
  readonly deletions: Deletions;
  readonly guard: WorkspaceGuard;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onFail: (failure: unknown) => void;
};

export function createLinksLifecycle(parts: LifecycleParts): LinksLifecycle {
  const { cache, list, outbox, selection, deletions, guard, onFail } = parts;
  const refreshCount = createStore(0);

  async function sendUnsent(): Promise<void> {
    await outbox.reload().catch(onFail);
    if (outbox.get().unsent.length > 0) await outbox.send();
  }

  function refresh(): Promise<void> {
    refreshCount.set(refreshCount.get() + 1);
    return list.refresh();
  }

  async function forgetKnown(): Promise<void> {
    selection.clear();
    deletions.clear();
    list.forgetAll();
    await cache.clear();
  }

  return {
    refreshCount,
    async start() {
      const cached = await cache.page({ after: null, limit: linkPageSize, search: '' }).catch(() => null);
      if (cached !== null) list.showCached(cached);
      await sendUnsent();
    },
    refresh,
    reload() {
      void sendUnsent();
      return refresh();
    },
    wake: outbox.wake,
    async saveAll(ids = []) {
      await sendUnsent();
      return ids.flatMap((id) => lastWanted(outbox.get().unsent, id) ?? []);
    },
    forgetSeen() {
      guard.reset();
      list.forgetAll();
    },
    async openWorkspace() {
      await forgetKnown();
      if (outbox.get().unsent.length > 0) void outbox.send();
      await list.refresh();
    },
    async forgetAll() {
      guard.reset();
      await forgetKnown().then(list.refresh);
    },
    changeWorkspace: createWorkspaceChange(parts),
  };
}

function createWorkspaceChange({ alone, guard, outbox, onFail }: LifecycleParts) {
  return <T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T> =>
    alone(async () => {
      // With a lost cookie, the server would not delete the right workspace.
      guard.reset();
      await guard.ready();
      const result = await act();
      await guard.changed(change);
      if (change === 'deleted') await outbox.edit(() => []).catch(onFail);
      return result;
    });
}

import { linkPageSize } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';

import type { Deletions } from './deletions.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { LinkListStore } from './link-list-store.ts';
import type { LayRows } from './listed-rows.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';
import { lastWanted } from '#web/links-client/outbox/outbox-edits.ts';
import type { Selection } from './selection.ts';
import type { WorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';
import { createUnsavedLinks } from '#web/links-client/outbox/unsaved-links.ts';
import type { UnsavedLinks } from '#web/links-client/outbox/unsaved-links.ts';

/** What happens to the links as a whole while the page lives. */
export type DeskLife = {
  readonly unsaved: UnsavedLinks;
  /** Shows what this browser has kept, and sends what an earlier visit has left. */
  start(): Promise<void>;
  /** Hears when the news of the list are read: what was looked up besides may have changed too. */
  readonly news: Pick<Notice, 'subscribe'>;
  /** Reads the news of the list. */
  refresh(): Promise<void>;
  /** Reads again what another tab has written, and sends it where that tab is gone. */
  reload(): Promise<void>;
  /** The network may be back: sends what is not saved yet, also what other tabs have left. */
  wake(): void;
  /** Sends what is not saved yet. Gives those of the named links that then still are not as the user wants them. */
  saveAll(ids?: readonly string[]): Promise<readonly Link[]>;
  /** Another tab has changed the workspace: what was read before holds no more. */
  forgetSeen(): void;
  /** Another workspace is open: what is known of the old one is forgotten. What is not saved yet is saved there. */
  openWorkspace(): Promise<void>;
  /** The workspace is deleted: what is known of it is forgotten. */
  forgetAll(): Promise<void>;
  /**
   * Changes the workspace while nothing is on its way to the server, over all tabs: its answer could bring the old one
   * back. What is not saved yet goes with a deletion, in the same turn.
   */
  changeWorkspace<T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T>;
};

type DeskParts = {
  readonly cache: LinkCache;
  readonly list: LinkListStore;
  readonly lay: LayRows;
  readonly outbox: Outbox;
  readonly selection: Selection;
  readonly deletions: Deletions;
  readonly guard: WorkspaceGuard;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onFail: (failure: unknown) => void;
};

export function createDeskLife(parts: DeskParts): DeskLife {
  const { cache, list, lay, outbox, selection, deletions, guard, onFail } = parts;
  const news = createNotice();

  async function sendUnsent(): Promise<void> {
    await outbox.reload().catch(onFail);
    if (outbox.entries().length > 0) await outbox.send();
  }

  function refresh(): Promise<void> {
    news.show(null);
    return list.refresh();
  }

  async function forgetKnown(): Promise<void> {
    selection.clear();
    deletions.clear();
    list.forgetAll();
    await cache.clear();
  }

  return {
    unsaved: createUnsavedLinks(outbox, lay),
    news,
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
      return ids.flatMap((id) => lastWanted(outbox.entries(), id) ?? []);
    },
    forgetSeen() {
      guard.reset();
      list.forgetAll();
    },
    async openWorkspace() {
      await forgetKnown();
      if (outbox.entries().length > 0) void outbox.send();
      await list.refresh();
    },
    async forgetAll() {
      guard.reset();
      await forgetKnown().then(list.refresh);
    },
    changeWorkspace: createWorkspaceTurn(parts),
  };
}

function createWorkspaceTurn({ alone, outbox, guard, onFail }: DeskParts): DeskLife['changeWorkspace'] {
  return (change, act) =>
    alone(async () => {
      // A lost cookie would leave on the server what is to be deleted.
      guard.reset();
      await guard.ready();
      const result = await act();
      await guard.changed(change);
      if (change === 'deleted') await outbox.edit(() => []).catch(onFail);
      return result;
    });
}

import * as z from 'zod/mini';

import { linkBatchLimit, linkSchema } from '#contract/links.ts';
import { linkPageSize } from '#contract/link-pages.ts';
import type { Link } from '#core/links/link.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import { createStore } from '#web/lib/store.ts';
import { schedule, type InTurn } from '#web/lib/tasks.ts';
import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { lastWanted } from '#web/links-client/outbox/outbox-entry.ts';
import type { AnsweredEntry, Outbox } from '#web/links-client/outbox/outbox.ts';
import type { WorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';

import type { LinkRemoval } from './deletions.ts';
import type { LinkList, LinkListStore, LinkLookup } from './link-list.ts';
import type { KnownLinks } from './link-range.ts';
import type { Selection } from './selection.ts';

/** What tabs tell each other about a link. `saved` is null if the link is gone. */
const changeSchema = z.object({ id: z.string(), saved: z.nullable(linkSchema) });

export type ChangesHost = {
  readonly list: LinkListStore;
  readonly known: KnownLinks;
  readonly selection: Selection;
  readonly removal: LinkRemoval;
  /** Tells the other tabs, which may not be able to read the list. */
  readonly onLinkChange: (change: z.infer<typeof changeSchema>) => void;
};

/** Passes on what the server has confirmed: to the list, the look-up, the ticks and the other tabs. */
export function createLinkChanges({ list, known, selection, removal, onLinkChange }: ChangesHost) {
  /** Takes a link as the server has it now. */
  function save(link: Link): void {
    list.put(link);
    onLinkChange({ id: link.id, saved: link });
    removal.noteSaved(link.id);
  }

  /** Takes the id of a link that is gone. */
  function drop(id: string): void {
    selection.untick([id]);
    list.drop(id);
    onLinkChange({ id, saved: null });
  }

  return {
    save,
    drop,
    /** Replaces a link by the same link with another id. */
    replace(id: string, newId: string) {
      if (selection.has(id)) selection.tick(newId);
      drop(id);
    },
    /** Takes the server's answer to a change. */
    takeAnswer({ entry: { kind, link }, answer }: AnsweredEntry) {
      if (answer.kind === 'refused' && kind === 'delete') removal.noteRefused(link.id, answer.failure);
      if (answer.kind !== 'done') return;
      if (answer.link === null) drop(link.id);
      else save(answer.link);
    },
    /** Takes a message of another tab. Messages about other things are ignored. */
    receive(message: unknown) {
      const change = changeSchema.safeParse(message);
      if (!change.success) return;
      const { id, saved } = change.data;
      // The other tab has changed the ticks already. All tabs share them.
      if (saved === null) list.drop(id);
      // This tab may have changed the link since the message was sent.
      else list.put(known.latest(saved));
    },
  };
}

type SyncParts = Pick<ChangesHost, 'list' | 'selection' | 'removal'> & {
  readonly cache: LinkCache;
  readonly outbox: Outbox;
  readonly guard: WorkspaceGuard;
  /** Runs one task at a time over all tabs. */
  readonly alone: InTurn;
  readonly onFail: (failure: unknown) => void;
};

/** What the page does with all links together: start, refresh, and change the workspace. */
export function createLinksSync(parts: SyncParts) {
  const { cache, list, outbox, onFail } = parts;
  const refreshCount = createStore(0);

  async function sendUnsent(): Promise<void> {
    await outbox.reload().catch(onFail);
    if (outbox.get().unsent.length > 0) await outbox.send();
  }

  function refresh(): Promise<void> {
    refreshCount.set(refreshCount.get() + 1);
    return list.refresh();
  }

  return {
    ...createWorkspaceChanges(parts),
    /** Shows the cached links, and sends what an earlier visit has left. */
    async start() {
      const cached = await cache.page({ after: null, limit: linkPageSize, search: '' }).catch(() => null);
      if (cached !== null) list.showCached(cached);
      await sendUnsent();
    },
    /** The number of refreshes so far. After a refresh, links that were looked up may have changed too. */
    refreshCount,
    refresh,
    /** Reads what another tab has stored, and sends it in case that tab is closed. */
    reload() {
      void sendUnsent();
      return refresh();
    },
    /** Call it when the network may be back. Sends what is not saved yet, also changes of other tabs. */
    wake: outbox.wake,
    /** Sends what is not saved yet. Returns those of the named links that are still not saved as the user wants them. */
    async saveAll(ids: readonly string[] = []): Promise<readonly Link[]> {
      await sendUnsent();
      return ids.flatMap((id) => lastWanted(outbox.get().unsent, id) ?? []);
    },
  };
}

function createWorkspaceChanges({ cache, list, outbox, selection, removal, ...parts }: SyncParts) {
  const { guard, alone, onFail } = parts;

  async function forgetKnown(): Promise<void> {
    selection.clear();
    removal.deletions.clear();
    list.forgetAll();
    await cache.clear();
  }

  return {
    /** Call it when another tab has changed the workspace. Forgets the links that were read. */
    forgetSeen() {
      guard.reset();
      list.forgetAll();
    },
    /** Call it when another workspace is open. Forgets the old one, and saves unsaved changes in the new one. */
    async openWorkspace() {
      await forgetKnown();
      if (outbox.get().unsent.length > 0) void outbox.send();
      await list.refresh();
    },
    /** Call it when the workspace is deleted. Forgets everything about it. */
    async forgetAll() {
      guard.reset();
      await forgetKnown();
      await list.refresh();
    },
    /**
     * Runs `act`, which changes the workspace, while no tab sends anything: an answer could bring the old workspace
     * back. If `change` is `deleted`, the unsent changes are deleted in the same turn.
     */
    changeWorkspace: <T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T> =>
      alone(async () => {
        // With a lost cookie, the server would not delete the right workspace.
        guard.reset();
        await guard.ready();
        const result = await act();
        await guard.changed(change);
        if (change === 'deleted') await outbox.edit(() => []).catch(onFail);
        return result;
      }),
  };
}

type TickSources = Pick<LinkLookup, 'lookUp'> & { readonly list: LinkList; readonly selection: Selection };

/** The check reads all ticks and rows, so it waits until nothing has changed for this time, in milliseconds. */
const checkPause = 200;

/** Unticks links that are gone. If the server cannot be reached, the ticks stay. Returns a function that stops it. */
export function untickGoneLinks({ list, selection, lookUp }: TickSources): () => void {
  const known = new Set<string>();
  let isAsking = false;
  const startLater = () => schedule(() => void check(), checkPause);
  let cancel = startLater();

  function restart(): void {
    cancel();
    cancel = startLater();
  }

  async function check(): Promise<void> {
    const { status, failure, links } = list.get();
    if (isAsking || status !== 'ready' || failure !== null) return;
    const listed = new Set(links.map(({ id }) => id));
    const unseen = selection.get().filter((id) => !listed.has(id) && !known.has(id));
    if (unseen.length === 0) return;
    isAsking = true;
    try {
      const { found, gone } = await lookUp(unseen.slice(0, linkBatchLimit));
      for (const { id } of found) known.add(id);
      selection.untick(gone);
      if (unseen.length > found.length + gone.length && found.length + gone.length > 0) restart();
    } catch {
      // The next change of the list asks again.
    }
    isAsking = false;
  }

  const unsubscribes = [list.subscribe(restart), selection.subscribe(restart)];
  return () => {
    cancel();
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

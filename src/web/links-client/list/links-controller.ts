import * as z from 'zod/mini';

import { linkPageSize } from '#contract/link-pages.ts';
import { linkSchema } from '#contract/links.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createRetryTimer, createTurns, type InTurn } from '#web/lib/tasks.ts';
import { lastWanted, type OutboxEntry } from '#web/links-client/outbox/entries.ts';
import { createOutbox, sendEntry, type Answer, type Outbox } from '#web/links-client/outbox/outbox.ts';
import { createLinkCache, type LinkCache } from '#web/links-client/storage/link-cache.ts';
import { createOutboxStore, type LinkStorage } from '#web/links-client/storage/link-storage.ts';
import {
  createWorkspaceGuard,
  type GuardHost,
  type WorkspaceGuard,
} from '#web/links-client/workspace/workspace-guard.ts';

import { createLinkRemoval, createUndoCheck, type LinkRemoval } from './deletions.ts';
import { createLinkList, type LinkList } from './list-store.ts';
import { createKnownLinks, createLinkLookup, type KnownLinks, type LinkLookup } from './link-lookup.ts';
import { createUnsavedLinks, createUnsentOverlay, type ListedLink } from './list-state.ts';
import { createSelection, type Selection } from './selection.ts';

export type LinksControllerHost = LinkStorage & {
  readonly api: LinksApi;
  readonly loadRecovery: GuardHost['loadRecovery'];
  /** What every tab reads and writes. */
  readonly storage: SafeStorage;
  /** The message that this browser keeps nothing; or null. */
  readonly storageNotice: ReadonlyStore<string | null>;
  /** The limit of the cache, in bytes. */
  readonly cacheBytes: number;
  /** Tells the other tabs to read again. */
  readonly onChange: () => void;
  readonly onLinkChange: ChangesHost['onLinkChange'];
};

/** Everything about links that lives outside of React. */
export type LinksController = ReturnType<typeof createLinksController>;

/** Creates the parts in the order of their dependencies. A part uses only earlier parts, except in callbacks. */
export function createLinksController(host: LinksControllerHost) {
  const { api, storage, storageNotice } = host;
  // Without locks, at least this tab does one thing at a time.
  const alone = host.alone ?? createTurns();
  const selection = createSelection(storage);
  const cache = createLinkCache(host);
  const guard = createWorkspaceGuard({ ...host, list: api.list, alone, cache });
  const outbox = createOutbox({
    store: createOutboxStore(host),
    alone,
    async send(entry, signal) {
      await guard.ready(signal);
      const answer = await sendEntry(api, entry, signal);
      if (answer.kind === 'done') await guard.saved(signal);
      return answer;
    },
    canUndo: createUndoCheck(storage),
    onAnswer: (entry, answer) => changes.takeAnswer(entry, answer),
    onChange: host.onChange,
    retry: createRetryTimer(),
  });
  const overlay = createUnsentOverlay(outbox);
  const known = createKnownLinks();
  const list = createLinkList({ ask: guard.list, lookUp: api.lookUp, cache, overlay, known });
  const lookup = createLinkLookup({ lookUp: api.lookUp, cache, overlay, known });
  /** Returns the links with these ids that this page has seen. */
  const seen = (ids: readonly string[]) => linksOf(ids, list.get().links, lookup);
  const removal = createLinkRemoval({
    storage,
    selection,
    outbox,
    // The row of a link that was also changed elsewhere has the version before that change.
    latest: (link) => known.latest(seen([link.id])[0] ?? link),
    sendLeaving: ({ id, updatedAt }) => api.remove(id, { keepalive: true, ifUpdatedAt: updatedAt }),
  });
  const changes = createLinkChanges({ ...host, list, known, selection, removal });

  return {
    /** What `createLinkSaving` needs. Its code is loaded with the form. */
    saving: { ...host, outbox, changes, inTurn: guard.inTurn, latest: known.latest },
    ...createLinksSync({ ...host, cache, list, outbox, selection, removal, guard, alone }),
    ...removal,
    /** What the search for a tag needs. Its code is loaded with the first click on a tag. */
    tagSearch: { ask: guard.list, cache, overlay },
    ...lookup,
    receive: changes.receive,
    storage,
    list,
    selection,
    unsaved: createUnsavedLinks(outbox, overlay),
    workspaceNotice: guard.workspaceNotice,
    storageNotice,
    seen,
    inTurn: guard.inTurn,
  };
}

function linksOf(ids: readonly string[], listed: readonly ListedLink[], { seen }: LinkLookup): ListedLink[] {
  const byId = new Map(listed.map((link) => [link.id, link]));
  for (const link of seen(ids.filter((id) => !byId.has(id)))) byId.set(link.id, link);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What tabs tell each other about a link. `saved` is null if the link no longer exists. */
const changeSchema = z.object({ id: z.string(), saved: z.nullable(linkSchema) });

type ChangesHost = {
  readonly list: LinkList;
  readonly known: KnownLinks;
  readonly selection: Selection;
  readonly removal: LinkRemoval;
  /** Tells the other tabs about the change, because they may not be able to read the list. */
  readonly onLinkChange: (change: z.infer<typeof changeSchema>) => void;
};

/** Passes on what the server has confirmed: to the list, the look-up, the ticks and the other tabs. */
function createLinkChanges({ list, known, selection, removal, onLinkChange }: ChangesHost) {
  function save(link: Link): void {
    list.put(link);
    onLinkChange({ id: link.id, saved: link });
    removal.noteSaved(link.id);
  }

  function forget(id: string): void {
    selection.untick([id]);
    list.drop(id);
  }

  function drop(id: string): void {
    forget(id);
    onLinkChange({ id, saved: null });
  }

  return {
    save,
    drop,
    replace(id: string, newId: string) {
      if (selection.has(id)) selection.tick(newId);
      drop(id);
    },
    takeAnswer({ kind, link }: OutboxEntry, answer: Answer) {
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
      if (saved === null) forget(id);
      // This tab may have changed the link since the message was sent.
      else list.put(known.latest(saved));
    },
  };
}

type SyncParts = Pick<ChangesHost, 'list' | 'selection' | 'removal'> & {
  readonly cache: LinkCache;
  readonly outbox: Outbox;
  readonly guard: WorkspaceGuard;
  readonly alone: InTurn;
  readonly onFail: (failure: unknown) => void;
};

/** The actions on all links together: start, refresh, and change the workspace. */
function createLinksSync(parts: SyncParts) {
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
    /** Shows the cached links, and sends unsent changes of an earlier visit. */
    async start() {
      const cached = await cache.page({ after: null, limit: linkPageSize, search: '' }).catch(() => null);
      if (cached !== null) list.showCached(cached);
      await sendUnsent();
    },
    /** The number of refreshes so far. After a refresh, links that were looked up may have changed too. */
    refreshCount,
    refresh,
    /** Reads the changes that another tab has stored, and sends them in case that tab is closed. */
    reload() {
      void sendUnsent();
      return refresh();
    },
    /** Call it when the network may be back. Sends all unsaved changes, including those of other tabs. */
    wake: outbox.wake,
    /** Sends all unsaved changes. Returns the links with these ids that are still not saved as the user wants them. */
    async saveAll(ids: readonly string[] = []): Promise<readonly Link[]> {
      await sendUnsent();
      return ids.flatMap((id) => lastWanted(outbox.get().unsent, id) ?? []);
    },
  };
}

function createWorkspaceChanges({ cache, list, outbox, selection, removal, ...parts }: SyncParts) {
  const { guard, alone, onFail } = parts;

  return {
    /** Call it when another tab has changed the workspace. Forgets the links that were read, and the ticks. */
    forgetSeen() {
      guard.reset();
      selection.clear();
      list.forgetAll();
    },
    /** Call it after a change in this tab. Unsaved changes go into a workspace that was opened. */
    async followWorkspace(change: WorkspaceChange) {
      if (change === 'deleted') guard.reset();
      selection.clear();
      removal.deletions.clear();
      list.forgetAll();
      await cache.clear();
      if (change === 'opened' && outbox.get().unsent.length > 0) void outbox.send();
      await list.refresh();
    },
    /** Changes the workspace while no tab sends anything: an answer could bring the old one back. */
    changeWorkspace: <T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T> =>
      alone(async () => {
        // This also restores a lost cookie, so that the server deletes the right workspace.
        guard.reset();
        await guard.ready();
        const result = await act();
        await guard.changed(change);
        if (change === 'deleted') await outbox.apply(() => []).catch(onFail);
        return result;
      }),
  };
}

import { hasTag } from '#core/links/description.ts';
import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { ApiError } from '#web/api/send.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createRetryTimer, createTimer, createTurns, type InTurn } from '#web/lib/tasks.ts';
import { lastWanted, type OutboxEntry } from '#web/links-client/outbox/entries.ts';
import { createOutboxStore } from '#web/links-client/outbox/outbox-store.ts';
import { createOutbox, sendEntry, type Answer, type Outbox } from '#web/links-client/outbox/outbox.ts';
import { createLinkCache, type LinkCache } from '#web/links-client/storage/link-cache.ts';
import type { LinkStorage } from '#web/links-client/storage/link-storage.ts';
import {
  createWorkspaceGuard,
  unknownWorkspaceCode,
  type GuardHost,
  type WorkspaceGuard,
} from '#web/links-client/workspace/workspace-guard.ts';

import { createConfirmedChanges, type ChangesHost, type LinkChange } from './confirmed-changes.ts';
import { createLinkRemoval, createUndoCheck, type LinkRemoval } from './deletions.ts';
import {
  createLinkList,
  createListedLinks,
  createUnsentSummary,
  type LinkList,
  type ListedLink,
  type UnsentSummary,
} from './link-list.ts';
import { createLinkSaving, type LinkSaving } from './link-saving.ts';
import { createReplica, type Replica } from './replica.ts';
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
  /** Tells the other tabs about a change, because they may not be able to read the list. */
  readonly onLinkChange: (change: LinkChange) => void;
};

/** Everything about links that lives outside of React. */
export type LinksController = WorkspaceActions &
  LinkRemoval & {
    /** Saves links, and decides on changes that the server did not accept. */
    readonly saving: LinkSaving;
    readonly storage: SafeStorage;
    /** All links as the user wants them. */
    readonly links: ReadonlyStore<readonly ListedLink[]>;
    /** What the list or a search shows of them. */
    readonly list: LinkList;
    readonly selection: Selection;
    readonly unsent: ReadonlyStore<UnsentSummary>;
    readonly workspaceNotice: ReadonlyStore<string | null>;
    readonly storageNotice: ReadonlyStore<string | null>;
    /** The number of refreshes so far. After a refresh, links in other parts of the page may have changed too. */
    readonly refreshCount: ReadonlyStore<number>;
    /** Returns the links with these ids that this page knows, in this order. */
    seen(ids: readonly string[]): ListedLink[];
    /**
     * Returns the links with these ids. Waits for the server if some are not known. `gone` are those that do not exist;
     * it is empty if the server cannot be reached.
     */
    lookUp(ids: readonly string[]): Promise<FoundLinks>;
    /** Returns the links as the server last returned them, newest first. */
    saved(): readonly Link[];
    /**
     * Returns the saved links with one of these ids, or with exactly one of these URLs. Rejects with a message for the
     * user if the server cannot be reached.
     */
    findSaved(wanted: { readonly ids: readonly string[]; readonly urls: readonly string[] }): Promise<Link[]>;
    /** Returns the links with a tag that are not being deleted. */
    tagged(tag: string): readonly ListedLink[];
    /** Runs a write of links when no other tab writes. */
    readonly inTurn: WorkspaceGuard['inTurn'];
    /** Shows the cached links, and sends unsent changes of an earlier visit. */
    start(): Promise<void>;
    /** Reads what has changed on the server. */
    refresh(): Promise<void>;
    /** Reads the changes that another tab has stored, and sends them in case that tab is closed. */
    reload(): Promise<void>;
    /** Call it when the network may be back. Sends all unsent changes, including those of other tabs. */
    wake(): void;
    /** Sends all unsent changes. Returns the links with these ids that are still not saved as the user wants them. */
    saveAll(ids?: readonly string[]): Promise<readonly Link[]>;
    /** Receives a message of another tab. Messages about other things are ignored. */
    receive(message: unknown): void;
  };

type FoundLinks = { readonly found: readonly ListedLink[]; readonly gone: readonly string[] };

/** Creates the parts in the order of their dependencies. A part uses only earlier parts, except in callbacks. */
export function createLinksController(host: LinksControllerHost): LinksController {
  const { api, storage, storageNotice } = host;
  // Without locks, at least this tab does one thing at a time.
  const alone = host.alone ?? createTurns();
  const selection = createSelection(storage);
  const cache = createLinkCache(host);
  const guard = createWorkspaceGuard({ ...host, list: api.list, alone, cache });
  const outbox = createOutbox({
    store: createOutboxStore(host),
    alone,
    send: (entry, signal) => sendGuarded(guard, api, entry, signal),
    canUndo: createUndoCheck(storage),
    onAnswer: (entry, answer) => changes.accept(entry, answer),
    onChange: host.onChange,
    retry: createRetryTimer(),
  });
  const replica = createReplica({ list: guard.list, changes: api.changes, cache });
  const links = createListedLinks(replica, outbox);
  const list = createLinkList(replica, links);
  const reading = createReading({ replica, links, outbox, onFail: host.onFail });
  const removal = createLinkRemoval({
    storage,
    selection,
    outbox,
    // The row of a link that was also changed elsewhere has the version before that change.
    latest: (link) => reading.seen([link.id])[0] ?? link,
    sendLeaving: ({ id, updatedAt }) => api.remove(id, { keepalive: true, ifUpdatedAt: updatedAt }),
  });
  const changes = createConfirmedChanges({ ...host, replica, selection, removal });
  untickGoneLinks({ replica, links, selection, lookUp: reading.lookUp });

  return {
    saving: createLinkSaving({
      ...host,
      outbox,
      changes,
      inTurn: guard.inTurn,
      latest: (link) => replica.find(link.id) ?? link,
    }),
    ...createWorkspaceActions({ ...host, cache, replica, list, outbox, selection, removal, guard, alone }),
    ...removal,
    ...reading,
    tagged: (tag) =>
      links.get().filter((link) => hasTag(link.description, tag) && !removal.deletions.has(link.id)),
    receive: changes.receive,
    wake: outbox.wake,
    storage,
    links,
    list,
    selection,
    unsent: createUnsentSummary(outbox, links),
    workspaceNotice: guard.workspaceNotice,
    storageNotice,
    inTurn: guard.inTurn,
    async start() {
      await replica.load();
      await reading.saveAll();
    },
  };
}

/** Sends a change to the workspace of this browser. */
async function sendGuarded(
  { ready, saved }: WorkspaceGuard,
  api: LinksApi,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<Answer> {
  await ready(signal);
  const answer = await sendEntry(api, entry, signal);
  if (answer.kind === 'done') await saved(signal);
  return answer;
}

type ReadingHost = Pick<LinksController, 'links'> & {
  readonly replica: Replica;
  readonly outbox: Outbox;
  readonly onFail: (failure: unknown) => void;
};

/** Reads links and unsent changes, and finds links. */
function createReading({ replica, links, outbox, onFail }: ReadingHost) {
  const refreshCount = createStore(0);
  let index = { links: links.get(), byId: new Map<string, ListedLink>() };

  function seen(ids: readonly string[]): ListedLink[] {
    const listed = links.get();
    if (index.links !== listed)
      index = { links: listed, byId: new Map(listed.map((link) => [link.id, link])) };
    return ids.flatMap((id) => index.byId.get(id) ?? []);
  }

  function refresh(): Promise<void> {
    refreshCount.set(refreshCount.get() + 1);
    return replica.refresh();
  }

  async function saveAll(ids: readonly string[] = []): Promise<readonly Link[]> {
    await outbox.reload().catch(onFail);
    if (outbox.get().unsent.length > 0) await outbox.send();
    return ids.flatMap((id) => lastWanted(outbox.get().unsent, id) ?? []);
  }

  return {
    refreshCount,
    seen,
    refresh,
    saveAll,
    reload() {
      void saveAll();
      return refresh();
    },
    async lookUp(ids: readonly string[]): Promise<FoundLinks> {
      const known = seen(ids);
      if (known.length === ids.length) return { found: known, gone: [] };
      // Another tab may have stored or saved the others a moment ago.
      await outbox.reload().catch(onFail);
      const { isRead, isComplete } = replica.get();
      if (isRead && isComplete) await replica.refresh();
      const { failure } = await replica.whenRead();
      const found = seen(ids);
      const there = new Set(found.map(({ id }) => id));
      return { found, gone: failure === null ? ids.filter((id) => !there.has(id)) : [] };
    },
    saved: () => replica.get().links,
    async findSaved(wanted: { readonly ids: readonly string[]; readonly urls: readonly string[] }) {
      await replica.refresh();
      const { failure, links: saved } = await replica.whenRead();
      // What this browser has kept is not saved.
      if (failure instanceof ApiError && failure.code === unknownWorkspaceCode) return [];
      if (failure !== null) throw failure;
      const [ids, urls] = [new Set(wanted.ids), new Set(wanted.urls)];
      return saved.filter(({ id, url }) => ids.has(id) || urls.has(url));
    },
  };
}

/** The check waits until nothing has changed for this time, in milliseconds. */
const checkDelay = 200;

type UntickHost = Pick<LinksController, 'links' | 'selection' | 'lookUp'> & { readonly replica: Replica };

/** Unticks links that do not exist any more, if the server says so. */
function untickGoneLinks({ replica, links, selection, lookUp }: UntickHost): void {
  const timer = createTimer();
  const restart = () => timer.start(() => void check(), checkDelay);

  async function check(): Promise<void> {
    const { isRead, isComplete, failure } = replica.get();
    if (!isRead || !isComplete || failure !== null) return;
    selection.untick((await lookUp(selection.get())).gone);
  }

  for (const store of [replica, links, selection]) store.subscribe(restart);
}

type WorkspaceParts = Pick<ChangesHost, 'replica' | 'selection' | 'removal'> & {
  readonly cache: LinkCache;
  readonly list: LinkList;
  readonly outbox: Outbox;
  readonly guard: WorkspaceGuard;
  readonly alone: InTurn;
  readonly onFail: (failure: unknown) => void;
};

type WorkspaceActions = {
  /** Call it when another tab has changed the workspace. Forgets the links that were read, and the ticks. */
  forgetSeen(): void;
  /** Call it after a change in this tab. Unsent changes go into a workspace that was opened. */
  followWorkspace(change: WorkspaceChange): Promise<void>;
  /** Changes the workspace while no tab sends anything: an answer could bring the old one back. */
  changeWorkspace<T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T>;
};

function createWorkspaceActions(parts: WorkspaceParts): WorkspaceActions {
  const { cache, replica, list, outbox, selection, removal, guard, alone, onFail } = parts;

  function forgetLinks(): void {
    selection.clear();
    list.reset();
    replica.forget();
  }

  return {
    forgetSeen() {
      guard.reset();
      forgetLinks();
    },
    async followWorkspace(change) {
      if (change === 'deleted') guard.reset();
      removal.deletions.clear();
      forgetLinks();
      await cache.clear();
      if (change === 'opened' && outbox.get().unsent.length > 0) void outbox.send();
      await replica.refresh();
    },
    changeWorkspace: (change, act) =>
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

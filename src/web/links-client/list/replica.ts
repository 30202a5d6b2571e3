import { linkPageSizeLimit, type LinkPage } from '#contract/link-pages.ts';
import { newestFirst, type Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { inTime, messageOf } from '#web/api/send.ts';
import { createStore, isShallowEqual, type ReadonlyStore } from '#web/lib/store.ts';
import { createLatestTask } from '#web/lib/tasks.ts';
import type { LinkCache } from '#web/links-client/storage/link-cache.ts';

/** The links that the server has saved, as far as this page knows them. */
export type ReplicaState = {
  /** Newest first. */
  readonly links: readonly Link[];
  /** Whether these are all links that the server had at its last answer. */
  readonly isComplete: boolean;
  /** How many links the server has; null if that is not known. */
  readonly total: number | null;
  /** Whether the server has answered, or could not be reached. */
  readonly isRead: boolean;
  /** Why the last reading failed. The links are then of an earlier answer. */
  readonly failure: Error | null;
};

/** A copy of all links of the workspace, in memory and in this browser's cache. */
export type Replica = ReadonlyStore<ReplicaState> & {
  /** Shows the cached links until the server has answered. Call it once. */
  load(): Promise<void>;
  /**
   * Reads what has changed on the server, or all links if that is not known. It goes on where an earlier call was
   * interrupted. Resolves when it has ended or when a later call replaces it, and never rejects.
   */
  refresh(): Promise<void>;
  /** Resolves with the state when all links are read, or when that has failed. */
  whenRead(): Promise<ReplicaState>;
  find(id: string): Link | undefined;
  /** Adds or replaces a link as the server has returned it, unless a later version of it is here. */
  put(link: Link): void;
  /** Removes a link that the server has deleted. */
  drop(id: string): void;
  /** Forgets all links, because the workspace is another one. */
  forget(): void;
};

type ReplicaHost = {
  readonly list: LinksApi['list'];
  readonly changes: LinksApi['changes'];
  readonly cache: Pick<LinkCache, 'read' | 'write'>;
};

const nothing: ReplicaState = { links: [], isComplete: false, total: null, isRead: false, failure: null };

export function createReplica(host: ReplicaHost): Replica {
  const { cache } = host;
  const { get, subscribe, show, find } = createLinkState();
  const sync = createSync(host, get, show);
  const reading = createLatestTask();
  let latest = Promise.resolve();
  /** Whether the cache was read. Before that, what is here must not replace it. */
  let isLoaded = false;
  const writeCache = () => cache.write({ links: get().links, version: sync.version() });

  function refresh(): Promise<void> {
    latest = reading.run(sync.read, (result) => {
      show(result);
      if (result.failure === null) writeCache();
    });
    return latest;
  }

  /** Sets the links after a change. An answer to a running request may be older, so it is requested again. */
  function setLinks(links: readonly Link[]): void {
    const { isComplete, total } = get();
    show({ links, total: isComplete ? links.length : total });
    if (reading.isRunning()) void refresh();
    // The version does not have this change yet, so the next refresh reads it again.
    else if (isLoaded || isComplete) writeCache();
  }

  return {
    get,
    subscribe,
    async load() {
      const stored = await cache.read().catch(() => null);
      if (stored === null || get().isComplete) return;
      isLoaded = true;
      if (stored.version !== null) sync.start(stored.version);
      const links = withChanges(stored.links, { links: get().links, deleted: [] });
      show({ links, isComplete: stored.version !== null });
    },
    refresh,
    async whenRead() {
      if (!reading.isRunning() && !isUpToDate(get())) void refresh();
      while (reading.isRunning()) await latest;
      return get();
    },
    find,
    put(link) {
      const known = find(link.id);
      if (known === undefined || known.updatedAt < link.updatedAt)
        setLinks(withChanges(get().links, { links: [link], deleted: [] }));
    },
    drop(id) {
      if (find(id) !== undefined) setLinks(withChanges(get().links, { links: [], deleted: [id] }));
    },
    forget() {
      reading.stop();
      sync.start(null);
      show(nothing);
    },
  };
}

function isUpToDate({ isRead, isComplete, failure }: ReplicaState): boolean {
  return isRead && isComplete && failure === null;
}

type Show = (change: Partial<ReplicaState>) => void;

function createLinkState() {
  const { get, set, subscribe } = createStore(nothing);
  let index = { links: nothing.links, byId: new Map<string, Link>() };
  const show: Show = (change) => {
    const next = { ...get(), ...change };
    if (!isShallowEqual(get(), next)) set(next);
  };
  return {
    get,
    subscribe,
    show,
    find(id: string): Link | undefined {
      const { links } = get();
      if (index.links !== links) index = { links, byId: new Map(links.map((link) => [link.id, link])) };
      return index.byId.get(id);
    },
  };
}

/** The first page is small, so that it is shown soon. */
const firstPage = 100;
/** In milliseconds. Without an answer by then, a request counts as failed. */
const requestTimeout = 30_000;

/** How far the pages of all links are read: the last link, and the version of the list when the first page was read. */
type Progress = { readonly last: Link; readonly cursor: string; readonly version: string | null };

/** Reads all links page by page, and from then on what has changed. */
function createSync({ list, changes }: ReplicaHost, get: () => ReplicaState, show: Show) {
  /** The version of the list that all links here are; null while some may be missing. */
  let version: string | null = null;
  let progress: Progress | null = null;

  /** Reads the next page of all links. Returns whether there is something more to read. */
  async function readPage(signal: AbortSignal): Promise<boolean> {
    const { last = null, cursor = null } = progress ?? {};
    const page = await list({ cursor, limit: cursor === null ? firstPage : linkPageSizeLimit }, signal);
    signal.throwIfAborted();
    const { links: found, nextCursor } = page;
    const first = progress?.version ?? page.version ?? null;
    // The cache was read in the meantime. What has changed since then is less than all pages.
    if (version !== null) return version !== first;
    const end = found.at(-1);
    const isDone = nextCursor === null || end === undefined;
    progress = isDone ? null : { last: end, cursor: nextCursor, version: first };
    if (isDone) version = first;
    const links = withPage(get().links, page, last);
    show({ links, isComplete: isDone, total: page.total ?? get().total, isRead: true });
    // Links may have changed while several pages were read.
    return !isDone || (last !== null && version !== null);
  }

  /** Reads what has changed. Returns whether there is something more to read. */
  async function readChanges(since: string, signal: AbortSignal): Promise<boolean> {
    const answer = await changes(since, signal);
    signal.throwIfAborted();
    if (answer === null) {
      [version, progress] = [null, null];
      show({ isComplete: false });
      return true;
    }
    version = answer.version;
    if (answer.deleted.length + answer.links.length === 0) return false;
    show({ links: withChanges(get().links, answer) });
    return false;
  }

  const readNext = (signal: AbortSignal) =>
    version === null ? readPage(signal) : readChanges(version, signal);

  return {
    version: () => version,
    /** Sets the version of all links that are known; null if some may be missing. */
    start(known: string | null) {
      [version, progress] = [known, null];
    },
    /** Reads until all links are known. Goes on where an earlier call was interrupted. Returns the state after it. */
    async read(signal: AbortSignal): Promise<Partial<ReplicaState>> {
      try {
        while (await inTime(requestTimeout, readNext, signal));
        return { isRead: true, isComplete: true, total: get().links.length, failure: null };
      } catch (failure) {
        signal.throwIfAborted();
        return { isRead: true, failure: failure instanceof Error ? failure : new Error(messageOf(failure)) };
      }
    },
  };
}

/** Merges a page that follows the link `after`. It replaces the links within its extent; later links stay. */
function withPage(links: readonly Link[], page: LinkPage, after: Link | null): readonly Link[] {
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const last = page.nextCursor === null ? null : page.links.at(-1);
  const below = last ? links.filter((link) => newestFirst(link, last) > 0) : [];
  return [...above, ...page.links, ...below];
}

type Changes = { readonly links: readonly Link[]; readonly deleted: readonly string[] };

function withChanges(links: readonly Link[], { deleted, links: saved }: Changes): readonly Link[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  for (const id of deleted) byId.delete(id);
  for (const link of saved) byId.set(link.id, link);
  return [...byId.values()].toSorted(newestFirst);
}

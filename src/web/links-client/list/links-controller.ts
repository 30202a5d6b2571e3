import type { Link } from '#core/links/link.ts';
import { apiError } from '#web/api/send.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import type { SafeStorage } from '#web/lib/storage.ts';

import { createLinkCache } from '#web/links-client/cache/link-cache.ts';
import type { LinkStorage } from '#web/links-client/cache/link-storage.ts';
import {
  createOutbox,
  type AnsweredEntry,
  type Outbox,
  type OutboxHost,
  createRetryTimer,
} from '#web/links-client/outbox/outbox.ts';
import { createOutboxStore } from '#web/links-client/outbox/outbox-store.ts';
import { createTurns } from '#web/lib/tasks.ts';
import { sendEntry } from '#web/links-client/outbox/send-entry.ts';
import {
  createWorkspaceGuard,
  type GuardHost,
  type WorkspaceGuard,
} from '#web/links-client/workspace/workspace-guard.ts';
import { createUndoCheck, createLinkRemoval, type LinkRemoval } from './deletions.ts';
import { createLinkChanges, type ChangesHost, type LinkChanges } from './link-changes.ts';
import { createLinkList, type LinkList } from './link-list.ts';
import { createLinkLookup, type LinkLookup } from './link-lookup.ts';
import type { LinkSaving, SavingHost } from '#web/links-client/outbox/link-saving.ts';
import { createLinksLifecycle, type LinksLifecycle } from './links-lifecycle.ts';
import {
  createUnsavedLinks,
  createUnsentOverlay,
  type ListedLink,
  type UnsavedLinks,
} from './listed-rows.ts';
import { createSelection, type Selection } from './selection.ts';

/** Everything about links that lives outside of React. */
export type LinksController = LinkSaving &
  LinksLifecycle &
  Pick<LinkRemoval, 'deletions' | 'deletionNotice' | 'remove' | 'keep'> &
  Pick<LinkLookup, 'lookUp' | 'sameUrl'> &
  Pick<LinkChanges, 'receive'> & {
    readonly list: LinkList;
    readonly selection: Selection;
    readonly unsaved: ReadonlyStore<UnsavedLinks>;
    /** Why saved links cannot be found again, and what to do; or null. */
    readonly workspaceNotice: ReadonlyStore<string | null>;
    /** That this browser keeps nothing; or null. */
    readonly storageNotice: ReadonlyStore<string | null>;
    /** What every tab reads and writes. */
    readonly storage: SafeStorage;
    /** Returns the links of these ids, as far as this page has seen them. */
    seen(ids: readonly string[]): ListedLink[];
    /** Runs another write of links, one at a time over all tabs: two first writes would open two workspaces. */
    inTurn<T>(write: () => Promise<T>): Promise<T>;
  };

export type LinksControllerHost = LinkStorage & {
  readonly api: LinksApi;
  /** Loads what keeps the workspace's recovery code; null if all visitors share one workspace. */
  readonly loadRecovery: GuardHost['loadRecovery'];
  readonly storage: SafeStorage;
  readonly storageNotice: ReadonlyStore<string | null>;
  /** The limit of the cache, in bytes. */
  readonly cacheBytes: number;
  /** Tells the other tabs to read again. */
  readonly onChange: () => void;
  /** Tells the other tabs about one link. */
  readonly onLinkChange: ChangesHost['onLinkChange'];
};

/** Creates the parts in the order in which they know each other. A part knows only earlier ones. */
export function createLinksController(host: LinksControllerHost): LinksController {
  const { api, storage } = host;
  // Without locks, at least this tab does one thing at a time.
  const alone = host.alone ?? createTurns();
  const selection = createSelection(storage);
  const cache = createLinkCache({ ...host, isOwner: host.isCacheOwner, limit: host.cacheBytes });
  const guard = createWorkspaceGuard({ ...host, list: api.list, alone, cache });
  const outbox = openOutbox({ ...host, alone, guard });
  const overlay = createUnsentOverlay(outbox);
  const list = createLinkList({ ask: guard.list, lookUp: api.lookUp, cache, overlay });
  const lookup = createLinkLookup({ lookUp: api.lookUp, cache, overlay });
  const seen = (ids: readonly string[]) => linksOf(ids, list.get().links, lookup);
  const removal = createLinkRemoval({
    storage,
    selection,
    outbox,
    linkOf: (id) => list.latest(seen([id])[0] ?? unknownLink(id)),
    sendLeaving: ({ id, updatedAt }) => api.remove(id, { keepalive: true, ifUpdatedAt: updatedAt }),
  });
  const changes = createLinkChanges({ ...host, list, lookup, selection, removal });
  outbox.answered.subscribe(() => takeAnswer(outbox.answered.get(), changes, removal));
  const { inWorkspace, inTurn } = createWriting(alone, guard);
  const saving = createSavingOnDemand({
    ...host,
    inWorkspace,
    afterSave: guard.saved,
    outbox,
    changes,
    canStore: () => canStore(host),
    latest: list.latest,
  });
  const { deletions } = removal;

  return {
    ...saving,
    ...removal,
    lookUp: lookup.lookUp,
    sameUrl: lookup.sameUrl,
    storage,
    list,
    selection,
    unsaved: createUnsavedLinks(outbox, overlay),
    workspaceNotice: guard.workspaceNotice,
    storageNotice: host.storageNotice,
    seen,
    inTurn,
    receive: changes.receive,
    ...createLinksLifecycle({ ...host, cache, list, outbox, selection, guard, alone, deletions }),
  };
}

type OpenOutboxHost = LinksControllerHost &
  Pick<OutboxHost, 'alone'> & { readonly guard: Pick<WorkspaceGuard, 'ready' | 'saved'> };

function openOutbox({ api, storage, guard, ...host }: OpenOutboxHost): Outbox {
  return createOutbox({
    store: createOutboxStore(host),
    alone: host.alone,
    async send(entry, signal) {
      await guard.ready(signal);
      const answer = await sendEntry(api, entry, signal);
      if (answer.kind === 'done') await guard.saved(signal);
      return answer;
    },
    canUndo: createUndoCheck(storage, () => Date.now()),
    onChange: host.onChange,
    retry: createRetryTimer(Math.random),
  });
}

function takeAnswer(answered: AnsweredEntry | null, changes: LinkChanges, removal: LinkRemoval): void {
  if (answered === null) return;
  const { entry, answer } = answered;
  if (answer.kind === 'done' && answer.link !== null) changes.save(answer.link);
  else if (answer.kind === 'done') changes.drop(entry.link.id);
  else if (answer.kind === 'refused' && entry.kind === 'delete')
    removal.noteRefused(entry.link.id, answer.failure);
}

/** Loads the code that saves links together with the form, or when it is first used. */
function createSavingOnDemand(host: SavingHost): LinkSaving {
  async function load(): Promise<LinkSaving> {
    const { createLinkSaving } = await import('#web/links-client/outbox/link-saving.ts').catch(
      (cause: unknown) => {
        throw apiError('network-failed', { cause });
      },
    );
    return createLinkSaving(host);
  }

  return {
    add: async (fields, id) => (await load()).add(fields, id),
    change: async (link, fields) => (await load()).change(link, fields),
    keepMine: async (id) => (await load()).keepMine(id),
    keepTheirs: async (id) => (await load()).keepTheirs(id),
    sendAgain: async (id) => (await load()).sendAgain(id),
    discard: async (id) => (await load()).discard(id),
  };
}

/** Whether changes can be stored before they are sent: only one tab at a time, in a database that all tabs can read. */
async function canStore({ alone, open }: LinksControllerHost): Promise<boolean> {
  return alone !== null && (await open().catch(() => null)) !== null;
}

/** A link without a version: the server deletes whatever version it has. */
function unknownLink(id: string): Link {
  return { id, url: '', description: '', createdAt: '', updatedAt: '' };
}

function linksOf(ids: readonly string[], listed: readonly ListedLink[], { seen }: LinkLookup): ListedLink[] {
  const byId = new Map(listed.map((link) => [link.id, link]));
  for (const link of seen(ids.filter((id) => !byId.has(id)))) byId.set(link.id, link);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns ways to write to this browser's workspace, one at a time over all tabs. */
function createWriting(alone: OutboxHost['alone'], guard: WorkspaceGuard) {
  const inWorkspace = <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    alone(() => guard.ready(signal).then(task));
  const inTurn: LinksController['inTurn'] = (write) =>
    inWorkspace(async () => {
      const result = await write();
      await guard.saved();
      return result;
    });
  return { inWorkspace, inTurn };
}

import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { apiError } from '#web/api/send.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import { createTurns, type InTurn } from '#web/lib/tasks.ts';
import { createLinkCache } from '#web/links-client/cache/link-cache.ts';
import type { LinkStorage } from '#web/links-client/cache/link-storage.ts';
import { createOutboxStore } from '#web/links-client/outbox/outbox-store.ts';
import { createOutbox, createRetryTimer } from '#web/links-client/outbox/outbox.ts';
import { sendEntry } from '#web/links-client/outbox/outbox-entry.ts';
import {
  createWorkspaceGuard,
  type GuardHost,
  type WorkspaceGuard,
} from '#web/links-client/workspace/workspace-guard.ts';

import { createLinkRemoval, createUndoCheck } from './deletions.ts';
import { createLinkList, createLinkLookup, type LinkList, type LinkLookup } from './link-list.ts';
import type { LinkSaving, SavingHost } from './link-saving.ts';
import { createKnownLinks } from './link-range.ts';
import { createLinkChanges, createLinksSync, type ChangesHost } from './links-sync.ts';
import { createUnsavedLinks, createUnsentOverlay, type ListedLink } from './listed-rows.ts';
import { createSelection } from './selection.ts';

export type LinksControllerHost = LinkStorage & {
  readonly api: LinksApi;
  /** Loads what keeps the workspace's recovery code; null if all visitors share one workspace. */
  readonly loadRecovery: GuardHost['loadRecovery'];
  /** What every tab reads and writes. */
  readonly storage: SafeStorage;
  /** The message that this browser keeps nothing; or null. */
  readonly storageNotice: ReadonlyStore<string | null>;
  /** The limit of the cache, in bytes. */
  readonly cacheBytes: number;
  /** Tells the other tabs to read again. */
  readonly onChange: () => void;
  /** Tells the other tabs about one link. */
  readonly onLinkChange: ChangesHost['onLinkChange'];
};

/** Everything about links that lives outside of React. */
export type LinksController = ReturnType<typeof createLinksController>;

/** Creates the parts in the order of their dependencies. A part uses only earlier ones. */
export function createLinksController(host: LinksControllerHost) {
  const { api, storage, storageNotice } = host;
  // Without locks, at least this tab does one thing at a time.
  const alone = host.alone ?? createTurns();
  const selection = createSelection(storage);
  const cache = createLinkCache(host);
  const guard = createWorkspaceGuard({ ...host, list: api.list, alone, cache });
  const outbox = openOutbox(host, alone, guard);
  const overlay = createUnsentOverlay(outbox);
  const known = createKnownLinks();
  const listStore = createLinkList({ ask: guard.list, lookUp: api.lookUp, cache, overlay, known });
  const list: LinkList = listStore;
  const lookup = createLinkLookup({ lookUp: api.lookUp, cache, overlay, known });
  /** Returns the links of these ids, as far as this page has seen them. */
  const seen = (ids: readonly string[]) => linksOf(ids, list.get().links, lookup);
  const removal = createLinkRemoval({
    storage,
    selection,
    outbox,
    linkOf: (id) => known.latest(seen([id])[0] ?? unknownLink(id)),
    sendLeaving: ({ id, updatedAt }) => api.remove(id, { keepalive: true, ifUpdatedAt: updatedAt }),
  });
  const changes = createLinkChanges({ ...host, list: listStore, known, selection, removal });
  outbox.answered.subscribe(() => {
    const answered = outbox.answered.get();
    if (answered !== null) changes.takeAnswer(answered);
  });

  return {
    ...createSavingOnDemand({ ...host, outbox, changes, inTurn: guard.inTurn, latest: known.latest }),
    ...createLinksSync({ ...host, cache, list: listStore, outbox, selection, removal, guard, alone }),
    deletions: removal.deletions,
    deletionNotice: removal.deletionNotice,
    remove: removal.remove,
    keep: removal.keep,
    lookUp: lookup.lookUp,
    sameUrl: lookup.sameUrl,
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

function openOutbox(host: LinksControllerHost, alone: InTurn, guard: WorkspaceGuard) {
  return createOutbox({
    store: createOutboxStore(host),
    alone,
    async send(entry, signal) {
      await guard.ready(signal);
      const answer = await sendEntry(host.api, entry, signal);
      if (answer.kind === 'done') await guard.saved(signal);
      return answer;
    },
    canUndo: createUndoCheck(host.storage, () => Date.now()),
    onChange: host.onChange,
    retry: createRetryTimer(Math.random),
  });
}

/** Loads the code that saves links together with the form, or when it is first used. */
function createSavingOnDemand(host: SavingHost): LinkSaving {
  async function load(): Promise<LinkSaving> {
    const saving = await import('./link-saving.ts').catch((cause: unknown) => {
      throw apiError('network-failed', { cause });
    });
    return saving.createLinkSaving(host);
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

function linksOf(ids: readonly string[], listed: readonly ListedLink[], { seen }: LinkLookup): ListedLink[] {
  const byId = new Map(listed.map((link) => [link.id, link]));
  for (const link of seen(ids.filter((id) => !byId.has(id)))) byId.set(link.id, link);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A link without a version: the server deletes whatever version it has. */
function unknownLink(id: string): Link {
  return { id, url: '', description: '', createdAt: '', updatedAt: '' };
}

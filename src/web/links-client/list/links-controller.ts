import type { Link } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { SafeStorage } from '#web/lib/storage.ts';

import { createUndoCheck } from './deletions.ts';
import { createDeskLife } from './links-lifecycle.ts';
import type { DeskLife } from './links-lifecycle.ts';
import { createLinkCache } from '#web/links-client/cache/link-cache.ts';
import type { LinkDatabase } from '#web/links-client/cache/link-database.ts';
import { createLinkList } from './link-list-store.ts';
import type { LinkList, ListedLink } from './link-list-view.ts';
import { createLinkLookup } from './link-lookup.ts';
import type { LinkLookup } from './link-lookup.ts';
import { createLinkRemoval } from './link-removal.ts';
import type { LinkRemoval } from './link-removal.ts';
import { createLinkNews } from './link-changes.ts';
import type { LinkNews, NewsHost } from './link-changes.ts';
import type { LinkSaving } from './link-saving.ts';
import { createRows } from './listed-rows.ts';
import type { Notice } from './notice.ts';
import { createOutbox } from '#web/links-client/outbox/outbox.ts';
import type { Outbox, OutboxHost } from '#web/links-client/outbox/outbox.ts';
import { createOutboxStore } from '#web/links-client/outbox/outbox-store.ts';
import { createRetryClock } from '#web/links-client/outbox/retry-timer.ts';
import { createSavingOnDemand } from '#web/links-client/outbox/saving-on-demand.ts';
import { createSelection } from './selection.ts';
import type { Selection } from './selection.ts';
import { sendEntry } from '#web/links-client/outbox/send-entry.ts';
import { createTurns } from '#web/links-client/outbox/turns.ts';
import { createWorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';
import type { GuardHost, WorkspaceGuard } from '#web/links-client/workspace/workspace-guard.ts';

/** Everything about links that lives outside of React. */
export type LinkDesk = LinkSaving &
  LinkRemoval &
  Omit<LinkLookup, 'seen' | 'put' | 'drop'> &
  Pick<LinkNews, 'hear'> &
  DeskLife & {
    readonly list: LinkList;
    readonly selection: Selection;
    /** That saved links cannot be found again, and what to do. */
    readonly workspaceNotice: Notice;
    /** That this browser keeps nothing. */
    readonly storageNotice: Notice;
    /** What every tab reads and writes. */
    readonly storage: SafeStorage;
    /** The links of these ids, as far as this page has seen them. */
    seen(ids: readonly string[]): ListedLink[];
    /** Saves links by other ways, one write at a time over all tabs: of two first ones each would open a workspace. */
    inTurn<T>(write: () => Promise<T>): Promise<T>;
  };

export type LinkDeskHost = {
  readonly api: LinksApi;
  /** Fetches what keeps the secret of the workspace; null where all visitors share one. */
  readonly loadKeeping: GuardHost['loadKeeping'];
  /** What every tab reads and writes. */
  readonly storage: SafeStorage;
  /** Says that what is written there is not kept. */
  readonly storageNotice: Notice;
  /** Where the browser keeps links and unsent changes. Rejects where it does not. */
  readonly open: () => Promise<LinkDatabase>;
  /** Runs one task at a time over all tabs; null where the browser cannot. */
  readonly alone: (<T>(task: () => Promise<T>) => Promise<T>) | null;
  readonly isCacheOwner: () => boolean;
  /** How much of the list may be kept, in bytes. */
  readonly cacheBytes: number;
  /** Other tabs are to read again. */
  readonly onChange: () => void;
  /** Other tabs are to hear this. */
  readonly onNews: NewsHost['tell'];
  /** Hears what the browser did not keep. */
  readonly onFail: (failure: unknown) => void;
};

export function createLinkDesk(host: LinkDeskHost): LinkDesk {
  const { api, storage } = host;
  const selection = createSelection(storage);
  const cache = createLinkCache({ ...host, isOwner: host.isCacheOwner, limit: host.cacheBytes });
  // Where the browser has no locks, one tab at least does one thing at a time.
  const alone = host.alone ?? createTurns();
  const guard = createWorkspaceGuard({ ...host, list: api.list, alone, cache });
  const { inWorkspace, inTurn } = createWriting(alone, guard);
  const outbox = openOutbox({ ...host, alone, guard }, (entry, answer) => {
    if (answer.kind === 'done' && answer.link !== null) news.save(answer.link);
    else if (answer.kind === 'done') news.forget(entry.link.id);
    else if (answer.kind === 'refused' && entry.kind === 'delete')
      removal.tellFailure(entry.link.id, answer.failure);
  });
  const lay = createRows(outbox.entries);
  const list = createLinkList({ ask: guard.list, lookUp: api.lookUp, cache, lay });
  const lookup = createLinkLookup({ lookUp: api.lookUp, cache, lay });
  outbox.subscribe(list.redraw);

  const onSaved = (id: string) => removal.tellSaved(id);
  const news = createLinkNews({ list, lookup, selection, tell: host.onNews, onSaved });
  const parts = { cache, list, lay, outbox, selection, guard };

  const saving = createSavingOnDemand({
    ...host,
    alone: inWorkspace,
    afterSave: guard.saved,
    outbox,
    canKeep: () => canWriteDown(host),
    onFull: host.onFail,
    latest: list.latest,
    onSaved: news.save,
    onGone: news.forget,
    onRenewed: news.renew,
  });
  const seen = (ids: readonly string[]) => linksOf(ids, list.view().links, lookup);
  const removal = createLinkRemoval({
    storage,
    selection,
    outbox,
    linkOf: (id) => list.latest(seen([id])[0] ?? unknownLink(id)),
    sendLeaving: ({ id, updatedAt }) => api.remove(id, { keepalive: true, ifUpdatedAt: updatedAt }),
  });

  return {
    ...saving,
    ...removal,
    lookUp: lookup.lookUp,
    sameUrl: lookup.sameUrl,
    storage,
    list,
    selection,
    workspaceNotice: guard.workspaceNotice,
    storageNotice: host.storageNotice,
    seen,
    inTurn,
    hear: news.hear,
    ...createDeskLife({ ...host, ...parts, alone, deletions: removal.deletions }),
  };
}

function openOutbox(
  host: LinkDeskHost & Pick<OutboxHost, 'alone'> & { readonly guard: WorkspaceGuard },
  onAnswer: OutboxHost['onAnswer'],
): Outbox {
  const outbox = createOutbox({
    store: createOutboxStore(host),
    alone: host.alone,
    async send(entry, signal) {
      await host.guard.ready(signal);
      const answer = await sendEntry(host.api, entry, signal);
      if (answer.kind === 'done') await host.guard.saved(signal);
      return answer;
    },
    canUndo: createUndoCheck(host.storage, () => Date.now()),
    onAnswer,
    onChange: host.onChange,
    retry: createRetryClock({ run: () => void outbox.send(), random: Math.random }),
  });
  return outbox;
}

/** Whether changes can be written down before they are sent: by one tab at a time, where all can read them. */
async function canWriteDown({ alone, open }: LinkDeskHost): Promise<boolean> {
  return alone !== null && (await open().catch(() => null)) !== null;
}

/** Without a version: whatever it is by then is deleted. */
function unknownLink(id: string): Link {
  return { id, url: '', description: '', createdAt: '', updatedAt: '' };
}

function linksOf(ids: readonly string[], listed: readonly ListedLink[], { seen }: LinkLookup): ListedLink[] {
  const byId = new Map(listed.map((link) => [link.id, link]));
  for (const link of seen(ids.filter((id) => !byId.has(id)))) byId.set(link.id, link);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Ways to write, one at a time over all tabs, to the workspace of this browser. */
function createWriting(alone: NonNullable<LinkDeskHost['alone']>, guard: WorkspaceGuard) {
  const inWorkspace = <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    alone(() => guard.ready(signal).then(task));
  const inTurn: LinkDesk['inTurn'] = (write) =>
    inWorkspace(async () => {
      const result = await write();
      await guard.saved();
      return result;
    });
  return { inWorkspace, inTurn };
}

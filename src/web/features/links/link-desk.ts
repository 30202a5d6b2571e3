import type { Workspace } from '#contract/workspace.ts';
import type { Link } from '#core/link/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { SafeStorage } from '#web/storage.ts';

import { createDeskLife } from './desk-life.ts';
import type { DeskLife } from './desk-life.ts';
import { createLinkCache } from './link-cache.ts';
import type { LinkDatabase } from './link-database.ts';
import { createLinkList } from './link-list-store.ts';
import type { LinkList } from './link-list-view.ts';
import { createLinkLookup } from './link-lookup.ts';
import type { LinkLookup } from './link-lookup.ts';
import { createLinkRemoval } from './link-removal.ts';
import type { LinkRemoval } from './link-removal.ts';
import { createLinkSaving } from './link-saving.ts';
import type { LinkSaving } from './link-saving.ts';
import { createRows } from './listed-rows.ts';
import type { Notice } from './notice.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox, OutboxHost } from './outbox.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createRetryClock } from './retry-clock.ts';
import { createSelection } from './selection.ts';
import type { Selection } from './selection.ts';
import { sendEntry } from './send-entry.ts';
import { createWorkspaceCheck } from './workspace-check.ts';

/** Everything about links that lives outside of React. */
export type LinkDesk = Omit<LinkSaving, 'remove'> &
  LinkRemoval &
  Omit<LinkLookup, 'seen'> &
  DeskLife & {
    readonly list: LinkList;
    readonly selection: Selection;
    /** That saved links cannot be found again, and what to do. */
    readonly workspaceNotice: Notice;
    /** The links of these ids, as far as this page has seen them. */
    seen(ids: readonly string[]): Link[];
  };

export type LinkDeskHost = {
  readonly api: LinksApi;
  readonly readWorkspace: () => Promise<Workspace>;
  /** What every tab reads and writes. */
  readonly storage: SafeStorage;
  /** Where the browser keeps links and unsent changes. Rejects where it does not. */
  readonly open: () => Promise<LinkDatabase>;
  /** Runs one task at a time over all tabs; null where the browser cannot. */
  readonly alone: (<T>(task: () => Promise<T>) => Promise<T>) | null;
  readonly isCacheOwner: () => boolean;
  /** How much of the list may be kept, in bytes. */
  readonly cacheBytes: number;
  /** Other tabs are to read again. */
  readonly onChange: () => void;
  /** Hears what the browser did not keep. */
  readonly onFail: (failure: unknown) => void;
};

export function createLinkDesk(host: LinkDeskHost): LinkDesk {
  const { api, storage } = host;
  const { workspaceNotice, linkSaved } = createWorkspaceCheck(host.readWorkspace);
  const selection = createSelection(storage);
  const cache = createLinkCache({ ...host, isOwner: host.isCacheOwner, limit: host.cacheBytes });
  const outbox = openOutbox(host, (entry, answer) => {
    if (answer.kind === 'done' && answer.link !== null) save(answer.link);
    else if (answer.kind === 'done') forget(entry.link.id);
    else if (answer.kind === 'refused' && entry.kind === 'delete') removal.tellFailure(answer.failure);
  });
  const lay = createRows(outbox.entries);
  const list = createLinkList({ ask: api.list, cache, lay });
  const lookup = createLinkLookup({ lookUp: api.lookUp, cache, lay });
  const parts = { cache, list, outbox, selection };
  const canKeep = () => canWriteDown(host);
  outbox.subscribe(list.redraw);

  function save(link: Link): void {
    list.put(link);
    linkSaved();
  }

  function forget(id: string): void {
    selection.untick([id]);
    list.drop(id);
  }

  const saving = createLinkSaving({
    ...host,
    outbox,
    canKeep,
    onFull: host.onFail,
    latest: list.latest,
    onSaved: save,
    onGone: forget,
    onRenewed(id, newId) {
      if (selection.ids().includes(id)) selection.tick(newId);
      forget(id);
    },
  });
  const listed = (id: string) => list.view().links.find((link) => link.id === id) ?? lookup.seen(id);
  const removal = createLinkRemoval({
    storage,
    selection,
    isUnsent: outbox.isUnsent,
    send: (id, { keepalive }) =>
      keepalive ? api.remove(id, { keepalive }) : saving.remove(listed(id) ?? unknownLink(id)),
  });

  return {
    ...saving,
    ...removal,
    ...lookup,
    list,
    selection,
    workspaceNotice,
    seen: (ids) => linksOf(ids, list.view().links, lookup),
    ...createDeskLife({ ...host, ...parts, canKeep, deletions: removal.deletions }),
  };
}

function openOutbox(host: LinkDeskHost, onAnswer: OutboxHost['onAnswer']): Outbox {
  const outbox = createOutbox({
    store: createOutboxStore(host.open),
    alone: host.alone ?? ((task) => task()),
    send: (entry) => sendEntry(host.api, entry),
    onAnswer,
    onChange: host.onChange,
    retry: createRetryClock({ run: () => void outbox.send(), random: Math.random }),
  });
  return outbox;
}

/** Whether changes can be written down before they are sent: by one tab at a time, where all can read them. */
async function canWriteDown({ alone, open }: LinkDeskHost): Promise<boolean> {
  if (alone === null) return false;
  try {
    await open();
    return true;
  } catch {
    return false;
  }
}

function unknownLink(id: string): Link {
  return { id, url: '', description: '', createdAt: '', updatedAt: '' };
}

function linksOf(ids: readonly string[], listed: readonly Link[], { seen }: LinkLookup): Link[] {
  const byId = new Map(listed.map((link) => [link.id, link]));
  return ids.flatMap((id) => byId.get(id) ?? seen(id) ?? []);
}

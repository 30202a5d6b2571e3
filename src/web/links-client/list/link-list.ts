import { linkPageSize } from '#contract/link-pages.ts';
import { fieldsOf, matchingLinks, newestFirst, type Link } from '#core/links/link.ts';
import { t, translated } from '#web/lib/language.ts';
import { createStore, isShallowEqual, type ReadonlyStore } from '#web/lib/store.ts';
import { blockedEntry, type Entries, type OutboxState } from '#web/links-client/outbox/entries.ts';

import type { ReplicaState } from './replica.ts';

/** Why the server does not have a link as the user wants it. */
type UnsentState =
  /** Waits to be sent: shown as "not saved yet". */
  | { readonly kind: 'waiting' }
  /**
   * Changed elsewhere in the meantime: both versions are shown, and the user decides. `theirs` is null if the link was
   * deleted elsewhere. `deleted` is the link as the user deleted it here; it is null if the link was edited here.
   */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly deleted: Link | null }
  /** The server refused the change. It is kept and shown. */
  | { readonly kind: 'refused'; readonly message: string };

/** A link as the user wants it. `unsent` is there while the server does not have it so. */
export type ListedLink = Link & { readonly unsent?: UnsentState };

/** What the page shows of the list, or of a search in it. */
export type LinkListView = {
  readonly search: string;
  readonly status: 'loading' | 'ready';
  readonly links: readonly ListedLink[];
  /** Why the server did not answer. The links are then those that this browser has kept. */
  readonly failure: string | null;
  readonly hasMore: boolean;
  /** How many links there are, shown or not; null if this is not known. */
  readonly total: number | null;
  /** Whether all links are shown, and not only pages of them. */
  readonly showsAll: boolean;
};

export type LinkList = ReadonlyStore<LinkListView> & {
  /** Shows the links that match, or all links for an empty search. */
  find(search: string): void;
  /** Shows one more page. */
  showMore(): void;
  showAll(): void;
  /** Shows the first page of all links. */
  reset(): void;
};

/** The links with the unsent changes of the user. A link stays the same object until something in it changes. */
export function createListedLinks(
  replica: ReadonlyStore<Pick<ReplicaState, 'links'>>,
  outbox: ReadonlyStore<Pick<OutboxState, 'unsent'>>,
): ReadonlyStore<readonly ListedLink[]> {
  const read = () => withUnsent(replica.get().links, outbox.get().unsent);
  const listed = createStore(read());
  for (const store of [replica, outbox]) store.subscribe(() => listed.set(read()));
  return listed;
}

function messageFor({ message }: Error, isSure: boolean): string {
  return isSure ? message : `${translated(message)} ${t(mayBeMore)}`;
}

const mayBeMore = 'Until then, you see the links stored in this browser. There may be more.';

export function createLinkList(
  replica: ReadonlyStore<ReplicaState>,
  listed: ReadonlyStore<readonly ListedLink[]>,
): LinkList {
  let wanted = { search: '', count: linkPageSize, showsAll: false };
  const view = createStore(draw());

  function draw(): LinkListView {
    const { search, count, showsAll } = wanted;
    const { isComplete, isRead, failure, total } = replica.get();
    const found = matchingLinks(listed.get(), search);
    const links = showsAll || found.length <= count ? found : found.slice(0, count);
    const isReading = !isComplete && failure === null;
    const known = search === '' && isReading ? total && Math.max(total, found.length) : null;
    return {
      search,
      status: isRead && !(isReading && found.length === 0) ? 'ready' : 'loading',
      links,
      failure: failure && messageFor(failure, isComplete || search !== ''),
      hasMore: links.length < found.length || (isRead && isReading),
      total: isReading ? known : found.length,
      showsAll,
    };
  }

  function redraw(): void {
    const [now, next] = [view.get(), draw()];
    const { links } = now;
    const hasSameLinks =
      links.length === next.links.length && links.every((link, index) => link === next.links[index]);
    const drawn = hasSameLinks ? { ...next, links } : next;
    if (!isShallowEqual(now, drawn)) view.set(drawn);
  }

  function show(change: Partial<typeof wanted>): void {
    wanted = { ...wanted, ...change };
    redraw();
  }

  for (const store of [replica, listed]) store.subscribe(redraw);

  const firstPage = { count: linkPageSize, showsAll: false };
  return {
    get: view.get,
    subscribe: view.subscribe,
    find(search) {
      if (search !== wanted.search) show({ search, ...firstPage });
    },
    showMore: () => show({ count: wanted.count + linkPageSize }),
    showAll: () => show({ showsAll: true }),
    reset: () => show({ search: '', ...firstPage }),
  };
}

/** Returns the links as the user wants them: new ones first, those that were deleted elsewhere last. */
function withUnsent(links: readonly Link[], unsent: Entries): readonly ListedLink[] {
  if (unsent.length === 0) return links;
  const changes = new Map<string, Entries>();
  for (const entry of unsent) changes.set(entry.link.id, [...(changes.get(entry.link.id) ?? []), entry]);
  const rows = links.flatMap((link) => {
    const own = changes.get(link.id);
    changes.delete(link.id);
    return own === undefined ? link : (rowOf(link, own) ?? []);
  });
  const added: ListedLink[] = [];
  const gone: ListedLink[] = [];
  for (const own of changes.values()) {
    const [first] = own;
    const row = first === undefined ? null : rowOf(first.link, own);
    if (row !== null) (first?.kind === 'create' ? added : gone).push(row);
  }
  return [...added.toSorted(newestFirst), ...rows, ...gone.toSorted(newestFirst)];
}

function rowOf(link: Link, changes: Entries): ListedLink | null {
  const last = changes.at(-1);
  if (last === undefined) return null;
  if (last.kind !== 'delete') return { ...link, ...fieldsOf(last.link), unsent: stateOf(changes, link.id) };
  // A deleted link has a row only if it was changed elsewhere. The row shows that version.
  const { status } = last;
  if (status.kind !== 'conflict' || status.theirs === null) return null;
  return { ...status.theirs, unsent: { ...status, deleted: last.link } };
}

function stateOf(changes: Entries, id: string): UnsentState {
  const status = blockedEntry(changes, id)?.status ?? { kind: 'waiting' };
  return status.kind === 'conflict' ? { ...status, deleted: null } : status;
}

/** The changes that the server has not confirmed. */
export type UnsentSummary = {
  /** The number of links that they change. */
  readonly count: number;
  /** The links that need a decision of the user. */
  readonly undecided: readonly ListedLink[];
  readonly failing: OutboxState['failing'];
};

const isUndecided = ({ unsent }: ListedLink) => unsent !== undefined && unsent.kind !== 'waiting';

export function createUnsentSummary(
  outbox: ReadonlyStore<OutboxState>,
  listed: ReadonlyStore<readonly ListedLink[]>,
): ReadonlyStore<UnsentSummary> {
  function read(): UnsentSummary {
    const { unsent, failing } = outbox.get();
    if (unsent.length === 0) return { count: 0, undecided: [], failing };
    return {
      count: new Set(unsent.map(({ link }) => link.id)).size,
      undecided: listed.get().filter(isUndecided),
      failing,
    };
  }
  const summary = createStore(read());
  for (const store of [outbox, listed]) store.subscribe(() => summary.set(read()));
  return summary;
}

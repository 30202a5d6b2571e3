import type { LinkPage } from '#contract/link-pages.ts';
import { fieldsOf, newestFirst, type Link, matchingLinks } from '#core/links/link.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import {
  blockedEntry,
  type Entries,
  type OutboxEntry,
  type OutboxState,
} from '#web/links-client/outbox/entries.ts';

export type LinkListView = {
  readonly search: string;
  readonly status: 'loading' | 'ready';
  readonly links: readonly ListedLink[];
  /** Why the server did not answer. The links then come from the cache. */
  readonly failure: string | null;
  readonly hasMore: boolean;
  /** How many links there are, shown or not; null if this is not known. */
  readonly total: number | null;
  /** Whether the user wants all links. Then large pages are read, and the next one as soon as its rows are near. */
  readonly readsAll: boolean;
  readonly isLoadingMore: boolean;
};

/** The known links, newest first. */
export type LinkRange = {
  readonly links: readonly Link[];
  /** How far the server's list was read without a gap; null if it was not read at all. */
  readonly read: {
    readonly to: Link | null;
    /** The cursor of the next page; null at the end of the list. */
    readonly cursor: string | null;
    /** How many links the server has; null if it did not say so. */
    readonly total: number | null;
  } | null;
};

/** The results of one search so far. An empty search finds all links. */
export type SearchState = Omit<LinkListView, 'links' | 'hasMore' | 'total'> & {
  readonly range: LinkRange;
  /** Whether the cache knows links beyond these. */
  readonly hasMoreCached: boolean;
};

export const wholeList: SearchState = {
  search: '',
  range: { links: [], read: null },
  status: 'loading',
  failure: null,
  readsAll: false,
  isLoadingMore: false,
  hasMoreCached: false,
};

export type ListState = ReturnType<typeof createListState>;

/** Holds the whole list as far as it is known, and the results of a search. */
export function createListState(overlay: UnsentOverlay) {
  let whole = wholeList;
  let found: SearchState | null = null;
  const current = () => found ?? whole;
  const view = createStore(draw());
  const redraw = () => view.set(draw());

  function draw(): LinkListView {
    const { range, hasMoreCached, ...rest } = current();
    const hasMore = hasMoreCached || (range.read !== null && range.read.cursor !== null);
    const links = overlay.apply(range.links, rest.search);
    const read = range.read?.total ?? null;
    const beyond = read === null ? null : Math.max(1, read - range.links.length);
    const total = hasMore ? beyond && links.length + beyond : links.length;
    return { ...rest, links, hasMore, total };
  }

  /** Shows another search. The whole list is kept. */
  function open(search: SearchState): void {
    if (search.search === '') [whole, found] = [search, null];
    else found = search;
    redraw();
  }

  const show = (changes: Partial<SearchState>) => open({ ...current(), ...changes });

  function changeLinks(edit: (search: SearchState) => LinkRange): void {
    whole = { ...whole, range: edit(whole) };
    if (found !== null) found = { ...found, range: edit(found) };
    redraw();
  }

  overlay.subscribe(redraw);

  return {
    get: view.get,
    subscribe: view.subscribe,
    /** Returns the search, or else the whole list. */
    current,
    whole: () => whole,
    open,
    show,
    changeLinks,
    /** Shows cached links until the server has answered. */
    showCached({ links, hasMore }: { readonly links: readonly Link[]; readonly hasMore: boolean }) {
      const { range, search } = current();
      if (range.read !== null || search !== '' || links.length === 0) return;
      show({ range: { links, read: null }, hasMoreCached: hasMore });
    },
    put: (link: Link) =>
      changeLinks(({ search, range }) =>
        matchingLinks([link], search).length === 0 ? dropLink(range, link.id) : putLink(range, link),
      ),
    drop: (id: string) => changeLinks(({ range }) => dropLink(range, id)),
  };
}

/** Merges a page that follows the link `after`. It replaces the links within its extent; later links stay. */
export function mergePage({ links, read }: LinkRange, page: LinkPage, after: Link | null): LinkRange {
  const to = page.links.at(-1) ?? null;
  const total = page.total ?? read?.total ?? null;
  const end = { to, cursor: page.hasMore ? page.nextCursor : null, total };
  if (read === null) return { links: page.links, read: end };
  const above = after === null ? [] : links.filter((link) => newestFirst(link, after) <= 0);
  const below = end.cursor === null || to === null ? [] : links.filter((link) => newestFirst(link, to) > 0);
  // The first page contains no known link, so there may be a gap below it. The rest is read again.
  if (after === null && links.length > 0 && below.length === links.length) {
    return { links: page.links, read: end };
  }
  const isDeeper = end.cursor === null || (to !== null && isBelow(to, read.to));
  return { links: [...above, ...page.links, ...below], read: isDeeper ? end : { ...read, total } };
}

/** Puts a link at its position. A link beyond the known range is not added before that part is read. */
function putLink({ links, read }: LinkRange, link: Link): LinkRange {
  const others = links.filter(({ id }) => id !== link.id);
  const isKnown = others.length < links.length;
  const isDeep = read !== null && read.cursor !== null && isBelow(link, links.at(-1) ?? null);
  if (isDeep && !isKnown) return { links, read };
  return { links: [...others, link].sort(newestFirst), read: isKnown ? read : withTotal(read, 1) };
}

function dropLink({ links, read }: LinkRange, id: string): LinkRange {
  const others = links.filter((link) => link.id !== id);
  return { links: others, read: others.length < links.length ? withTotal(read, -1) : read };
}

function withTotal(read: LinkRange['read'], added: number): LinkRange['read'] {
  if (read === null || read.total === null) return read;
  return { ...read, total: read.total + added };
}

function isBelow(link: Link, other: Link | null): boolean {
  return other === null || newestFirst(link, other) > 0;
}

/** Whether the server has the link as the user wants it. */
type LinkState =
  | { readonly kind: 'saved' }
  /** Waits to be sent: shown as "not saved yet". */
  | { readonly kind: 'unsaved' }
  /**
   * Changed elsewhere in the meantime: both versions are shown, and the user decides. `theirs` is null if the link was
   * deleted elsewhere. `deleted` is the link as the user deleted it here; it is null if the link was edited here.
   */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly deleted: Link | null }
  /** The server refused the change. It is kept and shown. */
  | { readonly kind: 'refused'; readonly message: string };

/** A link with its fields as the user wants them. */
export type ListedLink = Link & { readonly state: LinkState };

export type UnsentOverlay = ReturnType<typeof createUnsentOverlay>;

/** Applies the unsent changes to links from the server. A row stays the same object until something in it changes. */
export function createUnsentOverlay(unsentChanges: ReadonlyStore<Pick<OutboxState, 'unsent'>>) {
  const savedRows = new WeakMap<Link, ListedLink>();

  function savedRow(link: Link): ListedLink {
    const row = savedRows.get(link) ?? { ...link, state: { kind: 'saved' } };
    savedRows.set(link, row);
    return row;
  }

  return {
    subscribe: unsentChanges.subscribe,
    /** Returns the rows for these links. New links that match `search` are added. */
    apply(links: readonly Link[], search: string): readonly ListedLink[] {
      const unsent = byLink(unsentChanges.get().unsent);
      if (unsent.size === 0) return links.map(savedRow);
      const rows = links.flatMap((link) => {
        const changes = unsent.get(link.id);
        return changes === undefined ? [savedRow(link)] : (rowOf(link, changes) ?? []);
      });
      const listed = new Set(links.map(({ id }) => id));
      const others = [...unsent].flatMap(([id, changes]) =>
        listed.has(id) ? [] : (addedRow(changes) ?? []),
      );
      const isNew = ({ id }: ListedLink) => unsent.get(id)?.[0]?.kind === 'create';
      const found = matchingLinks(others, search).toSorted(newestFirst);
      return [...found.filter(isNew), ...rows, ...found.filter((row) => !isNew(row))];
    },
  };
}

/** The links that hold changes that are not saved yet. */
export function createUnsavedLinks({ get, subscribe }: ReadonlyStore<OutboxState>, { apply }: UnsentOverlay) {
  function read() {
    const { unsent, failing } = get();
    return {
      count: new Set(unsent.map(({ link }) => link.id)).size,
      /** Those that need a decision of the user, in any part of the list. */
      asked: apply([], '').filter(({ state }) => state.kind === 'conflict' || state.kind === 'refused'),
      failing,
    };
  }
  const unsaved = createStore(read());
  subscribe(() => unsaved.set(read()));
  return unsaved;
}

function byLink(entries: Entries): Map<string, OutboxEntry[]> {
  const links = new Map<string, OutboxEntry[]>();
  for (const entry of entries) links.set(entry.link.id, [...(links.get(entry.link.id) ?? []), entry]);
  return links;
}

/** Returns a row for a link that is not loaded, if the link is new or needs a decision. Null: no row is added. */
function addedRow(changes: readonly OutboxEntry[]): ListedLink | null {
  const [first] = changes;
  if (first === undefined) return null;
  const isWanted = first.kind === 'create' || changes.some(({ standing }) => standing.kind !== 'waiting');
  return isWanted ? rowOf(first.link, changes) : null;
}

function rowOf(link: Link, changes: readonly OutboxEntry[]): ListedLink | null {
  const last = changes.at(-1);
  if (last === undefined) return null;
  if (last.kind !== 'delete') return { ...link, ...fieldsOf(last.link), state: stateOf(changes, link.id) };
  // A deleted link has a row only if it was changed elsewhere. The row shows that version.
  const { standing } = last;
  if (standing.kind !== 'conflict' || standing.theirs === null) return null;
  return { ...standing.theirs, state: { ...standing, deleted: last.link } };
}

function stateOf(changes: Entries, id: string): LinkState {
  const standing = blockedEntry(changes, id)?.standing;
  if (standing === undefined || standing.kind === 'waiting') return { kind: 'unsaved' };
  return standing.kind === 'conflict' ? { ...standing, deleted: null } : standing;
}

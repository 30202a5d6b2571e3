import * as z from 'zod/mini';

import { newestFirst, type Link, matchingLinks } from '#core/links/link.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import {
  blockedEntry,
  type Entries,
  type OutboxEntry,
  type OutboxState,
} from '#web/links-client/outbox/outbox-store.ts';

/** Whether the server has the link as the user wants it. */
type LinkState =
  | { readonly kind: 'saved' }
  /** Waits to be sent: shown as "not saved yet". */
  | { readonly kind: 'unsaved' }
  /**
   * Changed elsewhere meanwhile: both versions are shown, and the user decides. `theirs` is null if the link was
   * deleted elsewhere. `deleted` is the link as the user deleted it here; it is null if the link was edited here.
   */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly deleted: Link | null }
  /** The server refused the change. It is kept and shown. */
  | { readonly kind: 'refused'; readonly message: string; readonly isNew: boolean };

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
    /** Tells when the unsent changes have changed. */
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
type UnsavedLinks = Pick<OutboxState, 'failing'> & {
  readonly count: number;
  /** The links that wait for the user's decision, not for the network, wherever they are in the list. */
  readonly asked: readonly ListedLink[];
};

export function createUnsavedLinks(
  { get, subscribe }: ReadonlyStore<OutboxState>,
  { apply }: UnsentOverlay,
): ReadonlyStore<UnsavedLinks> {
  function read(): UnsavedLinks {
    const { unsent, failing } = get();
    return {
      count: new Set(unsent.map(({ link }) => link.id)).size,
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

/** Returns the row for a link that is not among the loaded ones, if it is new or needs a decision. */
function addedRow(changes: readonly OutboxEntry[]): ListedLink | null {
  const [first] = changes;
  if (first === undefined) return null;
  const isWanted = first.kind === 'create' || changes.some(({ standing }) => standing.kind !== 'waiting');
  return isWanted ? rowOf(first.link, changes) : null;
}

function rowOf(link: Link, changes: readonly OutboxEntry[]): ListedLink | null {
  const last = changes.at(-1);
  if (last === undefined) return null;
  if (last.kind !== 'delete') {
    const { url, description } = last.link;
    return { ...link, url, description, state: stateOf(changes, link.id) };
  }
  // A deleted link has a row only if it was changed elsewhere. The row shows that version.
  const { standing } = last;
  if (standing.kind !== 'conflict' || standing.theirs === null) return null;
  return { ...standing.theirs, state: { ...standing, deleted: last.link } };
}

function stateOf(changes: Entries, id: string): LinkState {
  const asked = blockedEntry(changes, id);
  if (asked === null || asked.standing.kind === 'waiting') return { kind: 'unsaved' };
  if (asked.standing.kind === 'conflict') return { ...asked.standing, deleted: null };
  return { ...asked.standing, isNew: asked.kind === 'create' };
}

export const selectionKey = 'selectedLinks';

const idsSchema = z.array(z.string());

export type Selection = ReturnType<typeof createSelection>;

/** The ids of the ticked links, in the order of ticking. They are in local storage, and all tabs share them. */
export function createSelection(storage: SafeStorage) {
  const stored = () => new Set(idsIn(storage.read(selectionKey)));
  let ticked = stored();
  const { get, set, subscribe } = createStore<readonly string[]>([...ticked]);

  /** Changes the ticks here and in storage. After a Reset in another tab, this tab has more than is stored. */
  function change(added: readonly string[], gone: readonly string[]): void {
    const next = changed(ticked, added, gone);
    if (next.size === ticked.size) return;
    const all = changed(stored(), added, gone);
    show(next);
    storage.write(selectionKey, JSON.stringify([...all]));
  }

  function show(next: Set<string>): void {
    ticked = next;
    if (JSON.stringify([...next]) !== JSON.stringify(get())) set([...next]);
  }

  return {
    get,
    subscribe,
    has: (id: string) => ticked.has(id),
    tick: (id: string) => change([id], []),
    tickAll: (ids: readonly string[]) => change(ids, []),
    untick: (gone: readonly string[]) => change([], gone),
    clear: () => change([], get()),
    /** Clears the ticks of this tab alone: another tab may be at work with the same links. */
    reset() {
      // Without a stored value in between, the other tabs see no link that was unticked.
      storage.remove(selectionKey);
      storage.write(selectionKey, '[]');
      show(new Set());
    },
    /** Takes what another tab has changed. Null: that tab was reset. */
    follow(before: string | null, after: string | null) {
      if (after === null) return;
      const [old, now] = [idsIn(before), idsIn(after)];
      const [wasThere, isThere] = [new Set(old), new Set(now)];
      const added = now.filter((id) => !wasThere.has(id));
      const gone = old.filter((id) => !isThere.has(id));
      show(changed(ticked, added, gone));
    },
    /** Reads what is stored. */
    reload: () => show(stored()),
  };
}

function changed(ids: ReadonlySet<string>, added: readonly string[], gone: readonly string[]): Set<string> {
  const next = new Set([...ids, ...added]);
  for (const id of gone) next.delete(id);
  return next;
}

function idsIn(stored: string | null): readonly string[] {
  try {
    return idsSchema.parse(JSON.parse(stored ?? '[]'));
  } catch {
    return [];
  }
}

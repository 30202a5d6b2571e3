import { newestFirst } from '#core/links/link.ts';
import type { Link } from '#core/links/link.ts';

import { blockedEntry } from '#web/links-client/outbox/outbox-edits.ts';
import type { Entries } from '#web/links-client/outbox/outbox-edits.ts';
import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';
import type { LinkState, ListedLink } from './link-list-view.ts';
import { matches } from './search-match.ts';

/** Lays unsent changes over links as the server has them. */
export type LayRows = (links: readonly Link[], search: string) => readonly ListedLink[];

/** A row stays the same object for as long as nothing about it changes. */
export function createRows(entries: () => Entries): LayRows {
  const savedRows = new WeakMap<Link, ListedLink>();

  function savedRow(link: Link): ListedLink {
    const row = savedRows.get(link) ?? { ...link, state: { kind: 'saved' } };
    savedRows.set(link, row);
    return row;
  }

  return (links, search) => {
    const unsent = byLink(entries());
    if (unsent.size === 0) return links.map(savedRow);
    const rows = links.flatMap((link) => {
      const changes = unsent.get(link.id);
      return changes === undefined ? [savedRow(link)] : (rowOf(link, changes) ?? []);
    });
    const listed = new Set(links.map(({ id }) => id));
    const others = [...unsent].flatMap(([id, changes]) => (listed.has(id) ? [] : (rowBeside(changes) ?? [])));
    const isNew = ({ id }: ListedLink) => unsent.get(id)?.[0]?.kind === 'create';
    const found = matches(others, search).toSorted(newestFirst);
    return [...found.filter(isNew), ...rows, ...found.filter((row) => !isNew(row))];
  };
}

function byLink(entries: Entries): Map<string, OutboxEntry[]> {
  const links = new Map<string, OutboxEntry[]>();
  for (const entry of entries) links.set(entry.link.id, [...(links.get(entry.link.id) ?? []), entry]);
  return links;
}

/** A link that is not among the loaded ones: a new one, or one that the user is asked about. */
function rowBeside(changes: readonly OutboxEntry[]): ListedLink | null {
  const [first] = changes;
  if (first === undefined) return null;
  const isWanted = first.kind === 'create' || changes.some(({ standing }) => standing.kind !== 'waiting');
  return isWanted ? rowOf(first.link, changes) : null;
}

function rowOf(link: Link, changes: readonly OutboxEntry[]): ListedLink | null {
  const last = changes.at(-1);
  if (last === undefined) return null;
  if (last.kind === 'delete') return rowOfDeleted(last);
  const { url, description } = last.link;
  return { ...link, url, description, state: stateOf(changes, link.id) };
}

/** A deleted link is shown where it was changed elsewhere, as it is there. */
function rowOfDeleted({ link, standing }: OutboxEntry): ListedLink | null {
  if (standing.kind !== 'conflict' || standing.theirs === null) return null;
  return { ...standing.theirs, state: { ...standing, deleted: link } };
}

function stateOf(changes: Entries, id: string): LinkState {
  const asked = blockedEntry(changes, id);
  if (asked === null || asked.standing.kind === 'waiting') return { kind: 'unsaved' };
  if (asked.standing.kind === 'conflict') return { ...asked.standing, deleted: null };
  return { ...asked.standing, isNew: asked.kind === 'create' };
}

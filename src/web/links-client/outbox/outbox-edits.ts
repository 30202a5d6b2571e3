import type { Link } from '#core/links/link.ts';

import { waiting } from './outbox-entry.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Unsent changes, in the order in which they are sent. */
export type Entries = readonly OutboxEntry[];
/** Gives the entries as they are to be. Pure: it runs within a transaction. */
export type Edit = (entries: Entries) => Entries;

export type NewEntry = Pick<OutboxEntry, 'id' | 'kind' | 'link' | 'undoUntil'>;

/** Adds a change; a deletion once. */
export function added(entry: NewEntry): Edit {
  return (entries) => {
    const isAgain = entry.kind === 'delete' && entries.some((other) => isEnd(other, entry.link.id));
    const order = Math.max(0, ...entries.map((other) => other.order)) + 1;
    return isAgain ? entries : [...entries, { ...entry, order, standing: waiting }];
  };
}

/**
 * An entry is done. After a deletion nothing of the link is left to do; else what follows was changed in the link as the
 * server now has it, unless that is not what was sent: then somebody else was there before the answer.
 */
export function settled({ id, kind, link }: OutboxEntry, saved: Link | null): Edit {
  const isAsSent = saved !== null && saved.url === link.url && saved.description === link.description;
  if (kind === 'delete') return (entries) => entries.filter((entry) => entry.link.id !== link.id);
  return (entries) =>
    without(entries, id).map((entry) =>
      isAsSent && entry.link.id === link.id
        ? { ...entry, link: { ...entry.link, createdAt: saved.createdAt, updatedAt: saved.updatedAt } }
        : entry,
    );
}

/** Where the user is asked about a deletion, it is the last word on the link: nothing else is asked about it. */
export function marked({ id, kind, link }: OutboxEntry, standing: OutboxEntry['standing']): Edit {
  return (entries) =>
    entries
      .filter((entry) => kind !== 'delete' || entry.id === id || entry.link.id !== link.id)
      .map((entry) => (entry.id === id ? { ...entry, standing } : entry));
}

export function removed({ id }: OutboxEntry): Edit {
  return (entries) => without(entries, id);
}

/**
 * The next one to send: the first that waits and whose link has none before it that the user is asked about. A
 * deletion makes such questions pointless, but waits as long as it can be undone.
 */
export function nextToSend(
  entries: Entries,
  canUndo: (entry: OutboxEntry) => boolean = () => false,
): OutboxEntry | null {
  const held = new Set<string>();
  for (const entry of entries) {
    if (entry.standing.kind !== 'waiting') held.add(entry.link.id);
    else if (entry.kind === 'delete' ? !canUndo(entry) : !held.has(entry.link.id)) return entry;
  }
  return null;
}

/** The change of a link that the user is asked about. */
export function blockedEntry(entries: Entries, linkId: string): OutboxEntry | null {
  return entries.find((entry) => isBlockedFor(entry, linkId)) ?? null;
}

/** The link as the user wants it; null where nothing is unsent, or where its end is. */
export function lastWanted(entries: Entries, linkId: string): Link | null {
  const last = entries.findLast((entry) => entry.link.id === linkId);
  return last === undefined || last.kind === 'delete' ? null : last.link;
}

export function isBlockedFor({ link, standing }: OutboxEntry, linkId: string): boolean {
  return link.id === linkId && standing.kind !== 'waiting';
}

/** The deletion of a link that is to be sent. */
function isEnd({ kind, link, standing }: OutboxEntry, linkId: string): boolean {
  return kind === 'delete' && link.id === linkId && standing.kind === 'waiting';
}

function without(entries: Entries, id: string): Entries {
  return entries.filter((entry) => entry.id !== id);
}

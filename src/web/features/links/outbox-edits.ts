import type { Link, LinkFields } from '#core/link/link.ts';

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

/** Takes the deletion of a link back that was not sent yet. */
export function takenBack(linkId: string): Edit {
  return (entries) => entries.filter((entry) => !isEnd(entry, linkId));
}

/**
 * An entry is done. After a deletion nothing of the link is left to do; else what follows was changed in the link as the server now has it, unless that is not what was sent:
 * then somebody else was there before the answer.
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

/** The user's last word about the fields of a link that is in question; its standing stays. */
export function reworded(linkId: string, fields: LinkFields): Edit {
  return (entries) => {
    const asked = blockedEntry(entries, linkId);
    if (asked === null) return entries;
    return entries
      .filter((entry) => entry.id === asked.id || entry.kind !== 'update' || entry.link.id !== linkId)
      .map((entry) => (entry.id === asked.id ? { ...entry, link: { ...entry.link, ...fields } } : entry));
  };
}

/** Sends a link's refused change once more. */
export function sentAgain(linkId: string, fields?: LinkFields): Edit {
  return (entries) => {
    const next = fields === undefined ? entries : reworded(linkId, fields)(entries);
    return next.map((entry) => (isBlockedFor(entry, linkId) ? { ...entry, standing: waiting } : entry));
  };
}

/**
 * Sends the user's version, or deletion, over the one that was saved elsewhere, or as a new link where that one is deleted.
 * @param newId The id of such a link.
 */
export function mineKept(linkId: string, newId: string): Edit {
  return (entries) => {
    const last = lastWanted(entries, linkId);
    return entries.flatMap((entry) => {
      if (entry.link.id !== linkId) return [entry];
      if (entry.standing.kind !== 'conflict') return entry.kind === 'delete' ? [entry] : [];
      const { theirs } = entry.standing;
      if (entry.kind === 'delete') {
        const version = theirs ?? entry.link;
        return [{ ...entry, link: { ...entry.link, updatedAt: version.updatedAt }, standing: waiting }];
      }
      if (last === null) return [];
      const link = { ...entry.link, url: last.url, description: last.description };
      if (theirs === null)
        return [{ ...entry, kind: 'create', link: { ...link, id: newId }, standing: waiting }];
      return [{ ...entry, link: { ...link, updatedAt: theirs.updatedAt }, standing: waiting }];
    });
  };
}

/** The change of a link that is to be sent before its others. */
export function firstEntry(entries: Entries, linkId: string): OutboxEntry | null {
  return entries.find(({ link }) => link.id === linkId) ?? null;
}

/** Gives up the user's unsent changes of a link; of an edited one, not its deletion. */
export function discarded(linkId: string): Edit {
  return (entries) => {
    const isEdited = firstEntry(entries, linkId)?.kind === 'update';
    return entries.filter(({ link, kind }) => link.id !== linkId || (kind === 'delete' && isEdited));
  };
}

/** The link as the user wants it; null where nothing is unsent, or where its end is. */
export function lastWanted(entries: Entries, linkId: string): Link | null {
  const last = entries.findLast((entry) => entry.link.id === linkId);
  return last === undefined || last.kind === 'delete' ? null : last.link;
}

function isBlockedFor({ link, standing }: OutboxEntry, linkId: string): boolean {
  return link.id === linkId && standing.kind !== 'waiting';
}

/** The deletion of a link that is to be sent. */
function isEnd({ kind, link, standing }: OutboxEntry, linkId: string): boolean {
  return kind === 'delete' && link.id === linkId && standing.kind === 'waiting';
}

function without(entries: Entries, id: string): Entries {
  return entries.filter((entry) => entry.id !== id);
}

import type { Link, LinkFields } from '#core/link/link.ts';

import { waiting } from './outbox-entry.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Unsent changes, in the order in which they are sent. */
export type Entries = readonly OutboxEntry[];
/** Gives the entries as they are to be. Pure: it runs within a transaction. */
export type Edit = (entries: Entries) => Entries;

type NewEntry = Pick<OutboxEntry, 'id' | 'kind' | 'link'>;

/** Adds a change. A deletion makes those pointless that the user was still to be asked about, and what waits behind. */
export function added(entry: NewEntry): Edit {
  return (entries) => {
    const isAgain = entry.kind === 'delete' && entries.some((other) => isSame(other, entry));
    if (isAgain) return entries;
    const isAnswer = entry.kind === 'delete' && blockedEntry(entries, entry.link.id) !== null;
    const kept = isAnswer ? entries.filter(({ link }) => link.id !== entry.link.id) : entries;
    return [...kept, { ...entry, order: (entries.at(-1)?.order ?? 0) + 1, standing: waiting }];
  };
}

/**
 * An entry is done. What follows was changed in the link as the server now has it, unless that is not what was sent:
 * then somebody else was there before the answer.
 */
export function settled({ id, link }: OutboxEntry, saved: Link | null): Edit {
  const isAsSent = saved !== null && saved.url === link.url && saved.description === link.description;
  return (entries) =>
    without(entries, id).map((entry) =>
      isAsSent && entry.link.id === link.id
        ? { ...entry, link: { ...entry.link, createdAt: saved.createdAt, updatedAt: saved.updatedAt } }
        : entry,
    );
}

export function marked({ id }: OutboxEntry, standing: OutboxEntry['standing']): Edit {
  return (entries) => entries.map((entry) => (entry.id === id ? { ...entry, standing } : entry));
}

export function removed({ id }: OutboxEntry): Edit {
  return (entries) => without(entries, id);
}

/** The next one to send: the first that waits and whose link has none before it that the user is asked about. */
export function nextToSend(entries: Entries): OutboxEntry | null {
  const held = new Set<string>();
  for (const entry of entries) {
    if (entry.standing.kind !== 'waiting') held.add(entry.link.id);
    else if (!held.has(entry.link.id)) return entry;
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
 * Sends the user's version over the one that was saved elsewhere, or as a new link where that one is deleted.
 * @param newId The id of such a link.
 */
export function mineKept(linkId: string, newId: string): Edit {
  return (entries) => {
    const last = lastWanted(entries, linkId);
    return entries.flatMap((entry) => {
      if (entry.link.id !== linkId) return [entry];
      if (entry.standing.kind !== 'conflict' || last === null) return entry.kind === 'delete' ? [entry] : [];
      const { theirs } = entry.standing;
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

function isSame(entry: NewEntry, other: NewEntry): boolean {
  return entry.kind === other.kind && entry.link.id === other.link.id;
}

function without(entries: Entries, id: string): Entries {
  return entries.filter((entry) => entry.id !== id);
}

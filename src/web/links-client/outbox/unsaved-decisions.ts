import type { LinkFields } from '#core/links/link.ts';

import { blockedEntry, isBlockedFor, lastWanted } from './outbox-edits.ts';
import type { Edit, Entries } from './outbox-edits.ts';
import { waiting } from './outbox-entry.ts';
import type { OutboxEntry } from './outbox-entry.ts';

// What the user answers, apart from the other edits: it is fetched with the form.

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

import * as z from 'zod/mini';

import { linkSchema } from '#contract/links.ts';
import { pageMessages } from '#core/errors/page-messages.ts';
import { fieldsOf, hasSameFields, type Link, type LinkFields } from '#core/links/link.ts';

/** A change of one link that the server has not confirmed yet. Browsers store it in this form. */
const outboxEntrySchema = z.object({
  id: z.string(),
  /** Entries are sent in this order, the smallest first. */
  order: z.number(),
  kind: z.enum(['create', 'update', 'delete']),
  /** The link as the user wants it. Its `updatedAt` is the version that the change was made to. */
  link: linkSchema,
  /** Only for deletions: the end of the time for Undo, in milliseconds since 1970. It is not sent before. */
  undoUntil: z.optional(z.number()),
  /** The status of the change. */
  status: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting') }),
    /** The link was changed elsewhere in the meantime. `theirs` is null if it was deleted. */
    z.object({ kind: z.literal('conflict'), theirs: z.nullable(linkSchema) }),
    z.object({ kind: z.literal('refused'), message: z.string() }),
  ]),
});

export type OutboxEntry = Readonly<z.infer<typeof outboxEntrySchema>>;
export type NewEntry = Pick<OutboxEntry, 'id' | 'kind' | 'link' | 'undoUntil'>;
/** Unsent changes, in the order in which they are sent. */
export type Entries = readonly OutboxEntry[];
/** A function from the stored entries to the new ones. It is pure, because it runs within a transaction. */
export type Revision = (entries: Entries) => Entries;

/** A change that the server fails to save, and the server's message. Later changes wait for it. */
export type Failing = { readonly entry: OutboxEntry; readonly message: string };

/** The unsent changes as this tab last read them. */
export type OutboxState = {
  /** All but the entries in `undoable` and those that a caller of `addAndWait` waits for. */
  readonly unsent: Entries;
  /** Deletions that can be undone. They are not sent before that time is over. */
  readonly undoable: Entries;
  readonly failing: Failing | null;
};

const waiting = { kind: 'waiting' } as const;

/** The version of a change to a link that was not seen. No link has it, so the server answers with its own. */
const noVersion = new Date(0).toISOString();
/** The version of a new link that is not saved yet. It is older than all versions of the server, whose clock differs. */
export const unsavedVersion = new Date(1).toISOString();

/**
 * Adds a change. A deletion is added only once.
 * @param isSeen Whether the user who makes an update knows an unsent change of its link. If not, the user decides.
 */
export function added(entry: NewEntry, isSeen: (unsent: OutboxEntry) => boolean = () => true): Revision {
  return (entries) => {
    const { kind, link } = entry;
    const isAgain =
      kind === 'delete' && entries.some((other) => isDueDeletion(other) && other.link.id === link.id);
    if (isAgain) return entries;
    const unsent = entries.findLast((other) => other.link.id === link.id && other.kind !== 'delete');
    const isBase = kind !== 'update' || unsent === undefined;
    const updatedAt = isBase ? link.updatedAt : isSeen(unsent) ? unsent.link.updatedAt : noVersion;
    const order = Math.max(0, ...entries.map((other) => other.order)) + 1;
    return [...entries, { ...entry, link: { ...link, updatedAt }, order, status: waiting }];
  };
}

export function removed({ id }: OutboxEntry): Revision {
  return (entries) => entries.filter((entry) => entry.id !== id);
}

/**
 * Removes an entry that is done. After a deletion, removes all entries of the link. Otherwise gives later entries of
 * the same version the one that the server returned, unless its fields differ from those sent, because then another
 * change came first.
 */
export function settled(done: OutboxEntry, saved: Link | null): Revision {
  const { kind, link } = done;
  const isAsSent = saved !== null && hasSameFields(saved, link);
  if (kind === 'delete') return (entries) => entries.filter((entry) => entry.link.id !== link.id);
  return (entries) =>
    removed(done)(entries).map((entry) =>
      isAsSent && isBasedOn(entry, done)
        ? { ...entry, link: { ...entry.link, createdAt: saved.createdAt, updatedAt: saved.updatedAt } }
        : entry,
    );
}

/** Whether a change was made to the link as an earlier change had left it. */
function isBasedOn({ link, order }: OutboxEntry, earlier: OutboxEntry): boolean {
  const isSame = link.id === earlier.link.id && link.updatedAt === earlier.link.updatedAt;
  return isSame && order > earlier.order;
}

/** Sets the status of an entry. For a deletion, removes the link's other entries, so that the user decides once. */
export function marked({ id, kind, link }: OutboxEntry, status: OutboxEntry['status']): Revision {
  return (entries) =>
    entries
      .filter((entry) => kind !== 'delete' || entry.id === id || entry.link.id !== link.id)
      .map((entry) => (entry.id === id ? { ...entry, status } : entry));
}

/**
 * Returns the first entry that waits and whose link has no earlier entry that needs a decision. A deletion does not
 * wait for decisions, but for the end of its time for Undo.
 */
export function nextToSend(entries: Entries, canUndo: (entry: OutboxEntry) => boolean): OutboxEntry | null {
  const blocked = new Set<string>();
  for (const entry of entries) {
    if (entry.status.kind !== 'waiting') blocked.add(entry.link.id);
    else if (entry.kind === 'delete' ? !canUndo(entry) : !blocked.has(entry.link.id)) return entry;
  }
  return null;
}

/** Returns the change of a link that needs the user's decision. */
export function blockedEntry(entries: Entries, linkId: string): OutboxEntry | null {
  return entries.find((entry) => isBlockedFor(entry, linkId)) ?? null;
}

function isBlockedFor({ link, status }: OutboxEntry, linkId: string): boolean {
  return link.id === linkId && status.kind !== 'waiting';
}

/** Returns the link as the user wants it. Returns null if nothing is unsent or the last change is a deletion. */
export function lastWanted(entries: Entries, linkId: string): Link | null {
  const last = entries.findLast((entry) => entry.link.id === linkId);
  return last === undefined || last.kind === 'delete' ? null : last.link;
}

/** Returns whether the entry is a deletion that is to be sent. */
export function isDueDeletion({ kind, status }: OutboxEntry): boolean {
  return kind === 'delete' && status.kind === 'waiting';
}

/** Sets the fields of a link that needs a decision. Its status stays, and later updates are merged into it. */
export function reworded(linkId: string, fields: LinkFields): Revision {
  return (entries) => {
    const blocked = blockedEntry(entries, linkId);
    if (blocked === null) return entries;
    return entries
      .filter((entry) => entry.id === blocked.id || entry.kind !== 'update' || entry.link.id !== linkId)
      .map((entry) => (entry.id === blocked.id ? { ...entry, link: { ...entry.link, ...fields } } : entry));
  };
}

/** Marks a link's refused change to be sent again, with these fields if they are given. */
export function sentAgain(linkId: string, fields?: LinkFields): Revision {
  return (entries) => {
    const next = fields === undefined ? entries : reworded(linkId, fields)(entries);
    return next.map((entry) => (isBlockedFor(entry, linkId) ? { ...entry, status: waiting } : entry));
  };
}

/** Lets the user's version or deletion win. A link that was deleted elsewhere gets the id `idOfNew`. */
export function mineKept(linkId: string, idOfNew: string): Revision {
  return (entries) => {
    const last = lastWanted(entries, linkId);
    return entries.flatMap((entry) => {
      if (entry.link.id !== linkId) return [entry];
      if (entry.status.kind !== 'conflict') return entry.kind === 'delete' ? [entry] : [];
      const { theirs } = entry.status;
      if (entry.kind === 'delete') {
        const version = theirs ?? entry.link;
        return [{ ...entry, link: { ...entry.link, updatedAt: version.updatedAt }, status: waiting }];
      }
      if (last === null) return [];
      const link = { ...entry.link, ...fieldsOf(last) };
      if (theirs === null)
        return [{ ...entry, kind: 'create', link: { ...link, id: idOfNew }, status: waiting }];
      return [{ ...entry, link: { ...link, updatedAt: theirs.updatedAt }, status: waiting }];
    });
  };
}

/** Removes the user's unsent changes of a link. A deletion that follows an update stays. */
export function discarded(linkId: string): Revision {
  return (entries) => {
    const isEdited = entries.find(({ link }) => link.id === linkId)?.kind === 'update';
    return entries.filter(({ link, kind }) => link.id !== linkId || (kind === 'delete' && isEdited));
  };
}

/** The wait for an answer while the form is open, in milliseconds. */
export const formTimeout = 8000;

/** The result of a save that the user waited for. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly link: Link }
  /** The change is stored in the browser, and sent when the server can be reached. */
  | { readonly kind: 'kept' }
  /** The link was changed elsewhere in the meantime. Both versions are kept, and the user decides. */
  | { readonly kind: 'conflict'; readonly theirs: Link }
  /** Nothing is kept. Only the form still has the change. */
  | { readonly kind: 'failed'; readonly failure: unknown };

/** Returns the outcome of a save that got no answer in this tab. It depends on the entry that is left in the outbox. */
export function outcomeLeft(sent: Link, left: OutboxEntry | undefined): SaveOutcome {
  if (left === undefined) return { kind: 'saved', link: sent };
  const { status } = left;
  if (status.kind === 'waiting') return { kind: 'kept' };
  if (status.kind === 'refused') return { kind: 'failed', failure: new Error(status.message) };
  if (status.theirs !== null) return { kind: 'conflict', theirs: status.theirs };
  return { kind: 'failed', failure: new Error(pageMessages['link-not-found']) };
}

/** Skips entries that cannot be parsed, but leaves them stored: a later version of the page may know them. */
export function inOrder(stored: readonly unknown[]): Entries {
  return stored
    .flatMap((value) => {
      const entry = outboxEntrySchema.safeParse(value);
      return entry.success ? [entry.data] : [];
    })
    .toSorted((a, b) => a.order - b.order);
}

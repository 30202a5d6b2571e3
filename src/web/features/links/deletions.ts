import type { Link } from '#core/link/link.ts';
import { newId } from '#web/new-id.ts';
import type { SafeStorage } from '#web/storage.ts';

import { markDeletions, readMarked } from './deletion-marks.ts';
import type { Outbox } from './outbox.ts';
import { added } from './outbox-edits.ts';
import type { NewEntry } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** How long a deletion can be undone, in milliseconds. */
export const undoTime = 6000;

/** `canUndo`: false once it is to be sent. */
type PendingDeletion = { readonly id: string; readonly canUndo: boolean };

/**
 * Deletions that are not done yet. Nothing reaches the server before its time is over, so Undo keeps the link's
 * id, times and place. They are written down at once, as all changes are: a tab that dies leaves them to the next one.
 */
export type Deletions = {
  pending(): readonly PendingDeletion[];
  add(link: Link): void;
  /** False when the deletion is on its way already. */
  undo(id: string): boolean;
  /** Sends now what was added here, by requests that outlive the page. Other tabs keep their time to undo. */
  flush(): void;
  /** Takes all back. */
  clear(): void;
  subscribe(listener: () => void): () => void;
};

export type DeletionsHost = {
  readonly outbox: Pick<Outbox, 'entries' | 'undoable' | 'hold' | 'edit' | 'redraw' | 'send' | 'subscribe'>;
  /** Where pages that are left say so. */
  readonly storage: SafeStorage;
  readonly now: () => number;
  /** Runs once after so many milliseconds; the answer calls it off. */
  readonly schedule: (run: () => void, delay: number) => () => void;
  /** Deletes on the server by a request that outlives the page. */
  readonly sendLeaving: (link: Link) => Promise<void>;
};

/**
 * Whether a deletion is not to be sent yet: it was undone, or it still can be, since no page has sent it while it was
 * left, and its time is not over.
 */
export function createUndoCheck(storage: SafeStorage, now: () => number): (entry: OutboxEntry) => boolean {
  return ({ id, undoUntil }) => {
    if (undoUntil === undefined) return false;
    const time = undoUntil - now();
    // Where the clock was set back since, nobody is to wait for it to catch up.
    const isInTime = time > 0 && time <= undoTime && !readMarked(storage, 'leftDeletions').includes(id);
    return isInTime || readMarked(storage, 'undoneDeletions').includes(id);
  };
}

export function createDeletions(host: DeletionsHost): Deletions {
  const { outbox, now } = host;
  /** Made on this page, by the links' ids: another tab may take one back and delete the same link anew. */
  const own = new Map<string, NewEntry>();
  const { undoable, pending, hold, takeBack, subscribe } = createPending(host);

  return {
    pending,
    add(link) {
      const entry = { id: newId(), kind: 'delete', link, undoUntil: now() + undoTime } as const;
      own.set(link.id, entry);
      void hold(entry);
    },
    undo: (id) => takeBack(({ link }) => link.id === id),
    flush() {
      const deletions = undoable();
      const leaving = deletions.filter(({ id, link }) => own.get(link.id)?.id === id);
      if (leaving.length === 0) return;
      markDeletions(host.storage, 'leftDeletions', leaving, deletions);
      // A deletion must not overtake a change of the link that is still to be sent.
      const unsent = new Set(outbox.entries().map(({ link }) => link.id));
      for (const { link } of leaving) if (!unsent.has(link.id)) host.sendLeaving(link).catch(nothing);
      sendDue(outbox);
    },
    clear: () => void takeBack(() => true),
    subscribe,
  };
}

/** What is deleted and not done yet: as it is written down, and what is being written down. */
function createPending({ outbox, storage, now, schedule }: Omit<DeletionsHost, 'sendLeaving'>) {
  const listeners = new Set<() => void>();
  const beingAdded = new Map<string, NewEntry>();
  let pending: readonly PendingDeletion[] = [];
  let callOff = nothing;

  const timeLeft = (undoUntil = 0) => undoUntil - now();

  function undoable(): readonly NewEntry[] {
    const undone = readMarked(storage, 'undoneDeletions');
    const written = outbox.undoable().filter(({ link }) => !beingAdded.has(link.id));
    return [...written, ...beingAdded.values()].filter(({ id }) => !undone.includes(id));
  }

  function redraw(): void {
    dropUndone(outbox, storage);
    const deletions = undoable();
    pending = [
      ...deletions.map(({ link: { id } }) => ({ id, canUndo: true })),
      ...outbox.entries().flatMap((entry) => (isDue(entry) ? { id: entry.link.id, canUndo: false } : [])),
    ];
    callOff();
    const times = deletions.map(({ undoUntil }) => timeLeft(undoUntil)).filter((time) => time > 0);
    callOff = times.length > 0 ? schedule(() => sendDue(outbox), Math.min(...times)) : nothing;
    for (const listener of listeners) listener();
  }

  outbox.subscribe(redraw);

  return {
    undoable,
    pending: () => pending,
    /** Shown at once, and written down. */
    async hold(entry: NewEntry): Promise<void> {
      beingAdded.set(entry.link.id, entry);
      redraw();
      await outbox.hold(added(entry)).catch(nothing);
      if (beingAdded.get(entry.link.id) === entry) beingAdded.delete(entry.link.id);
      redraw();
      // It may have taken as long as it could be undone.
      if (timeLeft(entry.undoUntil) <= 0) sendDue(outbox);
    },
    /** At once, though the page may end before it is written down. False where there is none. */
    takeBack(isMeant: (deletion: NewEntry) => boolean): boolean {
      const deletions = undoable();
      const undone = deletions.filter(isMeant);
      if (undone.length > 0) markDeletions(storage, 'undoneDeletions', undone, deletions);
      redraw();
      return undone.length > 0;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Takes what was undone out of what is written down, also what a page had no time for that was left. */
function dropUndone(outbox: DeletionsHost['outbox'], storage: SafeStorage): void {
  const undone = readMarked(storage, 'undoneDeletions');
  const isUndone = ({ id }: NewEntry) => undone.includes(id);
  if (outbox.undoable().some(isUndone))
    outbox.edit((entries) => entries.filter((entry) => !isUndone(entry))).catch(nothing);
}

function isDue({ kind, standing }: OutboxEntry): boolean {
  return kind === 'delete' && standing.kind === 'waiting';
}

/** The time to undo some is over. */
function sendDue(outbox: DeletionsHost['outbox']): void {
  outbox.redraw();
  void outbox.send();
}

function nothing(): void {}

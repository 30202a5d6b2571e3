import type { Link } from '#core/links/link.ts';
import { newId } from '#web/lib/new-id.ts';
import type { SafeStorage } from '#web/lib/storage.ts';

import { markDeletions, readMarked } from './deletion-marks.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';
import { added } from '#web/links-client/outbox/outbox-edits.ts';
import type { NewEntry } from '#web/links-client/outbox/outbox-edits.ts';
import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';

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
  /** The ids of those made on this page: another tab may take one back and delete the same link anew. */
  const own = new Set<string>();
  const { undoable, pending, hold, takeBack, subscribe } = createPending(host);

  return {
    pending,
    add(link) {
      const entry = { id: newId(), kind: 'delete', link, undoUntil: now() + undoTime } as const;
      own.add(entry.id);
      void hold(entry);
    },
    undo: (id) => takeBack(({ link }) => link.id === id),
    flush() {
      const leaving = undoable().filter(({ id }) => own.has(id));
      if (leaving.length === 0) return;
      markDeletions(host.storage, 'leftDeletions', leaving);
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
  const beingAdded = new Set<NewEntry>();
  let pending: readonly PendingDeletion[] = [];
  let callOff = nothing;

  const timeLeft = (undoUntil = 0) => undoUntil - now();

  function undoable(): readonly NewEntry[] {
    const deletions = withoutUndone(storage, [...outbox.undoable(), ...beingAdded]);
    // The last one of each link.
    return [...new Map(deletions.map((deletion) => [deletion.link.id, deletion])).values()];
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
      beingAdded.add(entry);
      redraw();
      // One that was undone while it was being written down is not the same deletion.
      await outbox.hold((entries) => added(entry)(withoutUndone(storage, entries))).catch(nothing);
      beingAdded.delete(entry);
      redraw();
      // It may have taken as long as it could be undone.
      if (timeLeft(entry.undoUntil) <= 0) sendDue(outbox);
    },
    /** At once, though the page may end before it is written down. False where there is none. */
    takeBack(isMeant: (deletion: NewEntry) => boolean): boolean {
      const undone = undoable().filter(isMeant);
      if (undone.length > 0) markDeletions(storage, 'undoneDeletions', undone);
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
  const written = outbox.undoable();
  if (withoutUndone(storage, written).length < written.length)
    outbox.edit((entries) => withoutUndone(storage, entries)).catch(nothing);
}

function withoutUndone<T extends NewEntry>(storage: SafeStorage, entries: readonly T[]): readonly T[] {
  const undone = readMarked(storage, 'undoneDeletions');
  return entries.filter(({ id }) => !undone.includes(id));
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

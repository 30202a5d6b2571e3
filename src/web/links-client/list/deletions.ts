import type { Link } from '#core/links/link.ts';
import { t, translated } from '#web/lib/language.ts';
import { newId } from '#web/lib/new-id.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { added, isDueDeletion, type NewEntry, type OutboxEntry } from '#web/links-client/outbox/entries.ts';
import type { Outbox } from '#web/links-client/outbox/outbox.ts';

import type { Selection } from './selection.ts';

/** The time for Undo, in milliseconds. */
export const undoTime = 6000;

/** `id` is that of the link. `canUndo` is false when the deletion is ready to be sent. */
type PendingDeletion = { readonly id: string; readonly canUndo: boolean };

type DeletionsHost = {
  readonly outbox: Outbox;
  readonly storage: SafeStorage;
  /** Deletes on the server by a request that outlives the page. */
  readonly sendLeaving: (link: Link) => Promise<void>;
};

/**
 * Deletions that are not done yet. Nothing is sent before the time for Undo is over, so the link keeps its id, times
 * and position. Deletions are stored at once, like all changes. If a tab dies, the next tab sends them.
 */
export type Deletions = ReadonlyStore<readonly PendingDeletion[]> & {
  has(id: string): boolean;
  add(link: Link): void;
  /** Takes a deletion back. Returns false if it is being sent already. */
  undo(id: string): boolean;
  /** Sends this tab's deletions now, by requests that outlive the page. The deletions of other tabs still wait. */
  flush(): void;
  /** Takes all deletions back. */
  clear(): void;
};

export function createDeletions(host: DeletionsHost): Deletions {
  const { outbox, storage } = host;
  /** The ids of the entries of this page. Another tab may have deleted the same link again. */
  const own = new Set<string>();
  const { get, subscribe, update, undoable, beingAdded } = createPending(host);

  /** Shows the deletion at once, and stores it. */
  async function store(entry: NewEntry & { readonly undoUntil: number }): Promise<void> {
    beingAdded.add(entry);
    update();
    // The link may have an older deletion that was undone. That one is removed first.
    await outbox.applyOrRemember((entries) => added(entry)(withoutUndone(storage, entries))).catch(doNothing);
    beingAdded.delete(entry);
    update();
    // Storing may have taken as long as the time for Undo.
    if (entry.undoUntil <= Date.now()) sendDue(outbox);
  }

  /** Marks deletions as undone at once, because the page may end soon. Returns false if none matches. */
  function undoAll(matches: (deletion: NewEntry) => boolean): boolean {
    const undone = undoable().filter(matches);
    if (undone.length > 0) markDeletions(storage, 'undoneDeletions', undone);
    update();
    return undone.length > 0;
  }

  return {
    get,
    subscribe,
    has: (id) => get().some((deletion) => deletion.id === id),
    add(link) {
      const entry = { id: newId(), kind: 'delete', link, undoUntil: Date.now() + undoTime } as const;
      own.add(entry.id);
      void store(entry);
    },
    undo: (id) => undoAll(({ link }) => link.id === id),
    flush() {
      const leaving = undoable().filter(({ id }) => own.has(id));
      if (leaving.length === 0) return;
      markDeletions(storage, 'leftDeletions', leaving);
      // A deletion must not overtake a change of the same link that is still to be sent.
      const unsent = new Set(outbox.get().unsent.map(({ link }) => link.id));
      for (const { link } of leaving) if (!unsent.has(link.id)) host.sendLeaving(link).catch(doNothing);
      sendDue(outbox);
    },
    clear: () => void undoAll(() => true),
  };
}

function createPending({ outbox, storage }: DeletionsHost) {
  const beingAdded = new Set<NewEntry>();
  const pending = createStore<readonly PendingDeletion[]>([]);
  const timer = createTimer();

  /** Returns the last deletion of each link that can be undone. */
  function undoable(): readonly NewEntry[] {
    const deletions = withoutUndone(storage, [...outbox.get().undoable, ...beingAdded]);
    return [...new Map(deletions.map((deletion) => [deletion.link.id, deletion])).values()];
  }

  function update(): void {
    // Undone deletions leave the outbox, also those of a page that was closed before it could remove them.
    const stored = outbox.get().undoable;
    if (withoutUndone(storage, stored).length < stored.length)
      outbox.apply((entries) => withoutUndone(storage, entries)).catch(doNothing);
    const deletions = undoable();
    timer.stop();
    const times = deletions.map(({ undoUntil = 0 }) => undoUntil - Date.now()).filter((time) => time > 0);
    if (times.length > 0) timer.start(() => sendDue(outbox), Math.min(...times));
    const due = outbox.get().unsent.filter(isDueDeletion);
    pending.set([
      ...deletions.map(({ link: { id } }) => ({ id, canUndo: true })),
      ...due.map(({ link: { id } }) => ({ id, canUndo: false })),
    ]);
  }

  outbox.subscribe(update);
  return { get: pending.get, subscribe: pending.subscribe, update, undoable, beingAdded };
}

function withoutUndone<T extends NewEntry>(storage: SafeStorage, entries: readonly T[]): readonly T[] {
  const undone = readMarked(storage, 'undoneDeletions');
  return entries.filter(({ id }) => !undone.includes(id));
}

function sendDue(outbox: Outbox): void {
  outbox.updateUndoable();
  void outbox.send();
}

/** Whether a deletion must not be sent: it was undone, or can be undone and no closing page has sent it. */
export function createUndoCheck(storage: SafeStorage): (entry: OutboxEntry) => boolean {
  return ({ id, undoUntil }) => {
    if (undoUntil === undefined) return false;
    const time = undoUntil - Date.now();
    // If the clock was set back in the meantime, the deletion does not wait longer.
    const isInTime = time > 0 && time <= undoTime && !readMarked(storage, 'leftDeletions').includes(id);
    return isInTime || readMarked(storage, 'undoneDeletions').includes(id);
  };
}

/**
 * A closing page has no time to change the outbox, so deletions are marked in `storage`. `leftDeletions` were sent: no
 * page may offer to undo them. `undoneDeletions` were undone: no page may send them.
 */
type Mark = 'leftDeletions' | 'undoneDeletions';

function readMarked(storage: SafeStorage, mark: Mark): readonly string[] {
  return (storage.read(mark) ?? '').split(' ');
}

/** Adds marks, and keeps only the newest ones. Older deletions were finished long ago. */
function markDeletions(storage: SafeStorage, mark: Mark, marked: readonly NewEntry[]): void {
  const before = readMarked(storage, mark).slice(-100);
  storage.write(mark, [...before, ...marked.map(({ id }) => id)].join(' '));
}

function doNothing(): void {}

type RemovalHost = DeletionsHost & {
  readonly selection: Selection;
  /** Returns the link in its latest version that is known here. */
  readonly latest: (link: Link) => Link;
};

/** Removes links, with Undo. It remembers which links were ticked. */
export type LinkRemoval = {
  readonly deletions: Deletions;
  /** Why a deletion failed. Null: none has failed, or another link was deleted since then. */
  readonly deletionNotice: ReadonlyStore<string | null>;
  /** Deletes the link in its latest version that is known here. */
  remove(link: Link): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
  /** Call it when a link was saved. If its deletion was given up and it was ticked, ticks it again. */
  onSaved(id: string): void;
  /** Call it when the server has refused a deletion. The link is ticked again if it was ticked. */
  onRefused(id: string, failure: Error): void;
};

export function createLinkRemoval({ selection, latest, ...host }: RemovalHost): LinkRemoval {
  const deletionNotice = createStore<string | null>(null);
  const tickedBefore = new Set<string>();
  const deletions = createDeletions(host);

  function tickAgain(id: string): void {
    if (tickedBefore.delete(id)) selection.tick(id);
  }

  return {
    deletions,
    deletionNotice,
    remove(link) {
      const { id } = link;
      deletionNotice.set(null);
      if (selection.has(id)) tickedBefore.add(id);
      else tickedBefore.delete(id);
      selection.untick([id]);
      deletions.add(latest(link));
    },
    keep(id) {
      if (deletions.undo(id)) tickAgain(id);
    },
    onSaved(id) {
      // While the deletion waits, a save is only of a change that was made before the deletion.
      if (!deletions.has(id)) tickAgain(id);
    },
    onRefused(id, failure) {
      tickAgain(id);
      deletionNotice.set(`${t('The link is still there.')} ${translated(failure.message)}`);
    },
  };
}

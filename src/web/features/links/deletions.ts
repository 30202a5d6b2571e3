import type { SafeStorage } from '#web/storage.ts';

import { readPending, writePending } from './pending-deletions.ts';
import type { Deletion } from './pending-deletions.ts';

export const undoTime = 6000;

type PendingDeletion = { readonly id: string; readonly canUndo: boolean };

/**
 * Deletions that can still be undone. Nothing reaches the server before its time is over, so Undo keeps the link's
 * id, times and place. They are written down: a tab that dies leaves them to the next one.
 */
export type Deletions = {
  pending(): readonly PendingDeletion[];
  add(id: string): void;
  /** False when the deletion is on its way already. */
  undo(id: string): boolean;
  /** Sends now what was added here, by requests that outlive the page. Other tabs keep their time to undo. */
  flush(): void;
  /** Takes all back. */
  clear(): void;
  /** Reads again what another tab, or an earlier visit, wrote, and sends what is due. */
  reload(): void;
  subscribe(listener: () => void): () => void;
};

export type DeletionsHost = {
  readonly storage: SafeStorage;
  readonly now: () => number;
  /** Runs once after so many milliseconds; the answer calls it off. */
  readonly schedule: (run: () => void, delay: number) => () => void;
  /** Deletes on the server; a link that is gone already counts as deleted. */
  readonly send: (id: string, options: { keepalive: boolean }) => Promise<void>;
  /** Whether a change of the link is still to be sent: its deletion must not overtake that. */
  readonly isUnsent: (id: string) => boolean;
  /** Once the deletion is done or written down for sending, before the deletion stops being pending. */
  readonly onSent: (id: string) => void;
  readonly onFail: (id: string, failure: unknown) => void;
};

export function createDeletions(host: DeletionsHost): Deletions {
  const listeners = new Set<() => void>();
  const sending = new Set<string>();
  const own = createOwnDeletions();
  let pending: readonly PendingDeletion[] = [];
  let callOff = nothing;

  function show(next: readonly Deletion[]): void {
    const now = host.now();
    pending = next.map(({ id, due }) => ({ id, canUndo: due > now }));
    for (const { id, due } of next) if (due <= now) void send(id, false);
    callOff();
    const waiting = next.filter(({ due }) => due > now).map(({ due }) => due - now);
    callOff = waiting.length > 0 ? host.schedule(reload, Math.min(...waiting)) : nothing;
    for (const listener of listeners) listener();
  }

  function change(edit: (stored: readonly Deletion[]) => readonly Deletion[]): void {
    const next = edit(readPending(host.storage));
    writePending(host.storage, next);
    show(next);
  }

  const reload = () => change((stored) => stored.map((one) => inReach(one, host.now())));

  async function send(id: string, keepalive: boolean): Promise<void> {
    if (sending.has(id)) return;
    sending.add(id);
    try {
      await host.send(id, { keepalive });
      host.onSent(id);
    } catch (failure) {
      host.onFail(id, failure);
    }
    change((stored) => without(stored, id));
    sending.delete(id);
  }

  const mayLeave = (one: Deletion) => own.has(one) && !host.isUnsent(one.id);

  return {
    pending: () => pending,
    add: (id) => change((stored) => [...without(stored, id), own.add(id, host.now() + undoTime)]),
    undo(id) {
      if (sending.has(id)) return false;
      change((stored) => without(stored, id));
      return true;
    },
    flush() {
      for (const { id } of readPending(host.storage).filter(mayLeave)) void send(id, true);
      change((stored) => stored.map((one) => (own.has(one) ? { ...one, due: host.now() } : one)));
    },
    clear: () => change(() => []),
    reload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Which deletions this tab made. By time too: another tab may take one back and delete the same link anew. */
function createOwnDeletions() {
  const dueTimes = new Map<string, number>();
  return {
    has: ({ id, due }: Deletion) => dueTimes.get(id) === due,
    add(id: string, due: number): Deletion {
      dueTimes.set(id, due);
      return { id, due };
    },
  };
}

/** Where the clock was set back since, nobody is to wait for it to catch up. */
function inReach(deletion: Deletion, now: number): Deletion {
  return deletion.due > now + 2 * undoTime ? { ...deletion, due: now + undoTime } : deletion;
}

function nothing(): void {}

function without(deletions: readonly Deletion[], id: string): readonly Deletion[] {
  return deletions.filter((deletion) => deletion.id !== id);
}

import { inTime } from '#web/api/in-time.ts';

import { added, removed } from './outbox-edits.ts';
import type { Edit, Entries, NewEntry } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { createOutboxView } from './outbox-view.ts';
import type { Failing } from './outbox-view.ts';
import type { RetryClock } from './retry-timer.ts';
import { outcomeLeft } from './save-outcome.ts';
import type { SaveOutcome } from './save-outcome.ts';
import type { Answer } from './send-entry.ts';

/** Changes that were written down and are sent in order, each once, by one tab at a time. */
export type Outbox = {
  /** What is unsent, as this tab last read it, but for deletions that can be undone and what is waited for here. */
  entries(): Entries;
  /** Deletions that can be undone. They are not sent before that time is over. */
  undoable(): Entries;
  /**
   * Writes a change down, sends what is unsent, and says what became of this one, or that it is kept where the server
   * takes long. One that the server did not take is not kept: whoever waits still has it.
   */
  addAndWait(entry: NewEntry): Promise<SaveOutcome>;
  edit(edit: Edit): Promise<void>;
  /** The same; what cannot be written down is held in memory. */
  hold(edit: Edit): Promise<void>;
  /** The time to undo something may be over. */
  redraw(): void;
  /** Reads again what another tab, or an earlier visit, wrote. */
  reload(): Promise<void>;
  failing(): Failing | null;
  /** Sends what is unsent. Ends when nothing is left to send, or when the server cannot be reached. */
  send(): Promise<void>;
  /** The network may be back: gives up a request that hangs, and sends what is unsent. */
  wake(): void;
  subscribe(listener: () => void): () => void;
};

export type OutboxHost = {
  readonly store: OutboxStore;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  /** Aborted, the request counts as unanswered. Rejects where it cannot be sent, or its answer is to be asked for again. */
  readonly send: (entry: OutboxEntry, signal: AbortSignal) => Promise<Answer>;
  /** Whether a deletion can still be undone. */
  readonly canUndo: (entry: OutboxEntry) => boolean;
  /** Once the server has answered and the answer is written down. */
  readonly onAnswer: (entry: OutboxEntry, answer: Answer) => void;
  /** Other tabs are to read again. */
  readonly onChange: () => void;
  readonly retry: RetryClock;
};

export function createOutbox(host: OutboxHost): Outbox {
  const view = createOutboxView(host.canUndo);
  const awaited = new Map<string, SaveOutcome | null>();

  async function edit(change: Edit, onWritten?: () => void): Promise<void> {
    const entries = await host.store.edit(change);
    onWritten?.();
    show(entries);
  }

  function show(entries: Entries): void {
    view.show(entries);
    host.onChange();
  }

  async function reload(): Promise<void> {
    view.show(await host.store.read());
  }

  const { send, wake } = createOutboxSender({ ...host, view, reload, edit, awaited });

  async function wait(entry: NewEntry): Promise<SaveOutcome> {
    await edit(added(entry));
    // What is not sent by then is kept.
    await inTime(formPatience, send).catch(() => {});
    const left = view.all().find(({ id }) => id === entry.id);
    const outcome = awaited.get(entry.id) ?? outcomeLeft(entry.link, left);
    if (outcome.kind === 'failed' && left !== undefined) await edit(removed(left));
    return outcome;
  }

  return {
    entries: view.shown,
    failing: view.failing,
    undoable: view.undoable,
    async addAndWait(entry) {
      awaited.set(entry.id, null);
      view.hide(entry.id);
      try {
        return await wait(entry);
      } finally {
        awaited.delete(entry.id);
        view.reveal(entry.id);
      }
    },
    edit: (change) => edit(change),
    hold: async (change) => show(await host.store.hold(change)),
    redraw: () => view.show(view.all()),
    reload,
    send,
    wake,
    subscribe: view.subscribe,
  };
}

/** Whoever waits at the form waits so long for a silent network, in milliseconds. */
export const formPatience = 8000;

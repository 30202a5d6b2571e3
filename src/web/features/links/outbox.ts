import { added, removed } from './outbox-edits.ts';
import type { Edit, Entries } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { OutboxStore } from './outbox-store.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { createOutboxView } from './outbox-view.ts';
import type { Failing } from './outbox-view.ts';
import { outcomeLeft } from './save-outcome.ts';
import type { SaveOutcome } from './save-outcome.ts';
import type { Answer } from './send-entry.ts';

/** Changes that were written down and are sent in order, each once, by one tab at a time. */
export type Outbox = {
  /** What is unsent, as this tab last read it, but for what somebody is waiting for here. */
  entries(): Entries;
  isUnsent(linkId: string): boolean;
  /** Writes a change down, and begins to send. Rejects where it could not be written. */
  add(entry: NewEntry): Promise<void>;
  /**
   * Writes a change down, sends what is unsent, and says what became of this one. One that the server did not take is
   * not kept: whoever waits still has it.
   */
  addAndWait(entry: NewEntry): Promise<SaveOutcome>;
  edit(edit: Edit): Promise<void>;
  /** Reads again what another tab, or an earlier visit, wrote. */
  reload(): Promise<void>;
  failing(): Failing | null;
  /** Sends what is unsent. Ends when nothing is left to send, or when the server cannot be reached. */
  send(): Promise<void>;
  subscribe(listener: () => void): () => void;
};

type NewEntry = Pick<OutboxEntry, 'id' | 'kind' | 'link'>;

export type OutboxHost = {
  readonly store: OutboxStore;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  readonly send: (entry: OutboxEntry) => Promise<Answer>;
  /** Once the server has answered and the answer is written down. */
  readonly onAnswer: (entry: OutboxEntry, answer: Answer) => void;
  /** Other tabs are to read again. */
  readonly onChange: () => void;
  readonly retry: { failed(): void; succeeded(): void };
};

export function createOutbox(host: OutboxHost): Outbox {
  const view = createOutboxView();
  const awaited = new Map<string, SaveOutcome | null>();

  async function edit(change: Edit, onWritten?: () => void): Promise<void> {
    const entries = await host.store.edit(change);
    onWritten?.();
    view.show(entries);
    host.onChange();
  }

  async function reload(): Promise<void> {
    view.show(await host.store.read());
  }

  const send = createOutboxSender({ ...host, view, reload, edit, awaited });

  async function wait(entry: NewEntry): Promise<SaveOutcome> {
    await edit(added(entry));
    await send();
    const left = view.all().find(({ id }) => id === entry.id);
    const outcome = awaited.get(entry.id) ?? outcomeLeft(entry.link, left);
    if (outcome.kind === 'failed' && left !== undefined) await edit(removed(left));
    return outcome;
  }

  return {
    entries: view.shown,
    failing: view.failing,
    isUnsent: (linkId) => view.all().some(({ link }) => link.id === linkId),
    async add(entry) {
      await edit(added(entry));
      void send();
    },
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
    reload,
    send,
    subscribe: view.subscribe,
  };
}

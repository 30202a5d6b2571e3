import { inTime } from '#web/api/send.ts';
import { createStore } from '#web/lib/store.ts';
import type { InTurn } from '#web/lib/tasks.ts';

import {
  added,
  isFromServer,
  marked,
  nextToSend,
  outcomeLeft,
  outcomeOf,
  removed,
  settled,
  type Answer,
  type Edit,
  type Entries,
  type Failing,
  type NewEntry,
  type OutboxEntry,
  type OutboxState,
  type SaveOutcome,
} from './outbox-entry.ts';
import type { OutboxStore } from './outbox-store.ts';

/** An entry that was sent, and the server's answer. */
export type AnsweredEntry = { readonly entry: OutboxEntry; readonly answer: Answer };

type OutboxHost = {
  readonly store: OutboxStore;
  /** Runs one task at a time over all tabs. */
  readonly alone: InTurn;
  /** Sends an entry. If the signal aborts, the result is `unanswered`. If it rejects, the entry is sent again later. */
  readonly send: (entry: OutboxEntry, signal: AbortSignal) => Promise<Answer>;
  readonly canUndo: (entry: OutboxEntry) => boolean;
  /** Runs after this tab has changed what is stored. */
  readonly onChange: () => void;
  readonly retry: RetryTimer;
};

/** The wait for an answer while the form is open, in milliseconds. */
export const formTimeout = 8000;

export type Outbox = ReturnType<typeof createOutbox>;

/** Changes that are stored and then sent in order, each once, by one tab at a time. */
export function createOutbox(host: OutboxHost) {
  /** The last answer. It is set after the answer is stored and before the state changes. */
  const answered = createStore<AnsweredEntry | null>(null);
  /** The outcomes that callers wait for, by entry id; null while unknown. */
  const awaited = new Map<string, SaveOutcome | null>();
  const view = createView(host.canUndo, (id) => awaited.has(id));

  function show(entries: Entries): void {
    view.show(entries);
    host.onChange();
  }

  const edit = async (change: Edit) => show(await host.store.edit(change));

  async function take(entry: OutboxEntry, answer: Answer): Promise<void> {
    const outcome = awaited.has(entry.id) ? outcomeOf(entry, answer) : null;
    if (outcome !== null) awaited.set(entry.id, outcome);
    const change = outcome?.kind === 'failed' ? removed(entry) : editAfter(entry, answer);
    const entries = change === null ? null : await host.store.edit(change);
    // A saved link is in the list before its change leaves the outbox.
    answered.set({ entry, answer });
    if (entries !== null) show(entries);
  }

  const sender = createSender(host, view, take);

  async function wait(entry: NewEntry): Promise<SaveOutcome> {
    await edit(added(entry));
    await inTime(formTimeout, sender.send).catch(() => {});
    const left = view.all().find(({ id }) => id === entry.id);
    const outcome = awaited.get(entry.id) ?? outcomeLeft(entry.link, left);
    if (outcome.kind === 'failed' && left !== undefined) await edit(removed(left));
    return outcome;
  }

  return {
    ...sender,
    get: view.get,
    subscribe: view.subscribe,
    answered,
    /**
     * Stores a change, sends what is unsent, and returns the outcome of this change. If the server takes long, the
     * outcome is `kept`. A change that the server does not take is not kept: the caller still has it.
     */
    async addAndWait(entry: NewEntry): Promise<SaveOutcome> {
      awaited.set(entry.id, null);
      return wait(entry).finally(() => {
        awaited.delete(entry.id);
        view.update();
      });
    },
    edit,
    /** Like `edit`, but keeps in memory what cannot be stored. */
    hold: async (change: Edit) => show(await host.store.hold(change)),
    /** Reads the clock again: the time for Undo may be over. */
    updateUndoable: view.update,
  };
}

function createView(canUndo: OutboxHost['canUndo'], isHidden: (id: string) => boolean) {
  const state = createStore<OutboxState>({ unsent: [], undoable: [], failing: null });
  let all: Entries = [];

  function show(entries: Entries, failing = state.get().failing): void {
    all = entries;
    const undoable = entries.filter(canUndo);
    state.set({
      unsent: entries.filter((entry) => !isHidden(entry.id) && !undoable.includes(entry)),
      undoable,
      failing: all.some(({ id }) => id === failing?.entry.id) ? failing : null,
    });
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    all: () => all,
    show: (entries: Entries) => show(entries),
    update: () => show(all),
    setFailing(next: Failing | null) {
      if (next !== state.get().failing) show(all, next);
    },
  };
}

function createSender(
  { store, alone, canUndo, retry, send: sendEntry }: OutboxHost,
  view: ReturnType<typeof createView>,
  take: (entry: OutboxEntry, answer: Answer) => Promise<void>,
) {
  let queued: Promise<void> | null = null;
  let request = new AbortController();

  const sendLater = (failure: unknown) =>
    retry.failed(isFromServer(failure) ? 'server' : 'network', () => void send());

  /** Reads what another tab, or an earlier visit, has stored. */
  const reload = async () => view.show(await store.read());

  async function drain(): Promise<void> {
    queued = null;
    await reload();
    const nextOne = () => nextToSend(view.all(), canUndo);
    for (let next = nextOne(); next !== null; next = nextOne()) {
      request = new AbortController();
      const answer = await sendEntry(next, request.signal);
      await take(next, answer);
      if (answer.kind === 'unanswered') {
        const { failure } = answer;
        // If the network fails, the change is not the cause.
        view.setFailing(isFromServer(failure) ? { entry: next, message: failure.message } : null);
        return sendLater(failure);
      }
      retry.succeeded();
    }
    view.setFailing(null);
    retry.succeeded();
  }

  /** Sends what is unsent. Resolves when nothing is left to send, or when the server cannot be reached. */
  function send(): Promise<void> {
    // A turn that has not begun yet will read everything that is stored by now.
    queued ??= alone(drain).catch((failure: unknown) => {
      queued = null;
      sendLater(failure);
    });
    return queued;
  }

  return {
    reload,
    send,
    /** Call it when the network may be back. Aborts a request that hangs, and sends what is unsent. */
    wake() {
      retry.forget();
      request.abort();
      void send();
    },
  };
}

/** Returns the edit for an answer that no caller waits for; null if nothing changes. */
function editAfter(entry: OutboxEntry, answer: Answer): Edit | null {
  switch (answer.kind) {
    case 'done':
      return settled(entry, answer.link);
    case 'conflict':
      return marked(entry, { kind: 'conflict', theirs: answer.theirs });
    case 'refused':
      // A deletion holds no text of the user. The link simply stays.
      if (entry.kind === 'delete') return removed(entry);
      return marked(entry, { kind: 'refused', message: answer.failure.message });
    case 'unanswered':
      return null;
  }
}

const firstDelay = 1000;
const longestDelays = { server: 60_000, network: 5000 };

type RetryTimer = ReturnType<typeof createRetryTimer>;

/**
 * Runs a task again after a failure. The delay grows with each failure in a row.
 * @param random Returns a number between 0 and 1.
 */
export function createRetryTimer(random: () => number) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    /** Runs `run` later. The delay for a failing server grows longer than that for a network that is down. */
    failed(by: 'server' | 'network', run: () => void) {
      const longestDelay = longestDelays[by];
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
      failures = Math.min(failures + 1, 10);
      clearTimeout(timer);
      // The delay varies by half, so that tabs that failed together do not retry together.
      timer = setTimeout(run, Math.min(delay * (0.5 + random()), longestDelay));
    },
    succeeded() {
      failures = 0;
      clearTimeout(timer);
    },
    /** The next failure counts as the first one. A task that is already scheduled still runs. */
    forget() {
      failures = 0;
    },
  };
}

import { fieldsOf, hasSameFields, type Link, type LinkFields } from '#core/links/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { ApiError, inTime } from '#web/api/send.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import type { InTurn, RetryTimer } from '#web/lib/tasks.ts';

import {
  added,
  formTimeout,
  marked,
  nextToSend,
  outcomeLeft,
  removed,
  settled,
  type Revision,
  type Entries,
  type Failing,
  type NewEntry,
  type OutboxEntry,
  type OutboxState,
  type SaveOutcome,
} from './entries.ts';
import type { OutboxStore } from './outbox-store.ts';

type OutboxHost = {
  readonly store: OutboxStore;
  /** Runs one task at a time over all tabs. */
  readonly alone: InTurn;
  /** Sends an entry. If the signal aborts, the result is `unanswered`. If it rejects, the entry is sent again later. */
  readonly send: (entry: OutboxEntry, signal: AbortSignal) => Promise<Answer>;
  readonly canUndo: (entry: OutboxEntry) => boolean;
  /** Runs after the server's answer to an entry is stored, and before the state changes. */
  readonly onAnswer: (entry: OutboxEntry, answer: Answer) => void;
  /** Runs after this tab has changed what is stored. */
  readonly onChange: () => void;
  readonly retry: RetryTimer;
};

/** Changes that are stored and then sent in order, each once, by one tab at a time. */
export type Outbox = ReadonlyStore<OutboxState> &
  Sender & {
    /**
     * Stores a change, sends what is unsent, and returns the outcome of this change. If the server takes long, the
     * outcome is `kept`. A change that the server does not accept is not kept: the caller still has it.
     * @param seen the fields that the user has changed; null for a new link
     */
    addAndWait(entry: NewEntry, seen?: LinkFields | null): Promise<SaveOutcome>;
    /** Changes what is stored. Rejects if that is not possible. */
    apply(revision: Revision): Promise<void>;
    /** Like `apply`, but keeps entries in memory that cannot be stored. */
    applyOrRemember(revision: Revision): Promise<void>;
    /** Reads the clock again, because the time for Undo may be over. */
    updateUndoable(): void;
  };

export function createOutbox(host: OutboxHost): Outbox {
  /** The outcomes that callers wait for, by entry id; null while unknown. */
  const awaited = new Map<string, SaveOutcome | null>();
  /** The ids of the changes that were made in this tab. */
  const made = new Set<string>();
  const view = createView(host.canUndo, (id) => awaited.has(id));

  function show(entries: Entries): void {
    view.show(entries);
    host.onChange();
  }

  const apply = async (revision: Revision) => show(await host.store.apply(revision));

  async function accept(entry: OutboxEntry, answer: Answer): Promise<void> {
    const outcome = awaited.has(entry.id) ? outcomeOf(entry, answer) : null;
    if (outcome !== null) awaited.set(entry.id, outcome);
    const revision = outcome?.kind === 'failed' ? removed(entry) : revisionAfter(entry, answer);
    const entries = revision === null ? null : await host.store.apply(revision);
    // A saved link is in the list before its change leaves the outbox.
    host.onAnswer(entry, answer);
    if (entries !== null) show(entries);
  }

  const sender = createSender(host, view, accept);

  return {
    ...sender,
    get: view.get,
    subscribe: view.subscribe,
    async addAndWait(entry, seen = null) {
      const isSeen = ({ id, link }: OutboxEntry) =>
        made.has(id) || (seen !== null && hasSameFields(link, seen));
      awaited.set(entry.id, null);
      made.add(entry.id);
      try {
        await apply(added(entry, isSeen));
        await inTime(formTimeout, sender.send).catch(() => {});
        const left = view.all().find(({ id }) => id === entry.id);
        const outcome = awaited.get(entry.id) ?? outcomeLeft(entry.link, left);
        if (outcome.kind === 'failed' && left !== undefined) await apply(removed(left));
        return outcome;
      } finally {
        awaited.delete(entry.id);
        view.update();
      }
    },
    apply,
    applyOrRemember: async (revision) => show(await host.store.applyOrRemember(revision)),
    updateUndoable: view.update,
  };
}

function createView(canUndo: OutboxHost['canUndo'], isHidden: (id: string) => boolean) {
  const state = createStore<OutboxState>({ unsent: [], undoable: [], failing: null });
  let all: Entries = [];

  function show(entries: Entries, failing = state.get().failing): void {
    // Every generation reads the stored entries. Mostly there are none, and nothing has to be drawn again.
    if (all.length + entries.length === 0 && failing === state.get().failing) return;
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
    show,
    update: () => show(all),
    setFailing(next: Failing | null) {
      if (next !== state.get().failing) show(all, next);
    },
  };
}

type Sender = {
  /** Reads the entries that another tab or an earlier visit has stored. */
  reload(): Promise<void>;
  /**
   * Sends all unsent entries. Resolves when nothing is left to send, or when a try has failed. The next try is then
   * scheduled.
   */
  send(): Promise<void>;
  /** Call it when the network may be back. Aborts a request that hangs, and sends what is unsent. */
  wake(): void;
};

function createSender(
  { store, alone, canUndo, retry, send: sendOne }: OutboxHost,
  view: ReturnType<typeof createView>,
  accept: (entry: OutboxEntry, answer: Answer) => Promise<void>,
) {
  let queued: Promise<void> | null = null;
  let request = new AbortController();

  const sendLater = (failure: unknown) =>
    retry.failed(isFromServer(failure) ? 'server' : 'network', () => void send());

  const reload = async () => view.show(await store.read());

  async function drain(): Promise<void> {
    queued = null;
    await reload();
    const nextOne = () => nextToSend(view.all(), canUndo);
    for (let next = nextOne(); next !== null; next = nextOne()) {
      request = new AbortController();
      const answer = await sendOne(next, request.signal);
      await accept(next, answer);
      if (answer.kind === 'unanswered') {
        const { failure } = answer;
        // The change can only be the cause if the server has answered.
        view.setFailing(isFromServer(failure) ? { entry: next, message: failure.message } : null);
        return sendLater(failure);
      }
      retry.succeeded();
    }
    view.setFailing(null);
    retry.succeeded();
  }

  function send(): Promise<void> {
    // A turn that has not begun yet will also read the entries that are stored now.
    queued ??= alone(drain).catch((failure: unknown) => {
      queued = null;
      sendLater(failure);
    });
    return queued;
  }

  return {
    reload,
    send,
    wake() {
      retry.forget();
      request.abort();
      void send();
    },
  };
}

/** Returns the revision for an answer that no caller waits for; null if nothing changes. */
function revisionAfter(entry: OutboxEntry, answer: Answer): Revision | null {
  switch (answer.kind) {
    case 'done':
      return settled(entry, answer.link);
    case 'conflict':
      return marked(entry, { kind: 'conflict', theirs: answer.theirs });
    case 'refused':
      // A deletion contains no text of the user, so it is dropped and the link stays.
      if (entry.kind === 'delete') return removed(entry);
      return marked(entry, { kind: 'refused', message: answer.failure.message });
    case 'unanswered':
      return null;
  }
}

/** The result of sending a change. */
export type Answer =
  /** `link` is null if the link no longer exists. `failure`: it was a new link, and was deleted elsewhere. */
  | { readonly kind: 'done'; readonly link: Link | null; readonly failure?: ApiError }
  /** The link was deleted or changed elsewhere in the meantime. */
  | { readonly kind: 'conflict'; readonly theirs: Link | null; readonly failure: ApiError }
  | { readonly kind: 'refused'; readonly failure: ApiError }
  /** The result is unknown. The change must be sent again. */
  | { readonly kind: 'unanswered'; readonly failure: unknown };

/** In milliseconds. Without an answer by then, the request counts as lost. */
const requestTimeout = 30_000;

/** Sends a change. If `signal` aborts, the request counts as lost at once. */
export async function sendEntry(api: LinksApi, entry: OutboxEntry, signal: AbortSignal): Promise<Answer> {
  try {
    const link = await inTime(requestTimeout, (ending) => sendOnce(api, entry, ending), signal);
    return { kind: 'done', link };
  } catch (failure) {
    return failure instanceof ApiError ? answerOf(entry, failure) : { kind: 'unanswered', failure };
  }
}

async function sendOnce(api: LinksApi, entry: OutboxEntry, signal: AbortSignal): Promise<Link | null> {
  const { id, updatedAt: ifUpdatedAt } = entry.link;
  const fields = fieldsOf(entry.link);
  switch (entry.kind) {
    case 'create':
      return api.create({ id, ...fields }, signal);
    case 'update':
      return api.update(id, { ...fields, ifUpdatedAt }, signal);
    case 'delete':
      await api.remove(id, { signal, ifUpdatedAt });
      return null;
  }
}

/**
 * A change that exceeds a limit of the site counts as refused. Otherwise all later changes would wait. The user can
 * send it again.
 */
const quotaCodes = new Set<string>(['visitor-saving-limit', 'visitor-workspaces-limit', 'store-full']);

function answerOf({ kind }: OutboxEntry, failure: ApiError): Answer {
  const { code, status, link } = failure;
  if (kind === 'create' && code === 'link-deleted') return { kind: 'done', link: null, failure };
  if (kind === 'update' && (code === 'link-not-found' || code === 'link-deleted'))
    return { kind: 'conflict', theirs: null, failure };
  if (code === 'link-changed' && link !== null) return { kind: 'conflict', theirs: link, failure };
  const isFinal = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: isFinal || quotaCodes.has(code) ? 'refused' : 'unanswered', failure };
}

/** Returns whether the server was reached and failed. */
function isFromServer(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.status !== null;
}

function outcomeOf(entry: OutboxEntry, answer: Answer): SaveOutcome {
  const { failure } = answer;
  if (answer.kind === 'done' && failure === undefined)
    return { kind: 'saved', link: answer.link ?? entry.link };
  if (answer.kind === 'conflict' && answer.theirs !== null)
    return { kind: 'conflict', theirs: answer.theirs };
  if (answer.kind === 'unanswered' && !isFromServer(failure)) return { kind: 'kept' };
  return { kind: 'failed', failure };
}

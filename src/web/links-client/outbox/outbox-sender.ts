import { marked, nextToSend, removed, settled } from './outbox-edits.ts';
import type { Edit } from './outbox-edits.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { Outbox, OutboxHost } from './outbox.ts';
import type { OutboxView } from './outbox-view.ts';
import { isFromServer, outcomeOf } from './save-outcome.ts';
import type { SaveOutcome } from './save-outcome.ts';
import type { Answer } from './send-entry.ts';

type SenderHost = Pick<OutboxHost, 'alone' | 'send' | 'canUndo' | 'onAnswer' | 'retry'> & {
  readonly view: OutboxView;
  readonly reload: () => Promise<void>;
  /** `onWritten` runs once the edit is written down, before it is shown. */
  readonly edit: (edit: Edit, onWritten: () => void) => Promise<void>;
  /** The entries whose outcome somebody waits for, and the outcomes that are known. */
  readonly awaited: Map<string, SaveOutcome | null>;
};

/** Sends what is unsent, in order. `send` ends when nothing is left to send, or when the server cannot be reached. */
export function createOutboxSender(host: SenderHost): Pick<Outbox, 'send' | 'wake'> {
  const { view, awaited, retry } = host;
  let queued: Promise<void> | null = null;
  let request = new AbortController();

  /** The answer is written down before anybody hears of it; a saved link is listed before its change is unsent no more. */
  async function take(entry: OutboxEntry, answer: Answer): Promise<void> {
    const outcome = awaited.has(entry.id) ? outcomeOf(entry, answer) : null;
    if (outcome !== null) awaited.set(entry.id, outcome);
    const change = outcome?.kind === 'failed' ? removed(entry) : afterAnswer(entry, answer);
    const tell = () => host.onAnswer(entry, answer);
    if (change === null) tell();
    else await host.edit(change, tell);
  }

  async function drain(): Promise<void> {
    queued = null;
    await host.reload();
    const nextOne = () => nextToSend(view.all(), host.canUndo);
    for (let next = nextOne(); next !== null; next = nextOne()) {
      request = new AbortController();
      const answer = await host.send(next, request.signal);
      await take(next, answer);
      if (answer.kind === 'unanswered') {
        const { failure } = answer;
        // Where it is the network that fails, no change is to blame.
        view.setFailing(isFromServer(failure) ? { entry: next, message: failure.message } : null);
        return retry.failed(causeOf(failure));
      }
      retry.succeeded();
    }
    view.setFailing(null);
    retry.succeeded();
  }

  function send(): Promise<void> {
    // A turn that has not begun yet will see everything that is written down by now.
    queued ??= host.alone(drain).catch((failure: unknown) => {
      queued = null;
      retry.failed(causeOf(failure));
    });
    return queued;
  }

  return {
    send,
    wake() {
      retry.forget();
      request.abort();
      void send();
    },
  };
}

/** What an answer that nobody waits for makes of the entries; null: nothing. */
function afterAnswer(entry: OutboxEntry, answer: Answer): Edit | null {
  switch (answer.kind) {
    case 'done':
      return settled(entry, answer.link);
    case 'conflict':
      return marked(entry, { kind: 'conflict', theirs: answer.theirs });
    case 'refused':
      // A deletion holds nothing of the user's: the link is simply still there.
      if (entry.kind === 'delete') return removed(entry);
      return marked(entry, { kind: 'refused', message: answer.failure.message });
    case 'unanswered':
      return null;
  }
}

function causeOf(failure: unknown): 'server' | 'network' {
  return isFromServer(failure) ? 'server' : 'network';
}

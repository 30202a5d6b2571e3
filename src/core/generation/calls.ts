import { ProblemError } from '#core/errors/problem-messages.ts';
import { answerLimit, estimateTokens } from '#core/limits/tokens.ts';
import type { Tokenizer } from '#core/limits/terms.ts';

import type { Call, GenerationClient, ModelPiece, OnPiece } from './generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';

/** Text of an answer, or the end of a call, with the index of the call. */
export type Arrival =
  | { readonly type: 'text'; readonly call: number; readonly text: string }
  | { readonly type: 'ended'; readonly call: number }
  | { readonly type: 'failed'; readonly call: number; readonly error: unknown };

const callsAtOnce = 4;
/** More text is passed on before its line ends. In UTF-16 units. */
const heldAtMost = 512;

/**
 * Makes calls, several at the same time, each only as fast as the reader reads. If one fails, the others go on. If the
 * reader stops, all of them end. Text is passed on with the end of a line: before it, no edit is complete. A line that
 * a failure has cut off is dropped.
 */
export async function* readCalls(
  requests: readonly CompletionRequest[],
  ask: GenerationClient['ask'],
  note: (piece: ModelPiece) => void,
): AsyncGenerator<Arrival, void, undefined> {
  const open = new Map<number, Call>();
  const { give, first, goOn, refuse } = createHandOver();
  const waiting = [...requests.entries()];

  function start(call: number, request: CompletionRequest): void {
    let held = '';
    const giveText = () => {
      const text = held;
      held = '';
      return give({ type: 'text', call, text });
    };
    const started = ask(request, (piece) => {
      note(piece);
      if (piece.type !== 'text') return undefined;
      held += piece.text;
      return piece.text.includes('\n') || held.length >= heldAtMost ? giveText() : undefined;
    });
    open.set(call, started);
    started.ended
      .then(() => (held === '' ? undefined : giveText()))
      .then(
        () => give({ type: 'ended', call }),
        (error: unknown) => give({ type: 'failed', call, error }),
      )
      .catch(() => {});
  }

  try {
    for (;;) {
      for (const [call, request] of waiting.splice(0, callsAtOnce - open.size)) start(call, request);
      if (open.size === 0) return;
      const arrival = await first();
      if (arrival.type !== 'text') open.delete(arrival.call);
      yield arrival;
      goOn();
    }
  } finally {
    for (const { leave } of open.values()) leave();
    refuse();
    await Promise.allSettled([...open.values()].map(({ ended }) => ended));
  }
}

/** Passes arrivals to one reader, in order. */
function createHandOver() {
  const waiting: { readonly arrival: Arrival; goOn(): void; refuse(): void }[] = [];
  let wake: (() => void) | null = null;
  let isLeft = false;
  return {
    /** Resolves when the reader wants more. Rejects when it has stopped. */
    give: (arrival: Arrival) =>
      new Promise<void>((goOn, reject) => {
        const refuse = () => reject(new Error('The answer is not read any more.'));
        if (isLeft) return refuse();
        waiting.push({ arrival, goOn, refuse });
        wake?.();
      }),
    /** Waits for an arrival, and returns the first one. */
    async first(): Promise<Arrival> {
      for (;;) {
        const [found] = waiting;
        if (found !== undefined) return found.arrival;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    /** Removes the first arrival, because it was read. */
    goOn: () => waiting.shift()?.goOn(),
    refuse(): void {
      isLeft = true;
      for (const each of waiting) each.refuse();
    },
  };
}

/** How many UTF-16 units of text are counted at once. */
const stretchLength = 400;

/**
 * Starts a call. If the text and the thoughts of its answer exceed `answerLimit`, it cuts off the rest, ends the call,
 * and rejects with 'provider-output-limit'.
 */
export function limitAnswer(
  start: (take: OnPiece) => Call,
  request: CompletionRequest,
  take: OnPiece,
  tokenizer: Tokenizer | undefined,
): Call {
  const most = answerLimit(request);
  let tokens = 0;
  let stretch = '';

  /** Returns the part of the text that is within the limit. */
  function within(text: string): string {
    stretch += text;
    if (stretch.length < stretchLength) return text;
    const before = tokens;
    tokens += estimateTokens(stretch, tokenizer);
    stretch = '';
    return tokens > most ? text.slice(0, most - before) : text;
  }

  async function takeLast(piece: ModelPiece): Promise<void> {
    // Without this, the call would go on while the last piece is read.
    call.leave();
    await take(piece);
    throw new ProblemError('provider-output-limit');
  }

  const call = start((piece) => {
    const kept = 'text' in piece ? { ...piece, text: within(piece.text) } : piece;
    return tokens > most ? takeLast(kept) : take(kept);
  });
  const ended = call.ended.catch((failure: unknown) => {
    throw tokens > most ? new ProblemError('provider-output-limit') : failure;
  });
  return { ...call, ended };
}

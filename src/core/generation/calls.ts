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
const bufferLimit = 512;

/**
 * Makes calls, several at the same time, each only as fast as the reader reads. If one fails, the others go on. If the
 * reader stops, all of them end. Text is passed on with the end of a line: before it, no edit is complete. A line that
 * a failure has cut off is dropped.
 */
export async function* readCalls(
  requests: readonly CompletionRequest[],
  ask: GenerationClient['ask'],
  onPiece: (piece: ModelPiece) => void,
): AsyncGenerator<Arrival, void, undefined> {
  const open = new Map<number, Call>();
  const { send, receive, close } = createChannel<Arrival>();
  const waiting = [...requests.entries()];

  function start(call: number, request: CompletionRequest): void {
    let buffer = '';
    const sendText = () => {
      const text = buffer;
      buffer = '';
      return send({ type: 'text', call, text });
    };
    const started = ask(request, (piece) => {
      onPiece(piece);
      if (piece.type !== 'text') return undefined;
      buffer += piece.text;
      return piece.text.includes('\n') || buffer.length >= bufferLimit ? sendText() : undefined;
    });
    open.set(call, started);
    started.ended
      .then(() => (buffer === '' ? undefined : sendText()))
      .then(
        () => send({ type: 'ended', call }),
        (error: unknown) => send({ type: 'failed', call, error }),
      )
      .catch(() => {});
  }

  try {
    for (;;) {
      for (const [call, request] of waiting.splice(0, callsAtOnce - open.size)) start(call, request);
      if (open.size === 0) return;
      const arrival = await receive();
      if (arrival.type !== 'text') open.delete(arrival.call);
      yield arrival;
    }
  } finally {
    for (const { leave } of open.values()) leave();
    close();
    await Promise.allSettled([...open.values()].map(({ ended }) => ended));
  }
}

/** Passes values to one reader, in order. Senders send no faster than it reads. */
function createChannel<Value>() {
  type Sent = { readonly value: Value; resolve(): void; reject(error: Error): void };
  const queue: Sent[] = [];
  let current: Sent | undefined;
  let onSent: (() => void) | null = null;
  let isClosed = false;
  return {
    /** Resolves when the reader wants the value after this one. Rejects when the channel is closed. */
    send: (value: Value) =>
      new Promise<void>((resolve, reject) => {
        if (isClosed) return reject(notRead());
        queue.push({ value, resolve, reject });
        onSent?.();
      }),
    /** Waits for the next value. */
    async receive(): Promise<Value> {
      current?.resolve();
      for (;;) {
        current = queue.shift();
        if (current !== undefined) return current.value;
        await new Promise<void>((resolve) => {
          onSent = resolve;
        });
      }
    },
    close(): void {
      isClosed = true;
      current?.reject(notRead());
      for (const { reject } of queue) reject(notRead());
    },
  };
}

function notRead(): Error {
  return new Error('The answer is not read any more.');
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

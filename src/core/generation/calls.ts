import { ProblemError } from '#core/errors/problem-messages.ts';
import { answerLimit, estimateTokens } from '#core/limits/tokens.ts';
import type { Tokenizer } from '#core/limits/terms.ts';

import type { Call, GenerationClient, ModelPiece, OnPiece } from './generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';

/** Text of an answer, or the end of a call, with the index of the call. */
type Arrival =
  | { readonly type: 'text'; readonly call: number; readonly text: string }
  | { readonly type: 'ended'; readonly call: number }
  | { readonly type: 'failed'; readonly call: number; readonly error: unknown };

const callsAtOnce = 4;
/** More text is passed on before its line ends. In UTF-16 units. */
const bufferLimit = 512;

/** Sent by a call, which goes on when it is resolved. */
type Sent = { readonly arrival: Arrival; resolve(): void; reject(error: Error): void };

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
  const pending = [...requests.entries()];
  const open = new Map<number, Call>();
  const sent: Sent[] = [];
  let wake: (() => void) | null = null;
  let isClosed = false;

  const send = (arrival: Arrival) =>
    new Promise<void>((resolve, reject) => {
      if (isClosed) return reject(notRead());
      sent.push({ arrival, resolve, reject });
      wake?.();
    });

  function start(index: number, request: CompletionRequest): void {
    const sendText = (text: string) => send({ type: 'text', call: index, text });
    const call = byLines((onText) => ask(request, onText), onPiece, sendText);
    open.set(index, call);
    call.ended
      .then(
        () => send({ type: 'ended', call: index }),
        (error: unknown) => send({ type: 'failed', call: index, error }),
      )
      .catch(() => {});
  }

  try {
    for (;;) {
      for (const [call, request] of pending.splice(0, callsAtOnce - open.size)) start(call, request);
      if (open.size === 0) return;
      const [first] = sent;
      if (first === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (first.arrival.type !== 'text') open.delete(first.arrival.call);
      yield first.arrival;
      sent.shift();
      first.resolve();
    }
  } finally {
    for (const { leave } of open.values()) leave();
    isClosed = true;
    for (const { reject } of sent) reject(notRead());
    await Promise.allSettled([...open.values()].map(({ ended }) => ended));
  }
}

/** Starts a call, and sends its text with the end of a line. */
function byLines(
  start: (onPiece: OnPiece) => Call,
  onPiece: (piece: ModelPiece) => void,
  send: (text: string) => Promise<void>,
): Call {
  let buffer = '';
  const flush = () => {
    const text = buffer;
    buffer = '';
    return send(text);
  };
  const { leave, ended } = start((piece) => {
    onPiece(piece);
    if (piece.type !== 'text') return undefined;
    buffer += piece.text;
    return piece.text.includes('\n') || buffer.length >= bufferLimit ? flush() : undefined;
  });
  return { leave, ended: ended.then(() => (buffer === '' ? undefined : flush())) };
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
  start: (onPiece: OnPiece) => Call,
  request: CompletionRequest,
  onPiece: OnPiece,
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

  async function endWith(piece: ModelPiece): Promise<void> {
    // Without this, the call would go on while the last piece is read.
    call.leave();
    await onPiece(piece);
    throw new ProblemError('provider-output-limit');
  }

  const call = start((piece) => {
    const limited = 'text' in piece ? { ...piece, text: within(piece.text) } : piece;
    return tokens > most ? endWith(limited) : onPiece(limited);
  });
  const ended = call.ended.catch((failure: unknown) => {
    throw tokens > most ? new ProblemError('provider-output-limit') : failure;
  });
  return { ...call, ended };
}

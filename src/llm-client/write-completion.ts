import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';
import type { Call, GenerationClient, OnPiece } from '#core/generation/generation-client.ts';
import type { CompletionRequest } from '#core/prompt/prompt.ts';
import { limitAnswer } from '#core/generation/calls.ts';
import { answerLimit } from '#core/limits/tokens.ts';
import type { Tokenizer } from '#core/limits/terms.ts';

import { requestCompletion, parameterSupportOf } from './request/completion-request.ts';
import {
  watchTransport,
  type ProviderSettings,
  type Transport,
  type TransportAnswer,
} from './request/transport.ts';
import { createReply } from './reply/completion-reply.ts';
import { requestTimeoutMs } from './request/waits.ts';

type Writers = Pick<GenerationClient, 'run'> & {
  readonly tokenizer: Tokenizer | undefined;
  readonly write: (request: CompletionRequest, reader: CallReader) => Call;
};

/** `take` gets the pieces of a call. The signal ends the call. */
export type CallReader = { readonly take: OnPiece; readonly signal: AbortSignal };

/** Makes the calls of one generation. `signal` ends all of them. After that it starts none. */
export function openGenerationClient(
  { tokenizer, write, run }: Writers,
  signal: AbortSignal,
): GenerationClient {
  return {
    run,
    ask(request, take) {
      if (signal.aborted) throw stopReason(signal);
      const start = (limited: OnPiece) => write(request, { take: limited, signal });
      return limitAnswer(start, request, take, tokenizer);
    },
    isStopped: () => signal.aborted,
  };
}

/** Limits for the time and the size of an answer. Times are in milliseconds. */
type CallLimits = {
  /** For the whole call with its retries and the whole reply. */
  readonly totalMs: number;
  /** From the head of the answer to its first text. Models that think first are silent for minutes. */
  readonly firstTextMs: number;
  /** Between two pieces of a reply that has begun. */
  readonly idleMs: number;
  /** From the end of the reply to its token count, which some providers never send. Pings do not prolong it. */
  readonly countMs: number;
  /** For a list of models, which explains a failure. */
  readonly listMs: number;
  /** Of a whole answer. The JSON around one token may take a kilobyte. */
  readonly streamBytes: number;
  /** Of what is kept in memory: an answer that is not streamed, a single event, the text of a stream. */
  readonly heldBytes: number;
};

export type CompletionOptions = {
  readonly limits?: Partial<CallLimits>;
  /** Returns a number from 0 up to but not including 1. */
  readonly random?: () => number;
};

type Provider = { readonly settings: ProviderSettings; readonly transport: Transport };

/**
 * Calls a provider, with the retries that `retryDelay` allows. A call that has begun to answer is never repeated. The
 * text that came before a failure is taken before the call rejects with a `ProblemError`. Ends the call as soon as the
 * signal of the reader aborts.
 */
export function writeCompletion(
  provider: Provider,
  request: CompletionRequest,
  reader: CallReader,
  options: CompletionOptions = {},
): Call {
  // `AbortSignal.any` and `AbortSignal.timeout` cost 5 % of the time of a short generation, and Safari 17.3 lacks
  // `any`.
  const call = new AbortController();
  return { ended: readCall(provider, request, { ...reader, call }, options), leave: () => call.abort() };
}

async function readCall(
  provider: Provider,
  request: CompletionRequest,
  { take, signal: user, call }: CallReader & { readonly call: AbortController },
  { limits: changedLimits, random = Math.random }: CompletionOptions,
): Promise<void> {
  const limits = limitsFor(request, changedLimits);
  const { signal } = call;
  const end = () => call.abort();
  if (user.aborted) end();
  user.addEventListener('abort', end);
  const timer = setTimeout(end, limits.totalMs);
  const support = parameterSupportOf(provider.settings);
  const { send: transport, isUnanswered } = watchTransport(provider.transport);
  let isWhole = false;
  try {
    const asked = { ...provider, transport, plainTransport: provider.transport, request, support, signal };
    const answer = await requestCompletion({ ...asked, listMs: limits.listMs }, random);
    await take({ type: 'answer' });
    await readAnswer(answer, take, limits);
    isWhole = true;
  } catch (error) {
    // The request was sent, so the provider may be working on it.
    if (isUnanswered()) await take({ type: 'answer' });
    if (user.aborted) throw stopReason(user);
    if (signal.aborted) throw new ProblemError('provider-timeout', { cause: error });
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('provider-reply-cut', { cause: error });
  } finally {
    clearTimeout(timer);
    user.removeEventListener('abort', end);
    if (!isWhole) end();
  }
}

const [kibibyte, mebibyte] = [1024, 1024 * 1024];
/** The most bytes of a token in JSON, on average over an answer. */
const bytesPerToken = 24;
/** The bytes around an answer. */
const frameBytes = 64 * kibibyte;

/** The limits in bytes are at most what the longest allowed answer takes. */
function limitsFor(request: CompletionRequest, changes: Partial<CallLimits> = {}): CallLimits {
  const tokens = answerLimit(request);
  const { streamBytes = 32 * mebibyte, heldBytes = 4 * mebibyte, ...times } = changes;
  return {
    totalMs: requestTimeoutMs,
    firstTextMs: 300_000,
    idleMs: 60_000,
    countMs: 2000,
    listMs: 3000,
    ...times,
    streamBytes: Math.min(streamBytes, frameBytes + tokens * kibibyte),
    heldBytes: Math.min(heldBytes, frameBytes + tokens * bytesPerToken),
  };
}

/** Reads a reply, streamed or not, whatever its headers say. Throws 'reply-empty' if it has no text. */
async function readAnswer(answer: TransportAnswer, take: OnPiece, limits: CallLimits): Promise<void> {
  const source = createSource(answer, limits.streamBytes);
  const reply = createReply(limits.heldBytes);
  let length = 0;
  /** When the wait for the token count ends. Null: the reply has not ended. */
  let countUntil: number | null = null;

  /** Returns null at the end of the answer, and when a reply that has ended is not continued in time. */
  function next(): Promise<string | null> {
    const state = reply.state();
    if (state === 'open') return source.next(length === 0 ? limits.firstTextMs : limits.idleMs);
    countUntil ??= performance.now() + (state === 'doubtful' ? limits.idleMs : limits.countMs);
    const left = countUntil - performance.now();
    // A finished reply is complete, even if the connection breaks before the token count.
    return left <= 0 ? Promise.resolve(null) : source.next(left).catch(() => null);
  }

  try {
    while (reply.state() !== 'over') {
      const chunk = await next();
      const { text, thoughts } = chunk === null ? reply.finish() : reply.feed(chunk);
      if (thoughts !== '') await take({ type: 'unread', text: thoughts });
      if (text !== '') {
        length += text.length;
        countUntil = null;
        const taking = take({ type: 'text', text });
        if (taking !== undefined) await taking;
        if (length > limits.heldBytes) throw new ProblemError('provider-output-limit');
      }
      if (chunk === null || (reply.state() === 'finished' && reply.usage() !== null)) break;
    }
  } catch (failure) {
    if (reply.buffered() !== '') await take({ type: 'unread', text: reply.buffered() });
    throw failure;
  } finally {
    source.stop();
  }
  const count = reply.usage();
  if (count !== null) await take(count);
  else if (length === 0 && reply.buffered() !== '') await take({ type: 'unread', text: reply.buffered() });
  reply.check();
  source.letGo();
}

/** Milliseconds that a connection may take to end after its reply. */
const restMs = 250;

/** Reads the body as text, up to a limit in bytes. */
function createSource(answer: TransportAnswer, byteLimit: number) {
  const utf8 = new TextDecoder();
  const iterator: AsyncIterator<Uint8Array> = answer.body[Symbol.asyncIterator]();
  let bytes = 0;
  // One timer serves all waits. A reply has thousands of them, and all but the last end long before their limit.
  let deadline = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;
  let isExpired = false;

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    wakesAt = performance.now() + milliseconds;
    timer = setTimeout(look, milliseconds);
  }

  function look(): void {
    wakesAt = Number.POSITIVE_INFINITY;
    if (deadline === Number.POSITIVE_INFINITY) return;
    const left = deadline - performance.now();
    if (left > 0) return wakeIn(left);
    isExpired = true;
    // This ends the wait.
    answer.discard();
  }

  return {
    /**
     * Returns the next text, or null at the end. Throws 'provider-timeout' if it does not come within `waitMs`. The
     * time that the reader takes does not count.
     */
    async next(waitMs: number): Promise<string | null> {
      // A chunk beyond the limit is still read, because it tells more about the failure.
      if (bytes > byteLimit) throw new ProblemError('provider-reply-broken');
      deadline = performance.now() + waitMs;
      if (deadline < wakesAt) wakeIn(waitMs);
      let step: IteratorResult<Uint8Array> | null = null;
      try {
        step = await iterator.next();
      } catch (error) {
        if (!isExpired) throw error;
      }
      deadline = Number.POSITIVE_INFINITY;
      if (step === null || isExpired) throw new ProblemError('provider-timeout');
      if (step.done === true) return null;
      bytes += step.value.length;
      return utf8.decode(step.value, { stream: true });
    },
    /** Reads the short rest in the background, so that the connection can serve another call. */
    letGo(): void {
      const discarding = setTimeout(() => answer.discard(), restMs);
      void drain(iterator).finally(() => clearTimeout(discarding));
    },
    stop: () => clearTimeout(timer),
  };
}

async function drain(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next());
  } catch {
    // The reply is complete, so a failure of the rest does not matter.
  }
}

import { ProblemError, stopReason } from '#core/errors/problem-messages.ts';
import { requestTimeoutMs, retryDelay } from '#core/errors/retry-policy.ts';
import type { GenerationClient, ModelPiece, CompletionRequest } from '#core/generation/writing-job.ts';
import { answerLimit, limitAnswer } from '#core/generation/token-limits.ts';
import type { Tokenizer } from '#core/limits/limits.ts';

import { CallFailure, callCompletion, type CompletionCall } from './call-completion.ts';
import { watchTransport, type Transport, type TransportAnswer } from './transport.ts';
import { parameterSupportOf, type ProviderSettings } from './completion-request.ts';
import { readCompletion, type CallLimits } from './read-completion.ts';

type Writers = Pick<GenerationClient, 'fill' | 'inSteps' | 'toTheEnd'> & {
  /** The tokenizer of the model. */
  readonly tokenizer: Tokenizer | undefined;
  readonly write: (request: CompletionRequest, signal: AbortSignal) => AsyncIterable<ModelPiece>;
};

/** Makes the calls of one generation. Ends all of them as soon as `signal` aborts, and starts none after that. */
export function openGenerationClient(
  { tokenizer, write, ...hands }: Writers,
  signal: AbortSignal,
): GenerationClient {
  const calls = new AbortController();
  const leave = () => calls.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return {
    ...hands,
    ask(request) {
      if (calls.signal.aborted) throw stopReason(calls.signal);
      return limitAnswer(write(request, calls.signal), request, tokenizer);
    },
    leave,
    isStopped: () => signal.aborted,
  };
}

export type CompletionOptions = {
  readonly limits?: Partial<CallLimits>;
  /** Returns a number from 0 up to but not including 1. */
  readonly random?: () => number;
};

/**
 * Calls a provider, with the retries of the retry policy. A call that has begun to answer is never repeated. Yields
 * the text that came before a failure, then throws a `ProblemError`. Ends the call as soon as `user` aborts.
 */
export async function* writeCompletion(
  provider: { readonly settings: ProviderSettings; readonly transport: Transport },
  request: CompletionRequest,
  user: AbortSignal,
  { limits: changedLimits, random = Math.random }: CompletionOptions = {},
): AsyncGenerator<ModelPiece, void, undefined> {
  const limits = limitsFor(request, changedLimits);
  // `AbortSignal.any` and `AbortSignal.timeout` cost 5 % of the time of a short generation, and Safari 17.3 lacks `any`.
  const call = new AbortController();
  const { signal } = call;
  const end = () => call.abort();
  if (user.aborted) end();
  user.addEventListener('abort', end);
  const timer = setTimeout(end, limits.totalMs);
  const support = parameterSupportOf(provider.settings);
  const { send: transport, isUnanswered } = watchTransport(provider.transport);
  let answer: TransportAnswer | null = null;
  let isWhole = false;
  try {
    answer = await askCompletion({ ...provider, transport, request, support, signal }, random);
    yield { type: 'answer' };
    yield* readCompletion(answer, limits);
    isWhole = true;
  } catch (error) {
    // The request was sent, so the provider may be working on it.
    if (isUnanswered()) yield { type: 'answer' };
    if (user.aborted) throw stopReason(user);
    if (signal.aborted) throw new ProblemError('provider-timeout', { cause: error });
    if (error instanceof ProblemError) throw error;
    throw new ProblemError('provider-reply-cut', { cause: error });
  } finally {
    clearTimeout(timer);
    user.removeEventListener('abort', end);
    // This also runs if the reader stops.
    if (!isWhole) answer?.discard();
  }
}

const [kibibyte, mebibyte] = [1024, 1024 * 1024];
/** The most bytes of a token in JSON, on average over an answer. */
const bytesPerToken = 24;
/** The bytes around an answer. */
const frameBytes = 64 * kibibyte;

/** Returns the usual limits with these changes, but with no more bytes than the longest allowed answer takes. */
function limitsFor(request: CompletionRequest, changes: Partial<CallLimits> = {}): CallLimits {
  const tokens = answerLimit(request);
  const { streamBytes = 32 * mebibyte, heldBytes = 4 * mebibyte, ...times } = changes;
  return {
    totalMs: requestTimeoutMs,
    firstTextMs: 300_000,
    idleMs: 60_000,
    countMs: 2000,
    ...times,
    streamBytes: Math.min(streamBytes, frameBytes + tokens * kibibyte),
    heldBytes: Math.min(heldBytes, frameBytes + tokens * bytesPerToken),
  };
}

/** Asks for one chat completion, with the retries of the retry policy, until a reply begins. */
async function askCompletion(call: CompletionCall, random: () => number): Promise<TransportAnswer> {
  const { request, signal } = call;
  for (let retries = 0; ; retries += 1) {
    try {
      return await callCompletion(call);
    } catch (error) {
      const isFinal = error instanceof ProblemError && !(error instanceof CallFailure);
      if (signal.aborted || isFinal) throw error;
      const failure = error instanceof CallFailure ? error : unreachable(error);
      const { status, retryAfterMs } = failure;
      const isLast = request.purpose === 'repair';
      const delay = isLast ? null : retryDelay({ retries, status, retryAfterMs }, random);
      if (delay === null) throw failure;
      await pause(delay, signal);
    }
  }
}

function unreachable(cause: unknown): CallFailure {
  return new CallFailure('provider-unreachable', { cause }, null, null);
}

/** Waits. Throws as soon as the call ends. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new Error('The call has ended.', { cause: signal.reason }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

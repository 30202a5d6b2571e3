import { retryDelay } from '#core/errors/retry-policy.ts';
import type { ModelPiece, CompletionRequest } from '#core/generation/writing-job.ts';

import { startCallClock, type CallClock } from './call-clock.ts';
import { callCompletion, type CompletionCall } from './call-completion.ts';
import { nameFailure, CallFailure } from './call-failure.ts';
import { defaultCallLimits, limitsFor, type CallLimits } from './call-limits.ts';
import type { ProviderSettings } from './completion-request.ts';
import { parameterSupportOf } from './parameter-support.ts';
import { readCompletion } from './read-completion.ts';
import { watchTransport, type Transport, type TransportAnswer } from './transport.ts';

export type CompletionOptions = {
  readonly limits?: Partial<CallLimits>;
  /** From 0 up to but not including 1. */
  readonly random?: () => number;
};

/**
 * Calls a provider, with the retries of the retry policy. A call that has begun to answer is never repeated. Yields
 * the text that came before a failure, then throws a `ProblemError`. Ends the call as soon as `signal` aborts.
 */
export async function* writeCompletion(
  provider: { readonly settings: ProviderSettings; readonly transport: Transport },
  request: CompletionRequest,
  signal: AbortSignal,
  { limits: changedLimits, random = Math.random }: CompletionOptions = {},
): AsyncGenerator<ModelPiece, void, undefined> {
  const limits = limitsFor(request, { ...defaultCallLimits, ...changedLimits });
  const clock = startCallClock(signal, limits.totalMs);
  const support = parameterSupportOf(provider.settings);
  const { send: transport, isUnanswered } = watchTransport(provider.transport);
  let hasAnswer = false;
  let isWhole = false;
  try {
    const answer = await askCompletion({ ...provider, transport, request, clock, support }, random);
    hasAnswer = true;
    yield { type: 'answer' };
    yield* readCompletion(answer, clock, limits);
    isWhole = true;
  } catch (error) {
    // The request was sent, so the provider may be working on it.
    if (isUnanswered()) yield { type: 'answer' };
    throw nameFailure(error, { clock, hasAnswer });
  } finally {
    // Also if the reader stops reading.
    if (!isWhole) clock.abort();
    clock.stop();
  }
}

/** Asks for one chat completion, with the retries of the retry policy, until a reply begins. */
async function askCompletion(call: CompletionCall, random: () => number): Promise<TransportAnswer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await callCompletion(call);
    } catch (error) {
      const failure = nameFailure(error, { clock: call.clock, hasAnswer: false });
      if (!(failure instanceof CallFailure)) throw failure;
      const { status, retryAfterMs, problem } = failure;
      const isFinal = call.request.purpose === 'repair';
      const delay = isFinal ? null : retryDelay({ retries, status, retryAfterMs }, random);
      if (delay === null) throw problem;
      await pause(delay, call.clock);
    }
  }
}

/** Waits. Throws early if the call ends. */
function pause(milliseconds: number, { signal }: CallClock): Promise<void> {
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

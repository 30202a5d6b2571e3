import type { ModelPiece } from '#core/generation/model-piece.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';

import { askCompletion } from './ask-completion.ts';
import { startCallClock } from './call-clock.ts';
import type { CallLimits } from './call-limits.ts';
import { defaultCallLimits, limitsFor } from './call-limits.ts';
import { nameFailure } from './name-failure.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { recallQuirks } from './quirks.ts';
import { readCompletion } from './read-completion.ts';
import type { Transport } from './transport.ts';
import { watchTransport } from './watch-transport.ts';

export type CompletionOptions = {
  readonly limits?: Partial<CallLimits>;
  /** From 0 up to but not including 1. */
  readonly random?: () => number;
};

/**
 * Has a provider write, with the tries that the retry policy allows. A call that was answered with a reply is never
 * made a second time. Yields the text that came before a failure, then throws a `ProblemError` that names it; ends the
 * call as soon as `signal` aborts.
 */
export async function* writeCompletion(
  provider: { readonly settings: ProviderSettings; readonly transport: Transport },
  request: CompletionRequest,
  signal: AbortSignal,
  { limits: changedLimits, random = Math.random }: CompletionOptions = {},
): AsyncGenerator<ModelPiece, void, undefined> {
  const limits = limitsFor(request, { ...defaultCallLimits, ...changedLimits });
  const clock = startCallClock(signal, limits.totalMs);
  const quirks = recallQuirks(provider.settings);
  const { send: transport, isUnanswered } = watchTransport(provider.transport);
  let hasAnswer = false;
  let isWhole = false;
  try {
    const answer = await askCompletion({ ...provider, transport, request, clock, quirks }, random);
    hasAnswer = true;
    yield { type: 'answer' };
    yield* readCompletion(answer, clock, limits);
    isWhole = true;
  } catch (error) {
    // The provider was asked, and may be at work.
    if (isUnanswered()) yield { type: 'answer' };
    throw nameFailure(error, { clock, hasAnswer });
  } finally {
    // Also where the reader goes without a word.
    if (!isWhole) clock.abort();
    clock.stop();
  }
}

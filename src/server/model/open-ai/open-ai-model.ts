import { setTimeout as sleep } from 'node:timers/promises';

import { Agent } from 'undici';

import { ProblemError } from '#core/problem/problem.ts';
import { retryDelay } from '#core/retry/retry-policy.ts';
import type { ChatModel } from '#server/model/chat-model.ts';

import { startCallClock } from './call-clock.ts';
import { CallFailure } from './call-failure.ts';
import type { CallLimits } from './call-limits.ts';
import { defaultCallLimits } from './call-limits.ts';
import { callCompletion } from './completion-call.ts';
import { nameFailure } from './name-failure.ts';
import type { OpenAiSettings } from './open-ai-settings.ts';
import { readCompletion } from './read-completion.ts';

export type OpenAiOptions = { readonly limits?: Partial<CallLimits>; readonly random?: () => number };

/** Any provider that speaks chat completions. A call that was answered with a reply is never made a second time. */
export function createOpenAiModel(
  settings: OpenAiSettings,
  { limits: changedLimits, random = Math.random }: OpenAiOptions = {},
): ChatModel {
  const limits = { ...defaultCallLimits, ...changedLimits };
  // The call's own clock keeps the time; the head of an answer given at once comes after minutes.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });

  return {
    async *write({ prompt }, signal) {
      const clock = startCallClock(signal, limits.totalMs);
      let hasAnswer = false;
      try {
        for (let retries = 0; ; retries += 1) {
          try {
            const answer = await callCompletion(settings, prompt, clock, dispatcher);
            hasAnswer = true;
            let hasText = false;
            for await (const piece of readCompletion(answer, clock, limits)) {
              hasText ||= piece !== '';
              yield piece;
            }
            if (!hasText) throw new ProblemError('reply-empty');
            return;
          } catch (error) {
            const failure = nameFailure(error, { user: signal, clock, hasAnswer });
            if (!(failure instanceof CallFailure)) throw failure;
            const delay = retryDelay(
              { retries, status: failure.status, retryAfterMs: failure.retryAfterMs },
              random,
            );
            if (delay === null) throw failure.problem;
            await sleep(delay, undefined, { signal: clock.signal });
          }
        }
      } catch (error) {
        throw nameFailure(error, { user: signal, clock, hasAnswer });
      } finally {
        clock.stop();
      }
    },
  };
}

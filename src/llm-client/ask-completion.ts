import { retryDelay } from '#core/errors/retry-policy.ts';

import type { CallClock } from './call-clock.ts';
import { callCompletion } from './call-completion.ts';
import type { CompletionCall } from './call-completion.ts';
import { CallFailure } from './call-failure.ts';
import { nameFailure } from './name-failure.ts';
import type { TransportAnswer } from './transport.ts';

/** Asks for one chat completion with the tries that the retry policy allows, until a reply begins. */
export async function askCompletion(call: CompletionCall, random: () => number): Promise<TransportAnswer> {
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

/** Ends early, by throwing, when the clock does. */
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

import { ProblemError } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';
import { CallFailure } from './call-failure.ts';
import { stopReason } from './stop-reason.ts';

type Call = {
  readonly clock: CallClock;
  /** Whether the provider has begun a reply: from then on it is paid for. */
  readonly hasAnswer: boolean;
};

/** What happened, from whatever was thrown: a `CallFailure` only where another try costs nothing that was given. */
export function nameFailure(cause: unknown, { clock, hasAnswer }: Call): ProblemError | CallFailure {
  if (clock.user.aborted) return stopReason(clock.user);
  if (clock.signal.aborted) return new ProblemError('provider-timeout', { cause });
  if (cause instanceof ProblemError || cause instanceof CallFailure) return cause;
  if (hasAnswer) return new ProblemError('provider-reply-cut', { cause });
  return new CallFailure(new ProblemError('provider-unreachable', { cause }), null, null);
}

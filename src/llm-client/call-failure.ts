import { ProblemError } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';

/** An answer that is no reply, or no answer at all: the only failures that another try may mend. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly problem: ProblemError;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(problem: ProblemError, status: number | null, retryAfterMs: number | null) {
    super(problem.message, { cause: problem });
    this.problem = problem;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

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

/** Why work was ended from outside: the failure that was given with the abort, else that somebody stopped it. */
export function stopReason({ reason }: AbortSignal): ProblemError {
  return reason instanceof ProblemError ? reason : new ProblemError('stopped', { cause: reason });
}

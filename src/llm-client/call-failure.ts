import { ProblemError } from '#core/errors/problem.ts';

import type { CallClock } from './call-clock.ts';

/** An answer that is not a reply, or no answer. Only these failures may pass with another try. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly problem: ProblemError;
  /** Null: there was no answer. */
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
  /** Whether the provider has begun a reply. From then on the reply costs money. */
  readonly hasAnswer: boolean;
};

/** Returns the failure that something thrown stands for. It is a `CallFailure` only if another try loses nothing. */
export function nameFailure(cause: unknown, { clock, hasAnswer }: Call): ProblemError | CallFailure {
  if (clock.user.aborted) return stopReason(clock.user);
  if (clock.signal.aborted) return new ProblemError('provider-timeout', { cause });
  if (cause instanceof ProblemError || cause instanceof CallFailure) return cause;
  if (hasAnswer) return new ProblemError('provider-reply-cut', { cause });
  return new CallFailure(new ProblemError('provider-unreachable', { cause }), null, null);
}

/** Returns why work was stopped from outside: the problem given with the abort, or else 'stopped'. */
export function stopReason({ reason }: AbortSignal): ProblemError {
  return reason instanceof ProblemError ? reason : new ProblemError('stopped', { cause: reason });
}

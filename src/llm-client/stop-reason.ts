import { ProblemError } from '#core/errors/problem.ts';

/** Why work was ended from outside: the failure that was given with the abort, else that somebody stopped it. */
export function stopReason({ reason }: AbortSignal): ProblemError {
  return reason instanceof ProblemError ? reason : new ProblemError('stopped', { cause: reason });
}

import type { ProblemError } from '#core/errors/problem.ts';

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

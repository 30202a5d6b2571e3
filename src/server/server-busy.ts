import { ProblemError } from '#core/errors/problem.ts';

type BusyOptions = {
  /** The error that led to the refusal, or a text for the log. */
  readonly cause?: unknown;
  /** What the user is told instead of the usual message. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
};

/** Returns the refusal of work that has waited too long or has no room to wait. */
export function serverBusy({ retryAfterSeconds = 5, ...options }: BusyOptions = {}): ProblemError {
  return new ProblemError('server-busy', { ...options, retryAfterSeconds });
}

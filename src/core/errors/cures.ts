import type { ProblemCode } from './problem-messages.ts';

/** What helps after a failed generation, besides what its message says. */
export type Cures = {
  /** The same request may succeed. */
  readonly tryAgain: boolean;
  /** A writer that the user chooses instead would not have failed. */
  readonly otherWriter: boolean;
};

/** The same request fails again until something else is changed. */
const lasting = new Set<string | null>([
  'content-empty',
  'links-invalid',
  'content-too-long',
  'instructions-too-long',
  'request-too-large',
  'budget-spent',
  'visitor-day-limit',
  'workspace-deleted',
  'token-unknown',
  'provider-context-exceeded',
] satisfies ProblemCode[]);

/** Failures of the server, not of its provider. What went wrong is unknown, or the server has no place for a model. */
const ofServer = new Set<string | null>([
  null,
  'generation-failed',
  'unexpected',
  'server-full',
] satisfies (ProblemCode | null)[]);

/** Returns the cures of a failure. `code` is null if the failure has none. */
export function curesOf(code: string | null): Cures {
  return {
    tryAgain: !lasting.has(code),
    otherWriter: ofServer.has(code) || /^(?:provider|reply)-/u.test(code ?? ''),
  };
}

import { requestTimeoutMs } from '#core/retry/retry-policy.ts';

/** How long and how much a provider may answer. Times are in milliseconds. */
export type CallLimits = {
  /** The whole call with its retries and all of the reply. */
  readonly totalMs: number;
  /** From the answer's head to its first text: models that think first are silent for minutes. */
  readonly firstTextMs: number;
  /** Between two pieces of a reply that has begun. */
  readonly idleMs: number;
  readonly replyBytes: number;
};

export const defaultCallLimits: CallLimits = {
  totalMs: requestTimeoutMs,
  firstTextMs: 300_000,
  idleMs: 60_000,
  replyBytes: 8 * 1024 * 1024,
};

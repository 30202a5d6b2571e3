import { answerLimit } from '#core/generation/token-limits.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import { requestTimeoutMs } from '#core/errors/retry-policy.ts';

/** How long and how much a provider may answer. Times are in milliseconds. */
export type CallLimits = {
  /** The whole call with its retries and all of the reply. */
  readonly totalMs: number;
  /** From the answer's head to its first text: models that think first are silent for minutes. */
  readonly firstTextMs: number;
  /** Between two pieces of a reply that has begun. */
  readonly idleMs: number;
  /** From the reply's last word to the count of its tokens, which some providers never send. */
  readonly countMs: number;
  /** Of a whole streamed answer: what is around a token takes up to a kilobyte. */
  readonly streamBytes: number;
  /** Of what is held at once: an answer that came at once, a single event, the text of a stream. */
  readonly heldBytes: number;
};

const [kibibyte, mebibyte] = [1024, 1024 * 1024];
/** So many bytes a token takes at most in a text that is told as JSON, on the average of an answer. */
const bytesPerToken = 24;
/** What may stand around an answer. */
const frameBytes = 64 * kibibyte;

export const defaultCallLimits: CallLimits = {
  totalMs: requestTimeoutMs,
  firstTextMs: 300_000,
  idleMs: 60_000,
  countMs: 2000,
  streamBytes: 32 * mebibyte,
  heldBytes: 4 * mebibyte,
};

/** The same limits, and no more bytes than the longest answer takes that was asked for. */
export function limitsFor(request: CompletionRequest, limits: CallLimits): CallLimits {
  const tokens = answerLimit(request);
  return {
    ...limits,
    streamBytes: Math.min(limits.streamBytes, frameBytes + tokens * kibibyte),
    heldBytes: Math.min(limits.heldBytes, frameBytes + tokens * bytesPerToken),
  };
}

import { answerLimit } from '#core/generation/token-limits.ts';
import type { CompletionRequest } from '#core/generation/writing-job.ts';
import { requestTimeoutMs } from '#core/errors/retry-policy.ts';

/** Limits for the time and the size of an answer. Times are in milliseconds. */
export type CallLimits = {
  /** The whole call with its retries and the whole reply. */
  readonly totalMs: number;
  /** From the head of the answer to its first text. Models that think first are silent for minutes. */
  readonly firstTextMs: number;
  /** Between two pieces of a reply that has begun. */
  readonly idleMs: number;
  /** From the last word of the reply to its token count, which some providers never send. */
  readonly countMs: number;
  /** Of a whole streamed answer. The JSON around one token takes up to a kilobyte. */
  readonly streamBytes: number;
  /** Of what is kept in memory: an answer that is not streamed, a single event, the text of a stream. */
  readonly heldBytes: number;
};

const [kibibyte, mebibyte] = [1024, 1024 * 1024];
/** Bytes of one token in JSON, at most, as an average over an answer. */
const bytesPerToken = 24;
/** Allowed for what stands around an answer. */
const frameBytes = 64 * kibibyte;

export const defaultCallLimits: CallLimits = {
  totalMs: requestTimeoutMs,
  firstTextMs: 300_000,
  idleMs: 60_000,
  countMs: 2000,
  streamBytes: 32 * mebibyte,
  heldBytes: 4 * mebibyte,
};

/** Returns the same limits, but with no more bytes than the longest allowed answer to this request takes. */
export function limitsFor(request: CompletionRequest, limits: CallLimits): CallLimits {
  const tokens = answerLimit(request);
  return {
    ...limits,
    streamBytes: Math.min(limits.streamBytes, frameBytes + tokens * kibibyte),
    heldBytes: Math.min(limits.heldBytes, frameBytes + tokens * bytesPerToken),
  };
}

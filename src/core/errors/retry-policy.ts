/** How long one call to the provider may take altogether, in milliseconds. */
export const requestTimeoutMs = 600_000;
/** How often a failed call is tried again. */
export const retryLimit = 2;

const retryAfterLimitMs = 60_000;
const firstDelayMs = 500;
const longestDelayMs = 8000;

export type CallFailure = {
  /** How often the call has been tried again already. */
  readonly retries: number;
  /** The answer's HTTP status; null where there was no answer. */
  readonly status: number | null;
  /** What the answer asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
};

/**
 * Milliseconds to wait before the next try, or null where another try has no point.
 *
 * @param random a number from 0 up to but not including 1: takes up to a quarter off the wait, so that
 *   callers which failed together do not come back together
 */
export function retryDelay(
  { retries, status, retryAfterMs }: CallFailure,
  random: () => number,
): number | null {
  if (retries >= retryLimit || !isWorthRetrying(status)) return null;
  // Whoever asks for more is not asked again before that, and nobody waits so long.
  if (retryAfterMs !== null && retryAfterMs >= retryAfterLimitMs) return null;
  if (retryAfterMs !== null && retryAfterMs >= 0) return retryAfterMs;
  const delay = Math.min(firstDelayMs * 2 ** retries, longestDelayMs);
  return delay * (1 - random() * 0.25);
}

function isWorthRetrying(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

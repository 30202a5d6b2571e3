/** The limit for one call to the provider, in milliseconds. */
export const requestTimeoutMs = 600_000;
export const retryLimit = 2;

const retryAfterLimitMs = 60_000;
const firstDelayMs = 500;
const longestDelayMs = 8000;

type CallFailure = {
  /** How often the call has been repeated already. */
  readonly retries: number;
  /** The HTTP status of the answer. Null: there was no answer. */
  readonly status: number | null;
  /** How long the answer asks to wait, in milliseconds. Null: it does not say. */
  readonly retryAfterMs: number | null;
};

/**
 * Returns the milliseconds to wait before the next try, or null if another try makes no sense.
 *
 * @param random returns a number from 0 up to but not including 1; it shortens the wait by up to a quarter, so that
 *   calls which failed together are not repeated together
 */
export function retryDelay(
  { retries, status, retryAfterMs }: CallFailure,
  random: () => number,
): number | null {
  if (retries >= retryLimit || !isWorthRetrying(status)) return null;
  // Nobody waits longer than this limit, so the call is not tried again.
  if (retryAfterMs !== null && retryAfterMs >= retryAfterLimitMs) return null;
  if (retryAfterMs !== null && retryAfterMs >= 0) return retryAfterMs;
  const delay = Math.min(firstDelayMs * 2 ** retries, longestDelayMs);
  return delay * (1 - random() * 0.25);
}

function isWorthRetrying(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

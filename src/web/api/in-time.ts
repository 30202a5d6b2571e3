import { apiError } from './api-error.ts';

/**
 * Runs work with a signal that is aborted when the time is over, or when the given signal is. Throws 'network-failed'
 * then, at once, also where the work does not hear the signal. Work is not begun for a signal that is aborted already.
 * @param limit In milliseconds.
 */
export function inTime<T>(
  limit: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController();
    function end(): void {
      // Before the work hears of it, whose own words for it are the browser's.
      reject(apiError('network-failed'));
      ending.abort();
    }
    if (signal?.aborted) return end();
    const timer = setTimeout(end, limit);
    signal?.addEventListener('abort', end);
    work(ending.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

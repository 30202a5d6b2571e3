import { apiError } from './api-error.ts';

/**
 * Runs work with a signal that aborts when the time is over or when the given signal aborts. Then throws
 * 'network-failed' at once, even if the work ignores the signal. If the given signal is already aborted, the work does
 * not start.
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
      // Rejects before the work does: its error would have the browser's message.
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

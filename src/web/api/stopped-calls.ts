import { ApiError } from './api-error.ts';

/** The server ends a stopped generation within this time. A later refusal is about another one. In milliseconds. */
const settlingTime = 30_000;
/** Pauses between two tries, each twice as long as the one before. In milliseconds. */
const pauses = { first: 250, longest: 4000 };

/**
 * Remembers that this page has stopped a generation. The server notices a stop by the closed connection, perhaps on
 * another machine than the one that gets the next request. Until then it refuses the next request.
 */
export type StoppedCalls = {
  /** Notes that a generation was stopped now. */
  note(): void;
  /** Sends, and sends again while the server may still run a stopped generation. Rejects when the signal aborts. */
  retry<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

export function createStoppedCalls(): StoppedCalls {
  let settledAt = 0;

  const isByStopped = (failure: unknown) =>
    failure instanceof ApiError && failure.code === 'workspace-running' && performance.now() < settledAt;

  return {
    note: () => void (settledAt = performance.now() + settlingTime),
    async retry(send, signal) {
      for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
        try {
          return await send();
        } catch (failure) {
          if (!isByStopped(failure)) throw failure;
        }
        await pause(wait, signal);
      }
    },
  };
}

function pause(wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new DOMException('Stopped.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, wait);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

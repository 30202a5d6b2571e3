import { ApiError } from './api-error.ts';

/** A call that was stopped is settled within so long; what runs after that is another one. In milliseconds. */
const settlingTime = 30_000;
/** From one order to the next, twice as long each time: where the call of another tab goes on, so does the refusal. */
const pauses = { first: 250, longest: 4000 };

/**
 * Calls that this page has stopped. The server hears of a stop by the end of the connection, perhaps on another machine
 * than the next order, and counts the call as running until it is settled: there is no answer to wait for.
 */
export type StoppedCalls = {
  /** A call was stopped. */
  note(): void;
  /** Orders, and again for as long as what was stopped may still be running. An aborted signal ends the waiting. */
  order<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

export function createStoppedCalls(): StoppedCalls {
  let settledAt = 0;

  const mayBeStopped = (failure: unknown) =>
    failure instanceof ApiError && failure.code === 'workspace-running' && performance.now() < settledAt;

  return {
    note: () => void (settledAt = performance.now() + settlingTime),
    async order(ask, signal) {
      for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
        try {
          return await ask();
        } catch (failure) {
          if (!mayBeStopped(failure)) throw failure;
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

/** Runs a task again after a failure. The delay grows with each failure in a row. */
export type RetryTimer = {
  /** Runs `run` later. The delay for a failing server grows longer than that for a network that is down. */
  failed(by: 'server' | 'network', run: () => void): void;
  succeeded(): void;
  /** The next failure counts as the first one. A task that is already scheduled still runs. */
  forget(): void;
};

const firstDelay = 1000;
const longestDelays = { server: 60_000, network: 5000 };

/** @param random Returns a number between 0 and 1. */
export function createRetryTimer(random: () => number): RetryTimer {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    failed(by, run) {
      const longestDelay = longestDelays[by];
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
      failures = Math.min(failures + 1, 10);
      clearTimeout(timer);
      // The delay varies by half, so that tabs that failed together do not retry together.
      timer = setTimeout(run, Math.min(delay * (0.5 + random()), longestDelay));
    },
    succeeded() {
      failures = 0;
      clearTimeout(timer);
    },
    forget: () => void (failures = 0),
  };
}

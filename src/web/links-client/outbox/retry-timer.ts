/** Tries again later, and later still with each failure in a row. */
export type RetryClock = {
  /** A server that fails is left alone for longer than one that cannot be reached: asking that one costs it nothing. */
  failed(by: 'server' | 'network'): void;
  succeeded(): void;
  /** The next failure counts as the first: what it failed by may be over. */
  forget(): void;
};

export type RetryHost = {
  readonly run: () => void;
  /** Between 0 and 1. */
  readonly random: () => number;
};

const firstDelay = 1000;
const longestDelays = { server: 60_000, network: 5000 };

export function createRetryClock({ run, random }: RetryHost): RetryClock {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    failed(by) {
      const longestDelay = longestDelays[by];
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
      failures = Math.min(failures + 1, 10);
      clearTimeout(timer);
      // Half of it sooner or later, so that tabs that failed together do not come back together.
      timer = setTimeout(run, Math.min(delay * (0.5 + random()), longestDelay));
    },
    succeeded() {
      failures = 0;
      clearTimeout(timer);
    },
    forget: () => void (failures = 0),
  };
}

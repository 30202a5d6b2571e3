import process from 'node:process';

/** How a user ends a run. */
export type Stops = {
  /** Aborted by the first signal: no further file is begun. */
  readonly gently: AbortSignal;
  /** Aborted by the second signal: running calls end at once. */
  readonly atOnce: AbortSignal;
  /** Lets signals end the process again. */
  release(): void;
};

/** Watches SIGINT, SIGTERM and SIGHUP. `onFirst` is called for the first one. */
export function watchStops(onFirst: () => void): Stops {
  const [gently, atOnce] = [new AbortController(), new AbortController()];
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = () => {
    if (gently.signal.aborted) return atOnce.abort();
    gently.abort();
    onFirst();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    gently: gently.signal,
    atOnce: atOnce.signal,
    release() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}

import type { Drain } from './drain.ts';

type Shutdown = {
  readonly drain: Drain;
  /** Resolves when all requests have ended and everything is closed. */
  readonly close: () => Promise<void>;
  /** Closes all connections at once. */
  readonly cut: () => void;
  readonly exit: () => void;
  /** Milliseconds from now to the end of the process. */
  readonly timeout: number;
};

/** Milliseconds before the timeout in which running work is interrupted. */
const longestInterruption = 1000;
/** Milliseconds that the process may take to end by itself after everything is closed. */
const longestExit = 500;

/**
 * Waits for running work, then closes everything and exits. Shortly before the timeout it interrupts the running work,
 * then closes all connections. The process exits before the timeout even if something hangs.
 */
export async function shutDown({ drain, close, cut, exit, timeout }: Shutdown): Promise<void> {
  const end = Math.min(longestInterruption, timeout / 2);
  const timers = [
    setTimeout(() => drain.interrupt(), timeout - end),
    setTimeout(cut, timeout - end / 2),
    setTimeout(exit, timeout - end / 5),
  ];
  await drain.start();
  await close();
  // When the process ends by itself, SQLite merges its log into the database file, which is then complete for a copy.
  for (const timer of timers) timer.unref();
  setTimeout(exit, longestExit).unref();
}

import type { Drain } from './drain.ts';

type Shutdown = {
  readonly drain: Drain;
  /** Lets requests end, and closes what is open. */
  readonly close: () => Promise<void>;
  /** Ends all connections, whatever is on its way. */
  readonly cut: () => void;
  readonly exit: () => void;
  /** In milliseconds from now. */
  readonly timeout: number;
};

const longestEnd = 1000;
const longestFarewell = 500;

/**
 * Lets running work end, then closes and exits. Just before the time is over, what still runs is told so; connections
 * that take no notice are cut; and the process exits in time whatever hangs.
 */
export async function shutDown({ drain, close, cut, exit, timeout }: Shutdown): Promise<void> {
  const end = Math.min(longestEnd, timeout / 2);
  const timers = [
    setTimeout(() => drain.interrupt(), timeout - end),
    setTimeout(cut, timeout - end / 2),
    setTimeout(exit, timeout - end / 5),
  ];
  await drain.start();
  await close();
  // A process that ends by itself folds SQLite's log into the file, which an operator may then copy alone.
  for (const timer of timers) timer.unref();
  setTimeout(exit, longestFarewell).unref();
}

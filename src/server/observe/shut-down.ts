import { ProblemError } from '#core/errors/problem.ts';

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

/** Ends a piece of work early. Its visitor gets the reason. */
type Interrupt = (reason: ProblemError) => void;

export type Drain = ReturnType<typeof createDrain>;

/** After this time another server, or this one again, should be ready. */
const retryAfterSeconds = 30;

/** Tracks the work that must end before the server stops. */
export function createDrain() {
  const running = new Set<{ readonly interrupt: Interrupt }>();
  let whenEmpty: (() => void) | null = null;
  return {
    isDraining: () => whenEmpty !== null,
    /** Registers work. Returns a function that unregisters it. Throws 'server-stopping' after `start`. */
    enter(interrupt: Interrupt): () => void {
      if (whenEmpty !== null) throw new ProblemError('server-stopping', { retryAfterSeconds });
      const work = { interrupt };
      running.add(work);
      return () => {
        running.delete(work);
        if (running.size === 0) whenEmpty?.();
      };
    },
    /** Accepts no more work. Resolves when all registered work has ended. */
    start: () =>
      new Promise<void>((resolve) => {
        whenEmpty = resolve;
        if (running.size === 0) resolve();
      }),
    /** Interrupts all registered work. */
    interrupt(): void {
      for (const { interrupt } of running)
        interrupt(new ProblemError('generation-interrupted', { retryAfterSeconds }));
    },
  };
}

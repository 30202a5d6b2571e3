import { ProblemError } from '#core/errors/problem.ts';

/** Ends a piece of work before its time; the reason is what its visitor is told. */
type Interrupt = (reason: ProblemError) => void;

/** Knows the work that must not be cut off when the server stops. */
export type Drain = {
  isDraining(): boolean;
  /** Counts work in until what is returned is called. Throws 'server-stopping' when no more is taken. */
  enter(interrupt: Interrupt): () => void;
  /** Takes no more work. Ends when none is left. */
  start(): Promise<void>;
  /** Tells all work that is left to end. */
  interrupt(): void;
};

/** By then there is another server, or this one is back. */
const retryAfterSeconds = 30;

export function createDrain(): Drain {
  const running = new Set<{ readonly interrupt: Interrupt }>();
  let whenEmpty: (() => void) | null = null;

  return {
    isDraining: () => whenEmpty !== null,
    enter(interrupt) {
      if (whenEmpty !== null) throw new ProblemError('server-stopping', { retryAfterSeconds });
      const work = { interrupt };
      running.add(work);
      return () => {
        running.delete(work);
        if (running.size === 0) whenEmpty?.();
      };
    },
    start: () =>
      new Promise((resolve) => {
        whenEmpty = resolve;
        if (running.size === 0) resolve();
      }),
    interrupt() {
      for (const { interrupt } of running)
        interrupt(new ProblemError('generation-interrupted', { retryAfterSeconds }));
    },
  };
}

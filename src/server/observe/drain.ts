import { ProblemError } from '#core/errors/problem-messages.ts';

/** Ends a piece of work early. Its visitor gets the reason. */
type Interrupt = (reason: ProblemError) => void;

export type Drain = ReturnType<typeof createDrain>;

/** After this time, this server or another one should be ready. */
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
    interrupt(): void {
      for (const { interrupt } of running)
        interrupt(new ProblemError('generation-interrupted', { retryAfterSeconds }));
    },
  };
}

import { ProblemError } from '#core/problem/problem.ts';

/** Work is done for so long at a stretch, in milliseconds, before others get their turn. */
const stretch = 12;

/** Lets others work in between, and ends the work when nobody waits for it any more. */
export function createPauses(signal: AbortSignal, reasonOf = stopped) {
  let began = performance.now();

  function isDue(): boolean {
    return performance.now() - began > stretch;
  }

  async function pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw reasonOf(signal);
    began = performance.now();
  }

  return {
    isDue,
    pause,
    /** Goes through the steps of a generator, and gives what it returns. */
    async run<T>(steps: Generator<undefined, T>): Promise<T> {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        if (isDue()) await pause();
      }
    },
  };
}

function stopped({ reason }: AbortSignal): ProblemError {
  return new ProblemError('stopped', { cause: reason });
}

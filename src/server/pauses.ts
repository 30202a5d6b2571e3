import { ProblemError } from '#core/errors/problem.ts';

import type { Turns } from './turns.ts';

/** Lets others work in between, and ends the work when nobody waits for it any more. */
export function createPauses(turns: Turns, signal: AbortSignal, reasonOf = stopped) {
  async function pause(): Promise<void> {
    await turns.next();
    if (signal.aborted) throw reasonOf(signal);
  }

  return {
    isDue: turns.isOver,
    pause,
    /** Goes through the steps of a generator, and gives what it returns. */
    async run<T>(steps: Generator<undefined, T>): Promise<T> {
      for (;;) {
        if (turns.isOver()) await pause();
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
  };
}

function stopped({ reason }: AbortSignal): ProblemError {
  return new ProblemError('stopped', { cause: reason });
}

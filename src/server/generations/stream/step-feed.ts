import type { GenerationStep } from '#core/generation/generation.ts';
import { ProblemError } from '#core/errors/problem.ts';

/** How a work ended: by itself, or by what was thrown. */
type Ending = { readonly type: 'done' } | { readonly type: 'failed'; readonly failure: unknown };

/** All that was said so far. Any number of readers follow it to its end. */
export type StepFeed = {
  add(step: GenerationStep): void;
  /** Only the first end counts. */
  end(ending: Ending): void;
  isOver(): boolean;
  readonly over: Promise<void>;
  /**
   * Everything from the first step on. Calls `onWait` whenever it has to wait. Throws what the work threw, and
   * 'stopped' as soon as `signal` aborts.
   */
  read(signal: AbortSignal, onWait: () => void): AsyncGenerator<GenerationStep, void, undefined>;
};

export function createStepFeed(): StepFeed {
  const steps: GenerationStep[] = [];
  const waiting = new Set<() => void>();
  let ending: Ending | null = null;
  let tellEnd: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });

  function wakeAll(): void {
    for (const wake of waiting) wake();
    waiting.clear();
  }

  /** Ends with the next news. */
  function news(): Promise<void> {
    return new Promise((resolve) => waiting.add(resolve));
  }

  return {
    over,
    isOver: () => ending !== null,
    add(step) {
      steps.push(step);
      wakeAll();
    },
    end(given) {
      ending ??= given;
      wakeAll();
      tellEnd?.();
    },
    async *read(signal, onWait) {
      let index = 0;
      // The others find nothing new, and wait on.
      signal.addEventListener('abort', wakeAll, { once: true });
      while (!signal.aborted) {
        const step = steps[index];
        if (step !== undefined) {
          index += 1;
          yield step;
        } else if (ending?.type === 'failed') throw ending.failure;
        else if (ending?.type === 'done') return;
        else {
          const waited = news();
          onWait();
          await waited;
        }
      }
      throw new ProblemError('stopped');
    },
  };
}

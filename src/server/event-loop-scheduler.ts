import { stopReason } from '#core/errors/problem-messages.ts';

/** The time that long work may use in one round of the event loop, in milliseconds. */
const sliceLength = 12;

/** Divides the event loop of a thread between pieces of long work and everything else. */
export type EventLoopScheduler = ReturnType<typeof createEventLoopScheduler>;

/** The scheduler resumes callers in order: in each round of the event loop, as many as fit in a slice. */
export function createEventLoopScheduler() {
  const waiting: (() => void)[] = [];
  let sliceStart = Number.NEGATIVE_INFINITY;
  let isResuming = false;

  /** Returns whether the time slice is used up. More long work would then delay everything else. */
  function shouldYield(): boolean {
    return performance.now() - sliceStart > sliceLength;
  }

  function beginSlice(): void {
    sliceStart = performance.now();
    resumeNext();
  }

  function resumeNext(): void {
    waiting.shift()?.();
    // The tick runs after all promise callbacks, and therefore after the work of the resumed caller.
    queueMicrotask(() => process.nextTick(goOn));
  }

  function goOn(): void {
    isResuming = waiting.length > 0;
    if (!isResuming) return;
    if (shouldYield()) setImmediate(beginSlice);
    else resumeNext();
  }

  return {
    shouldYield,
    /** Resolves when the caller may go on. Callers that wait already go first. */
    yield(): Promise<void> {
      if (!isResuming) setImmediate(beginSlice);
      isResuming = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/**
 * Returns functions for one piece of long work. Each lets other work run in between. When the signal is aborted, the
 * next pause throws its `stopReason`.
 */
export function createPauses(scheduler: EventLoopScheduler, signal: AbortSignal) {
  async function pause(): Promise<void> {
    await scheduler.yield();
    if (signal.aborted) throw stopReason(signal);
  }

  return {
    isDue: scheduler.shouldYield,
    pause,
    /** Runs a generator to its end and returns its result. */
    async run<T>(steps: Generator<undefined, T>): Promise<T> {
      for (;;) {
        if (scheduler.shouldYield()) await pause();
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    },
  };
}

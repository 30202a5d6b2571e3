/** Work of a thread takes so many milliseconds of one round of its event loop at most. */
const stretch = 12;

/** The rounds of a thread's event loop, in which all of its long work shares. */
export type Turns = {
  /** Whether work that goes on now would keep all others waiting. */
  isOver(): boolean;
  /** Ends when the next turn comes: after everybody who waits already. */
  next(): Promise<void>;
};

/** Gives turns in the order in which they are asked for: as many in one round of the event loop as there is time for. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let began = Number.NEGATIVE_INFINITY;
  let isGiving = false;

  function isOver(): boolean {
    return performance.now() - began > stretch;
  }

  function beginRound(): void {
    began = performance.now();
    giveTurn();
  }

  function giveTurn(): void {
    waiting.shift()?.();
    // Ticks follow when all promises are done with: behind whatever this turn is used for.
    queueMicrotask(() => process.nextTick(goOn));
  }

  function goOn(): void {
    isGiving = waiting.length > 0;
    if (!isGiving) return;
    if (isOver()) setImmediate(beginRound);
    else giveTurn();
  }

  return {
    isOver,
    next() {
      if (!isGiving) setImmediate(beginRound);
      isGiving = true;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

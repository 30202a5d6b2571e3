import { setTimeout as sleep } from 'node:timers/promises';

type Pauses = { readonly first: number; readonly later: number };

/**
 * Runs the work again and again, with a pause before each time, in milliseconds. The work must not throw.
 * Returns a function that stops this. It resolves when the work that is under way has ended.
 */
export function repeatWork(work: () => Promise<void>, { first, later }: Pauses): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(): Promise<void> {
    for (let pause = first; ; pause = later) {
      await sleep(pause, null, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work();
    }
  }

  const ended = repeat();
  return () => {
    stopping.abort();
    return ended;
  };
}

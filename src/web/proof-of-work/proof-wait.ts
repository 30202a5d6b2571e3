import { createStore } from '#web/lib/store.ts';

const waiting = createStore(0);

/** Whether a generation waits for the proof of work of this browser. */
export const proofWait = {
  isAwaited: () => waiting.get() > 0,
  subscribe: waiting.subscribe,
  async during<T>(work: Promise<T>): Promise<T> {
    waiting.set(waiting.get() + 1);
    try {
      return await work;
    } finally {
      waiting.set(waiting.get() - 1);
    }
  },
};

import { createStore } from '#web/lib/store.ts';

const waits = createStore(0);

/** A store of whether a generation waits for this browser's proof of work. */
export const proofWait = {
  get: () => waits.get() > 0,
  subscribe: waits.subscribe,
  /** Counts as waiting until the work ends. Returns its result. */
  async during<T>(work: Promise<T>): Promise<T> {
    waits.set(waits.get() + 1);
    try {
      return await work;
    } finally {
      waits.set(waits.get() - 1);
    }
  },
};

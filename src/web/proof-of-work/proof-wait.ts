const listeners = new Set<() => void>();
let waiting = 0;

function change(by: 1 | -1): void {
  waiting += by;
  for (const listener of listeners) listener();
}

/** Whether a generation waits for this browser's work. */
export const proofWait = {
  isAwaited: () => waiting > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  async during<T>(work: Promise<T>): Promise<T> {
    change(1);
    try {
      return await work;
    } finally {
      change(-1);
    }
  },
};

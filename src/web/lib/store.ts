/** A value that others can watch. */
export type ReadonlyStore<T> = {
  get(): T;
  /** Calls `onChange` after every change. Returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
};

export type Store<T> = ReadonlyStore<T> & {
  /** Replaces the value. The same value again is no change. */
  set(next: T): void;
};

/** Holds one value and tells its subscribers of each change. */
export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      // One for each subscription: the same function may subscribe twice.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

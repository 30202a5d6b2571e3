import { useEffect, useEffectEvent, useSyncExternalStore, type RefObject } from 'react';

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
      // Each subscription has its own listener, because the same function may subscribe twice.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns whether two objects have the same properties with the same values. */
export function isShallowEqual(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): boolean {
  const [values, others] = [Object.entries(a), new Map(Object.entries(b))];
  return values.length === others.size && values.every(([name, value]) => Object.is(value, others.get(name)));
}

export function useStore<T>({ subscribe, get }: ReadonlyStore<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}

/** Calls `handle` for each event of this type in an element that is always drawn. */
export function useListener<Type extends keyof HTMLElementEventMap>(
  element: RefObject<HTMLElement | null> | HTMLElement,
  type: Type,
  handle: (event: HTMLElementEventMap[Type]) => void,
): void {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    const target = element instanceof HTMLElement ? element : element.current;
    const listener = (event: HTMLElementEventMap[Type]) => latest(event);
    target?.addEventListener(type, listener);
    return () => target?.removeEventListener(type, listener);
  }, [element, type]);
}

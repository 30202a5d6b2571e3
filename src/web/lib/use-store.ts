import { useEffect, useEffectEvent, useSyncExternalStore, type RefObject } from 'react';

import type { ReadonlyStore } from './store.ts';

/** Returns the current value, and renders the component again when it changes. */
export function useStore<T>({ subscribe, get }: ReadonlyStore<T>): T {
  return useSyncExternalStore(subscribe, get);
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

import { useSyncExternalStore } from 'react';

import type { ReadonlyStore } from './store.ts';

/** Returns the current value, and renders the component again when it changes. */
export function useStore<T>({ subscribe, get }: ReadonlyStore<T>): T {
  return useSyncExternalStore(subscribe, get);
}

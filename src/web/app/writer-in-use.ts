import { useStore } from '#web/lib/store.ts';

import type { PageStores } from './page-memory.tsx';

type WriterStores = Pick<PageStores, 'settings' | 'ownKey' | 'usesBrowserModel' | 'isBuiltInChosen'>;

/** Returns whether the built-in writer would write now. */
export function useBuiltInWriter(stores: WriterStores): boolean {
  const hasOwnKey = useStore(stores.ownKey.provider) !== null;
  const isOnDevice = useStore(stores.usesBrowserModel);
  const isChosen = useStore(stores.isBuiltInChosen);
  return !hasOwnKey && !isOnDevice && (stores.settings.writer === 'built-in' || isChosen);
}

/** What the page needs of the browser's Web Locks. */
export type Locks = Pick<LockManager, 'request'>;

export type CacheOwner = {
  /** Whether this tab is the one that keeps the cache. */
  isOwner(): boolean;
};

export const oneTabWarning =
  'Links are kept for offline use by one tab at a time, and another tab does so now. This tab goes on without.';
export const unsupportedWarning =
  'This browser does not support keeping links for offline use. The page goes on without.';

const lockName = 'linkweft-cache';

/**
 * Enables persistence, once, at the start: of all open tabs one owns the cache, and when it closes the next one
 * takes over. The warnings are for the console; neither keeps the page from working.
 */
export function claimCache(locks: Locks | undefined, warn: (message: string) => void): CacheOwner {
  let isOwner = false;

  /** Holds the lock for as long as the tab lives. */
  function own(): Promise<never> {
    isOwner = true;
    return new Promise<never>(() => {});
  }

  async function claim(manager: Locks): Promise<void> {
    await manager.request(lockName, { ifAvailable: true }, (lock) => {
      if (lock !== null) return own();
      warn(oneTabWarning);
      return undefined;
    });
    await manager.request(lockName, own);
  }

  if (locks === undefined) warn(unsupportedWarning);
  else claim(locks).catch(() => warn(unsupportedWarning));
  return { isOwner: () => isOwner };
}

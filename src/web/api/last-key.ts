/** The name under which a tab stores the idempotency key of its last generation. It survives a reload. */
export const lastKeyName = 'lastClick';

/** Uses the storage of the tab. Returns null if it is blocked or full. */
export function inTabStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** Forgets the key: the next generation is a new one, even with the same content and links. */
export function forgetLastKey(): void {
  inTabStorage((storage) => storage.removeItem(lastKeyName));
}

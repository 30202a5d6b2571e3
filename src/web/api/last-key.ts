/** The name under which a tab stores the idempotency key of its last generation. It survives a reload. */
export const lastKeyName = 'lastClick';

/** Forgets the key: the next generation is a new one, even with the same content and links. */
export function forgetLastKey(): void {
  try {
    sessionStorage.removeItem(lastKeyName);
  } catch {
    // Blocked storage holds nothing.
  }
}

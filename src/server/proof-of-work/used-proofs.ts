export type UsedProofs = {
  /** False where it was taken before. */
  take(name: string, expiresAt: number): boolean;
};

/**
 * Remembers what was taken for as long as it could come again. Each stands for a second of somebody's processor, so the
 * limit is far away; beyond it the oldest is forgotten. Times are seconds since 1970.
 */
export function createUsedProofs(limit = 100_000): UsedProofs {
  const expiries = new Map<string, number>();

  /** They expire nearly in the order in which they came: what is forgotten a little late does no harm. */
  function forgetExpired(now: number): void {
    for (const [name, expiresAt] of expiries) {
      if (expiresAt >= now) return;
      expiries.delete(name);
    }
  }

  return {
    take(name, expiresAt) {
      forgetExpired(Date.now() / 1000);
      if (expiries.has(name)) return false;
      for (const oldest of expiries.keys()) {
        if (expiries.size < limit) break;
        expiries.delete(oldest);
      }
      expiries.set(name, expiresAt);
      return true;
    },
  };
}

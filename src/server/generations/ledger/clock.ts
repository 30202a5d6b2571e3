import { performance } from 'node:perf_hooks';

/** In milliseconds. */
export const minute = 60_000;
/** In milliseconds. */
export const dayLength = 24 * 60 * minute;
/** How long a request with an idempotency key can be repeated, in milliseconds. */
export const keyLifetime = 24 * 60 * minute;

/** Returns the days since 1970, in UTC. `time` is in milliseconds since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayLength);
}

/** Returns when the next day begins. Both are milliseconds since 1970. */
export function endOfDay(time: number): number {
  return (dayOf(time) + 1) * dayLength;
}

export type SharedClock = ReturnType<typeof createSharedClock>;

/**
 * Follows the clock of the database, which `ask` reads. If servers used their own clocks, a server could take the leases
 * of another one for expired. Between two readings the time passes evenly, even if the clock of this machine jumps.
 */
export function createSharedClock(ask: () => Promise<number>) {
  let offset: number | null = null;

  /** Reads the database's time again. */
  async function set(): Promise<number> {
    const time = await ask();
    offset = time - performance.now();
    return offset;
  }

  return {
    set,
    /** Returns milliseconds since 1970, the same for all servers of a database. */
    now: async () => Math.floor((offset ?? (await set())) + performance.now()),
  };
}

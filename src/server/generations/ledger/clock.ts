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

/** Milliseconds since 1970, the same for all servers of a database. */
export type SharedClock = {
  now(): Promise<number>;
  /** Reads the database's time again. */
  set(): Promise<void>;
};

/**
 * Follows the clock of the database, which `ask` reads. If servers used their own clocks, a server could take the leases
 * of another one for expired. Between two readings the time passes evenly, even if the clock of this machine jumps.
 */
export function createSharedClock(ask: () => Promise<number>): SharedClock {
  let offset: number | null = null;

  async function read(): Promise<number> {
    const time = await ask();
    offset = time - performance.now();
    return offset;
  }

  return {
    now: async () => Math.floor((offset ?? (await read())) + performance.now()),
    async set() {
      await read();
    },
  };
}

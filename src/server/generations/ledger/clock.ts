import { performance } from 'node:perf_hooks';

/** In milliseconds. */
export const minute = 60_000;
const hour = 60 * minute;
/** In milliseconds. */
export const dayLength = 24 * 60 * minute;
/** How long a request with an idempotency key can be repeated, in milliseconds. */
export const keyLifetime = 24 * 60 * minute;

/** Returns the days since 1970, in UTC. `time` is in milliseconds since 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayLength);
}

/** Returns when the next day (UTC) begins. Both times are milliseconds since 1970. */
export function endOfDay(time: number): number {
  return (dayOf(time) + 1) * dayLength;
}

/** Returns the whole seconds from `at` to `time`, at least one. Both are milliseconds since 1970. */
export function secondsUntil(time: number, at: number): number {
  return Math.max(1, Math.ceil((time - at) / 1000));
}

/** Returns a duration in hours and minutes, or in seconds, for a message; at most a day. */
export function inWords(milliseconds: number): string {
  if (milliseconds < minute) return counted(Math.max(1, Math.ceil(milliseconds / 1000)), 'second');
  const minutes = Math.ceil(Math.min(milliseconds, dayLength) / minute);
  const parts = [
    [Math.floor(minutes / (hour / minute)), 'hour'],
    [minutes % (hour / minute), 'minute'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => counted(count, name))
    .join(' ');
}

export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
}

export type SharedClock = ReturnType<typeof createSharedClock>;

/**
 * Follows the clock of the database, which `ask` reads. If each server used its own clock, it could treat the leases of
 * another server as expired. Between two readings the time passes evenly, even if the clock of this machine jumps.
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

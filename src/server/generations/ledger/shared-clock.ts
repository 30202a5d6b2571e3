import { performance } from 'node:perf_hooks';

/** Milliseconds since 1970, as all servers of a database count them. */
export type SharedClock = {
  now(): Promise<number>;
  /** Asks for the time anew. */
  set(): Promise<void>;
};

/**
 * The database's clock, asked now and then: servers whose own clocks differ would take each other's leases for passed,
 * and days for over. Between two questions the time passes evenly, even if this machine's clock jumps.
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

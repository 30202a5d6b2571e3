import process from 'node:process';

/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Returns a generator (mulberry32) that gives the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The number of kills. `npm run torture` sets more. */
export const killRounds = Number(process.env['DURABILITY_ROUNDS'] ?? 12);
export const seed = Number(process.env['DURABILITY_SEED'] ?? Date.now() % 1_000_000);

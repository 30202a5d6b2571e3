import process from 'node:process';

/** Returns the full number if FORTRESS is set, and otherwise the normal number of `npm test`. */
export function atScale<T>(normal: T, full: T): T {
  return process.env['FORTRESS'] === undefined ? normal : full;
}

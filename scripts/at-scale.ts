import process from 'node:process';

/** The full number where FORTRESS is set, and the normal one in `npm test`. */
export function atScale<T>(normal: T, full: T): T {
  return process.env['FORTRESS'] === undefined ? normal : full;
}

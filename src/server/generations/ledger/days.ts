export const minute = 60_000;
export const dayLength = 24 * 60 * minute;

/** Days since 1970, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / dayLength);
}

/** When the next day begins. Both are milliseconds since 1970. */
export function endOfDay(time: number): number {
  return (dayOf(time) + 1) * dayLength;
}

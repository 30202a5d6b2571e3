/** How often each item occurs. */
export type Counts<T> = ReadonlyMap<T, number>;

export function countsOf<T>(items: readonly T[]): Counts<T> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Returns how many items two lists have in common, in any order. */
export function commonCount<T>(counts: Counts<T>, others: Counts<T>): number {
  let common = 0;
  for (const [item, count] of counts) common += Math.min(count, others.get(item) ?? 0);
  return common;
}

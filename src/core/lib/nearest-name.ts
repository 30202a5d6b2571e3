/**
 * Returns the name that is most like the written one, or null if none is close. Case does not count. Names that differ
 * in more than `widestShare` of their signs are not meant by each other.
 */
export function nearestName(written: string, names: readonly string[], widestShare = 0.4): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance >= least || distance > widestShare * Math.max(written.length, name.length)) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

/** Returns how many signs must be added, removed, exchanged or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const exchange = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (before[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, exchange, swap));
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? 0;
}

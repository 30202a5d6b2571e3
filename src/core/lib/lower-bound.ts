/**
 * Searches the indexes from `from` up to and without `to` by halving. `isBefore` must be true for the first of them, up
 * to some index, and false from there on.
 *
 * @returns the first index for which `isBefore` is false; `to` if it is true for all
 */
export function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

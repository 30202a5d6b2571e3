// Stretches of a text, and the search in ordered lists.

/** A stretch of the content, from `start` up to and without `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Returns the index of the first of several ordered spans that ends at the offset or behind it. */
export function firstEndingAt(spans: readonly Pick<Span, 'end'>[], offset: number): number {
  return lowerBound(0, spans.length, (index) => (spans[index]?.end ?? 0) < offset);
}

/** Returns the ordered spans that share some text with a range, in logarithmic time. */
export function overlapping<S extends Span>(spans: readonly S[], { start, end }: Span): S[] {
  const found: S[] = [];
  let at = firstEndingAt(spans, start + 1);
  for (let span = spans[at]; span !== undefined && span.start < end; span = spans[at]) {
    found.push(span);
    at += 1;
  }
  return found;
}

/** Returns the one of several ordered spans that contains the offset strictly inside, or undefined. */
export function spanAround(spans: readonly Span[], offset: number): Span | undefined {
  const span = spans[firstEndingAt(spans, offset + 1)];
  return span !== undefined && span.start < offset ? span : undefined;
}

/** Joins overlapping and touching spans, and sorts them. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

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

import { lowerBound } from '#core/lib/lower-bound.ts';

/** A stretch of the content, from `start` up to and without `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Returns the index of the first of several ordered spans that ends at the offset or behind it. */
export function firstEndingAt(spans: readonly Pick<Span, 'end'>[], offset: number): number {
  return lowerBound(0, spans.length, (index) => (spans[index]?.end ?? 0) < offset);
}

/** Returns the index of the first of several ordered spans that ends behind the offset. */
export function firstEndingAfter(spans: readonly Pick<Span, 'end'>[], offset: number): number {
  return lowerBound(0, spans.length, (index) => (spans[index]?.end ?? 0) <= offset);
}

/** Joins overlapping and touching spans, and sorts them. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else {
      merged.push(span);
    }
  }
  return merged;
}

/** Returns a function that finds the span which an offset lies strictly inside of. The offsets must only grow. */
export function createSpanCursor(merged: readonly Span[]): (offset: number) => Span | undefined {
  let index = 0;
  return (offset) => {
    for (let span = merged[index]; span !== undefined && span.end <= offset; span = merged[index]) index += 1;
    const span = merged[index];
    return span !== undefined && span.start < offset ? span : undefined;
  };
}

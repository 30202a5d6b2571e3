// Small functions without a subject of their own, and stretches of a text.

/** Returns how often each item occurs. */
export function countsOf<T>(items: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Returns how many items two lists have in common, in any order. */
export function commonCount<T>(counts: ReadonlyMap<T, number>, others: ReadonlyMap<T, number>): number {
  let common = 0;
  for (const [item, count] of counts) common += Math.min(count, others.get(item) ?? 0);
  return common;
}

/** Returns a function that remembers the computed values. When it has `limit` values, it forgets them all. */
export function memoize<K, V extends boolean | number | string | object>(
  compute: (key: K) => V,
  limit = Infinity,
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    if (known.size >= limit) known.clear();
    known.set(key, value);
    return value;
  };
}

/** Returns a function that makes a value at its first call. Much that a page loads is not used in a visit. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** Returns the text on one line, with single spaces between its words. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Returns the text with ASCII in place of full-width signs. All offsets stay the same. */
export function withoutFullWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

/** Matches a line end and white space up to the next one, as a part of a regular expression. */
export const blankLine = String.raw`(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))`;

/** Returns the words of a list that is written with single spaces. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Returns a function that computes a value once for each object, and remembers it as long as the object. */
export function memoizeWeakly<K extends object, T extends object | null>(
  compute: (key: K) => T,
): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = compute(key);
    known.set(key, result);
    return result;
  };
}

/** A stretch of the content, from `start` up to and without `end`. */
export type Span = { readonly start: number; readonly end: number };

/** Returns the index of the first of several ordered spans that ends at the offset or behind it. */
export function firstEndingAt(spans: readonly Pick<Span, 'end'>[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
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

import { lowerBound } from '#core/document/spans.ts';

/** A set of URLs that finds the one at a place in a text without trying all of them. */
export type KnownUrls = {
  readonly isEmpty: boolean;
  /** Yields those that stand at the index, longest first. */
  at(text: string, index: number): Generator<string>;
  /** Whether the text from the index to its end is the beginning of one of them. */
  mayBegin(text: string, index: number): boolean;
};

/** Sorting them takes longer than reading a sentence. */
const made = new WeakMap<readonly string[], KnownUrls>();

export function knownUrlsOf(urls: readonly string[]): KnownUrls {
  const known = made.get(urls) ?? createKnownUrls(urls);
  made.set(urls, known);
  return known;
}

function createKnownUrls(urls: readonly string[]): KnownUrls {
  const known = new Set(urls.filter((url) => url !== ''));
  // In the order of `<`: URLs that begin with a text come right behind that text.
  const sorted = [...known].sort((a, b) => (a < b ? -1 : 1));
  const lengths = [...new Set(sorted.map(({ length }) => length))].sort((a, b) => b - a);
  const [longest = 0] = lengths;
  return {
    isEmpty: sorted.length === 0,
    *at(text, index) {
      for (const length of lengths) {
        if (length > text.length - index) continue;
        const url = text.slice(index, index + length);
        if (known.has(url)) yield url;
      }
    },
    mayBegin(text, index) {
      if (text.length - index >= longest) return false;
      const start = text.slice(index);
      const next = lowerBound(0, sorted.length, (at) => (sorted[at] ?? '') <= start);
      return sorted[next]?.startsWith(start) === true;
    },
  };
}

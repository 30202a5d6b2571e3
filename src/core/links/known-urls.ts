import { lowerBound } from '#core/lib/lower-bound.ts';

/** URLs among which the one that stands at a place of a text is found without going through all of them. */
export type KnownUrls = {
  readonly isEmpty: boolean;
  /** Those that stand at the index, longest first. */
  at(text: string, index: number): Generator<string>;
  /** Whether what is left of the text from the index on may still grow into one of them. */
  mayBegin(text: string, index: number): boolean;
};

/** To sort them takes longer than to read a sentence. */
const made = new WeakMap<readonly string[], KnownUrls>();

export function knownUrlsOf(urls: readonly string[]): KnownUrls {
  const known = made.get(urls) ?? createKnownUrls(urls);
  made.set(urls, known);
  return known;
}

function createKnownUrls(urls: readonly string[]): KnownUrls {
  const known = new Set(urls.filter((url) => url !== ''));
  // By their units, as comparison orders them: those that begin with a text stand right behind it.
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

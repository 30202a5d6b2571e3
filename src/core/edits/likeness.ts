import { lowerWords } from '#core/document/words-and-sentences.ts';
import { commonCount, countsOf, memoize } from '#core/lib/helpers.ts';

/** Returns a function that numbers texts: equal texts have equal numbers. */
function createKeys(): (text: string) => number {
  let next = 0;
  return memoize(() => next++);
}

type Words = { readonly words: readonly number[]; readonly counts: ReadonlyMap<number, number> };

/** Returns a function that reads the words of a text as numbers. */
function createWordReader(): (text: string) => Words {
  const keys = createKeys();
  return (text) => {
    const words = lowerWords(text).map((word) => keys(word));
    return { words, counts: countsOf(words) };
  };
}

/**
 * Returns a function that returns how much two texts have in common, from 0 to 1, by words in their order. It returns 0
 * if it is certainly not more than `floor`. It remembers the words of each text, because some texts are compared with
 * thousands of others.
 */
export function createLikeness(): (a: string, b: string, floor?: number) => number {
  const wordsOf = memoize(createWordReader());
  return (a, b, floor = 0) => {
    const [one, other] = [wordsOf(a), wordsOf(b)];
    const total = one.words.length + other.words.length;
    // The common words in any order are an upper limit for those in the same order.
    if (total === 0 || (2 * commonCount(one.counts, other.counts)) / total <= floor) return 0;
    const common = align(one.words, other.words).filter((index) => index >= 0).length;
    return (2 * common) / total;
  };
}

/** Returns how much two texts have in common, from 0 to 1. */
export function likeness(a: string, b: string): number {
  return createLikeness()(a, b);
}

/** Limits of the comparison of two lists: its work, and the differences that it finds. */
const workLimit = 4_000_000;
const mostDifferences = 2000;

/**
 * Returns for each item of `a` the index of its equal in `b`, or -1. The indexes increase. This is Myers' greedy
 * algorithm. Lists that differ in more than the limits allow have only their start and their end in common.
 */
function align(a: readonly number[], b: readonly number[]): Int32Array {
  const match = new Int32Array(a.length).fill(-1);
  let from = 0;
  while (from < a.length && a[from] === b[from]) match[from] = from++;
  let [n, m] = [a.length - from, b.length - from];
  while (n > 0 && m > 0 && a[from + n - 1] === b[from + m - 1]) match[from + --n] = from + --m;
  const most = Math.max(40, Math.min(mostDifferences, Math.floor(workLimit / (n + m))));
  // Row `d` holds how far each diagonal reaches with `d` differences.
  const rows: Int32Array[] = [];
  for (let d = 0; d <= Math.min(n + m, most); d += 1) {
    const row = new Int32Array(2 * d + 1);
    rows.push(row);
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : stepOf(rows, d, k).x;
      while (x < n && x - k < m && a[from + x] === b[from + x - k]) x += 1;
      row[k + d] = x;
      if (x < n || x - k < m) continue;
      trace(rows, { x, k }, from, match);
      return match;
    }
  }
  return match;
}

/** Returns the best step to diagonal `k` with `d` differences, from the previous row. */
function stepOf(rows: readonly Int32Array[], d: number, k: number): { x: number; down: boolean } {
  const before = rows[d - 1] ?? new Int32Array(0);
  const left = before[k + d - 2] ?? -1;
  const above = before[k + d] ?? -1;
  const down = k === -d || (k !== d && left < above);
  return { x: down ? above : left + 1, down };
}

/** Follows the steps back from the end, and notes the equal items. */
function trace(
  rows: readonly Int32Array[],
  end: { readonly x: number; readonly k: number },
  from: number,
  match: Int32Array,
): void {
  let { x, k } = end;
  for (let d = rows.length - 1; d >= 0; d -= 1) {
    const step = d === 0 ? { x: 0, down: true } : stepOf(rows, d, k);
    for (let at = step.x; at < x; at += 1) match[from + at] = from + at - k;
    x = step.down ? step.x : step.x - 1;
    k += step.down ? 1 : -1;
  }
}

/** Two sentences that match, by their indexes. */
export type Pair = { readonly a: number; readonly b: number; readonly isEqual: boolean };

/** With at least this likeness, two sentences match. */
const alike = 0.5;
/** Longer stretches without an equal sentence are not compared. Limits for pairs of sentences, and for words. */
const tableLimit = 40_000;
const wordLimit = 2_000_000;

/** Pairs equal sentences first, then the sentences between them that share most of their words. */
export function pairSentences(a: readonly string[], b: readonly string[]): Pair[] {
  const keys = createKeys();
  const keysOf = (texts: readonly string[]) => texts.map((text) => keys(wordsAlone(text)));
  const match = align(keysOf(a), keysOf(b));
  const words = createWordReader();
  const pairs: Pair[] = [];
  let aFrom = 0;
  let bFrom = 0;
  for (let at = 0; at <= a.length; at += 1) {
    const to = at === a.length ? b.length : (match[at] ?? -1);
    if (to < 0) continue;
    const [mine, theirs] = [a.slice(aFrom, at), b.slice(bFrom, to)].map((texts) => texts.map(words));
    for (const pair of similar(mine ?? [], theirs ?? []))
      pairs.push({ a: pair.a + aFrom, b: pair.b + bFrom, isEqual: false });
    if (at < a.length) pairs.push({ a: at, b: to, isEqual: true });
    aFrom = at + 1;
    bFrom = to + 1;
  }
  return pairs;
}

/** Returns a sentence without the marks of blocks and emphasis, and with folded white space. */
function wordsAlone(text: string): string {
  const bare = text.replaceAll(/<\/?[a-z][^<>]{0,300}>/giu, '').replace(/^[\s#>*+-]+(?:\d{1,3}[.)]\s)?/u, '');
  return bare
    .replaceAll(/[*_`~]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Returns the pairing with the greatest likeness, in order, or none if it would take too long. */
function similar(a: readonly Words[], b: readonly Words[]): { a: number; b: number }[] {
  const work = b.length * a.reduce((sum, { words }) => sum + words.length, 0);
  if (a.length === 0 || b.length === 0 || a.length * b.length > tableLimit || work > wordLimit) return [];
  const width = b.length + 1;
  const like = new Float64Array(a.length * b.length);
  const best = new Float64Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const own = likenessOf(a[i], b[j]);
      like[i * b.length + j] = own;
      const both = own >= alike ? own + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(both, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const pairs: { a: number; b: number }[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const own = like[i * b.length + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (own >= alike && here === own + (best[(i + 1) * width + j + 1] ?? 0)) {
      pairs.push({ a: i, b: j });
      i += 1;
      j += 1;
    } else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Returns how much both have in common, from 0 to 1. The value is higher if `b` contains all words of `a`. */
function likenessOf(a: Words | undefined, b: Words | undefined): number {
  if (a === undefined || b === undefined || a.words.length === 0 || b.words.length === 0) return 0;
  const common = commonCount(a.counts, b.counts);
  const dice = (2 * common) / (a.words.length + b.words.length);
  return common === a.words.length && common >= 3 ? Math.max(dice, 0.6) : dice;
}

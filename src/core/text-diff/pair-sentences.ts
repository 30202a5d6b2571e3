import { commonCount, countsOf } from '#core/lib/collections.ts';
import { lowerWords } from '#core/document/words.ts';
import { alignInSteps, createKeys } from './likeness.ts';

/** Two sentences that match, by their indexes. */
export type Pair = { readonly a: number; readonly b: number; readonly isEqual: boolean };

/** With at least this likeness, two sentences match. */
const alike = 0.5;
/** Longer stretches without an equal sentence are not compared. Limits for pairs of sentences, and for words. */
const tableLimit = 40_000;
const wordLimit = 2_000_000;

const sentencesAStep = 200;
const wordsAStep = 20_000;

/** Pairs equal sentences first, then the sentences between them that share most of their words. Works in steps. */
export function* pairSentences(a: readonly string[], b: readonly string[]): Generator<undefined, Pair[]> {
  const keys = createKeys();
  const aKeys = yield* inSteps(a, (text) => keys(wordsAlone(text)));
  const bKeys = yield* inSteps(b, (text) => keys(wordsAlone(text)));
  const match = yield* alignInSteps(aKeys, bKeys);
  const words = createWordCounter();
  const pairs: Pair[] = [];
  let aFrom = 0;
  let bFrom = 0;
  for (let at = 0; at <= a.length; at += 1) {
    const to = at === a.length ? b.length : (match[at] ?? -1);
    if (to < 0) continue;
    const [mine, theirs] = [a.slice(aFrom, at), b.slice(bFrom, to)];
    const gap = yield* similar(yield* inSteps(mine, words), yield* inSteps(theirs, words));
    for (const pair of gap) pairs.push({ a: pair.a + aFrom, b: pair.b + bFrom, isEqual: false });
    if (at < a.length) pairs.push({ a: at, b: to, isEqual: true });
    aFrom = at + 1;
    bFrom = to + 1;
    if (at % sentencesAStep === 0) yield;
  }
  return pairs;
}

function* inSteps<T>(texts: readonly string[], read: (text: string) => T): Generator<undefined, T[]> {
  const found: T[] = [];
  for (const text of texts) {
    found.push(read(text));
    if (found.length % sentencesAStep === 0) yield;
  }
  return found;
}

/** Returns a sentence without the marks of blocks and emphasis, and with folded white space. */
function wordsAlone(text: string): string {
  const bare = text.replaceAll(/<\/?[a-z][^<>]{0,300}>/giu, '').replace(/^[\s#>*+-]+(?:\d{1,3}[.)]\s)?/u, '');
  return bare
    .replaceAll(/[*_`~]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

type Words = ReturnType<ReturnType<typeof createWordCounter>>;

function createWordCounter() {
  const keys = createKeys();
  return (text: string) => {
    const words = lowerWords(text).map((word) => keys(word));
    return { counts: countsOf(words), total: words.length };
  };
}

/** Returns the pairing with the greatest likeness, in order, or none if it would take too long. */
function* similar(
  a: readonly Words[],
  b: readonly Words[],
): Generator<undefined, { a: number; b: number }[]> {
  const work = b.length * a.reduce((sum, { total }) => sum + total, 0);
  if (a.length === 0 || b.length === 0 || a.length * b.length > tableLimit || work > wordLimit) return [];
  const width = b.length + 1;
  const like = new Float64Array(a.length * b.length);
  const best = new Float64Array((a.length + 1) * width);
  let compared = 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    compared += b.length * (a[i]?.total ?? 0);
    if (compared > wordsAStep) {
      compared = 0;
      yield;
    }
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
  if (a === undefined || b === undefined || a.total === 0 || b.total === 0) return 0;
  const common = commonCount(a.counts, b.counts);
  const dice = (2 * common) / (a.total + b.total);
  return common === a.total && common >= 3 ? Math.max(dice, 0.6) : dice;
}

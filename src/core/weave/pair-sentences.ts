import { lowerWords } from '#core/document/words.ts';
import { align } from './diff-align.ts';
import { createKeys } from './keys.ts';

/** Two sentences that stand for each other, by their indexes. */
export type Pair = { readonly a: number; readonly b: number; readonly isEqual: boolean };

/** From here on two sentences are versions of one. */
const alike = 0.5;
/** Larger stretches without an equal sentence are not compared: pairs of sentences, and words of all of them. */
const tableLimit = 40_000;
const wordLimit = 2_000_000;

/** Pairs up equal sentences first, then, between those, sentences that share most of their words. */
export function pairSentences(a: readonly string[], b: readonly string[]): Pair[] {
  const keys = createKeys();
  const [aKeys, bKeys] = [a, b].map((texts) => texts.map((text) => keys(wordsAlone(text))));
  const match = align(aKeys ?? [], bKeys ?? []);
  const words = createWordCounter();
  const pairs: Pair[] = [];
  let aFrom = 0;
  let bFrom = 0;
  for (let at = 0; at <= a.length; at += 1) {
    const to = at === a.length ? b.length : (match[at] ?? -1);
    if (to < 0) continue;
    const gap = similar(a.slice(aFrom, at).map(words), b.slice(bFrom, to).map(words));
    for (const pair of gap) pairs.push({ a: pair.a + aFrom, b: pair.b + bFrom, isEqual: false });
    if (at < a.length) pairs.push({ a: at, b: to, isEqual: true });
    aFrom = at + 1;
    bFrom = to + 1;
  }
  return pairs;
}

/** A sentence without the marks of its block and of emphasis, and with its white space folded. */
function wordsAlone(text: string): string {
  const bare = text.replaceAll(/<\/?[a-z][^<>]{0,300}>/giu, '').replace(/^[\s#>*+-]+(?:\d{1,3}[.)]\s)?/u, '');
  return bare
    .replaceAll(/[*_`~]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

type Words = { readonly counts: ReadonlyMap<number, number>; readonly total: number };

function createWordCounter(): (text: string) => Words {
  const keys = createKeys();
  return (text) => {
    const counts = new Map<number, number>();
    const words = lowerWords(text);
    for (const word of words) counts.set(keys(word), (counts.get(keys(word)) ?? 0) + 1);
    return { counts, total: words.length };
  };
}

/** The pairing of most likeness, in order; none where it would take too long. */
function similar(a: readonly Words[], b: readonly Words[]): { a: number; b: number }[] {
  const work = b.length * a.reduce((sum, { total }) => sum + total, 0);
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

/** How much of both is in both, from 0 to 1; a sentence that the other holds whole is one that was drawn out. */
function likenessOf(a: Words | undefined, b: Words | undefined): number {
  if (a === undefined || b === undefined || a.total === 0 || b.total === 0) return 0;
  let common = 0;
  for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0);
  const dice = (2 * common) / (a.total + b.total);
  return common === a.total && common >= 3 ? Math.max(dice, 0.6) : dice;
}

import { align } from './diff-align.ts';
import type { Token, Unit } from './diff-tokens.ts';

/** Two sentences that stand for each other. */
export type Pair = { readonly a: number; readonly b: number };

/** Between `aFrom` and `aTo`, `bFrom` and `bTo` stand too many sentences to tell which stands for which. */
export type Tangle = {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
};

export type Side = { readonly tokens: readonly Token[]; readonly units: readonly Unit[] };

/** From here on two sentences are versions of one. */
const alike = 0.5;
const tableLimit = 40_000;
const wordLimit = 2_000_000;

/** Pairs up equal sentences first, then, between those, sentences that share most of their words. */
export function pairsOf(a: Side, b: Side): { pairs: Pair[]; tangles: Tangle[] } {
  const aAt = sentencesOf(a);
  const bAt = sentencesOf(b);
  const match = align(
    aAt.map((index) => a.units[index]?.key ?? -1),
    bAt.map((index) => b.units[index]?.key ?? -2),
  );
  const pairs: Pair[] = [];
  const tangles: Tangle[] = [];
  let aFrom = 0;
  let bFrom = 0;
  for (let at = 0; at <= aAt.length; at += 1) {
    const to = at === aAt.length ? bAt.length : (match[at] ?? -1);
    if (to < 0) continue;
    const aGap = aAt.slice(aFrom, at);
    const bGap = bAt.slice(bFrom, to);
    if (aGap.length > 0 && bGap.length > 0) {
      const found = similar(a, aGap, b, bGap);
      if (found === null)
        tangles.push({ aFrom: aGap[0] ?? 0, aTo: lastOf(aGap), bFrom: bGap[0] ?? 0, bTo: lastOf(bGap) });
      else pairs.push(...found);
    }
    if (at < aAt.length) pairs.push({ a: aAt[at] ?? 0, b: bAt[to] ?? 0 });
    aFrom = at + 1;
    bFrom = to + 1;
  }
  return { pairs, tangles };
}

function lastOf(gap: readonly number[]): number {
  return (gap.at(-1) ?? 0) + 1;
}

function sentencesOf({ units }: Side): number[] {
  return units.flatMap(({ space }, index) => (space ? [] : [index]));
}

/** The pairing of most likeness; null where it would take too long. */
function similar(a: Side, aGap: readonly number[], b: Side, bGap: readonly number[]): Pair[] | null {
  const aWords = aGap.map((index) => wordsOf(a, index));
  const bWords = bGap.map((index) => wordsOf(b, index));
  const work = bGap.length * aWords.reduce((sum, { total }) => sum + total, 0);
  if (aGap.length * bGap.length > tableLimit || work > wordLimit) return null;
  const width = bGap.length + 1;
  const likeness = new Float64Array(aGap.length * bGap.length);
  const best = new Float64Array((aGap.length + 1) * width);
  for (let i = aGap.length - 1; i >= 0; i -= 1) {
    for (let j = bGap.length - 1; j >= 0; j -= 1) {
      const like = likenessOf(aWords[i], bWords[j]);
      likeness[i * bGap.length + j] = like;
      const both = like >= alike ? like + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(both, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < aGap.length && j < bGap.length;) {
    const like = likeness[i * bGap.length + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (like >= alike && here === like + (best[(i + 1) * width + j + 1] ?? 0)) {
      pairs.push({ a: aGap[i] ?? 0, b: bGap[j] ?? 0 });
      i += 1;
      j += 1;
    } else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

type Words = { readonly counts: ReadonlyMap<number, number>; readonly total: number };

function wordsOf({ tokens, units }: Side, index: number): Words {
  const counts = new Map<number, number>();
  let total = 0;
  const unit = units[index];
  for (let at = unit?.from ?? 0; at < (unit?.to ?? 0); at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    counts.set(token.key, (counts.get(token.key) ?? 0) + 1);
    total += 1;
  }
  return { counts, total };
}

/** How much of both is in both, from 0 to 1; a sentence that the other holds whole is one that was drawn out. */
function likenessOf(a: Words | undefined, b: Words | undefined): number {
  if (a === undefined || b === undefined || a.total === 0 || b.total === 0) return 0;
  let common = 0;
  for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0);
  const dice = (2 * common) / (a.total + b.total);
  return common === a.total && common >= 3 ? Math.max(dice, 0.6) : dice;
}

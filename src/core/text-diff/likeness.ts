import { memoize } from '#core/lib/memoize.ts';
import { lowerWords } from '#core/document/words.ts';

import { align } from './diff-align.ts';

/** Returns the number of a text: equal texts have equal numbers. */
type Keys = (text: string) => number;

export function createKeys(): Keys {
  let next = 0;
  return memoize(() => next++);
}

/**
 * Returns how much two texts have in common, from 0 to 1, by words in their order. Returns 0 if it is certainly not
 * more than `floor`.
 */
type Likeness = (a: string, b: string, floor?: number) => number;

/** Remembers the words of each text, because some texts are compared with thousands of others. */
export function createLikeness(): Likeness {
  const keys = createKeys();
  const countedWordsOf = memoize((text: string) => withCounts(lowerWords(text).map((each) => keys(each))));

  return (a, b, floor = 0) => {
    const [one, other] = [countedWordsOf(a), countedWordsOf(b)];
    const total = one.words.length + other.words.length;
    // In their order, two texts have no more words in common than in any order.
    if (total === 0 || (2 * commonAtMost(one, other)) / total <= floor) return 0;
    const common = align(one.words, other.words).filter((index) => index >= 0).length;
    return (2 * common) / total;
  };
}

type CountedWords = { readonly words: readonly number[]; readonly counts: ReadonlyMap<number, number> };

function withCounts(words: readonly number[]): CountedWords {
  const counts = new Map<number, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  return { words, counts };
}

function commonAtMost({ counts }: CountedWords, other: CountedWords): number {
  let common = 0;
  for (const [each, count] of counts) common += Math.min(count, other.counts.get(each) ?? 0);
  return common;
}

/** Compares only two texts. */
export function likeness(a: string, b: string): number {
  return createLikeness()(a, b);
}

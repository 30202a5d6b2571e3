import type { ContentIndex, Postings } from './content-index.ts';

const headingStrength = 0.35;
/** A repeated word counts a little more than a word that occurs once. */
const againStrength = 0.12;
const againLimit = 3;

/** Sums of one link for the passages and sentences of a content. After `clear` they can be used for the next link. */
export function createTally({ passages, firsts, sentenceCount }: ContentIndex) {
  const passageSums = new Float64Array(passages.length);
  const sentenceSums = new Float64Array(sentenceCount);
  const lastTerms = new Int32Array(passages.length).fill(-1);
  const times = new Uint8Array(passages.length);
  const touched: number[] = [];
  let term = 0;

  function addToPassage(passage: number, gain: number): void {
    const last = lastTerms[passage] ?? -1;
    if (last < 0) touched.push(passage);
    if (last !== term) times[passage] = 0;
    const before = times[passage] ?? 0;
    if (before > againLimit) return;
    lastTerms[passage] = term;
    times[passage] = before + 1;
    passageSums[passage] = (passageSums[passage] ?? 0) + gain * (before === 0 ? 1 : againStrength);
  }

  const countIn = (passage: number) => passages[passage]?.sentences.length ?? 0;

  return {
    add({ passages: places, sentences }: Postings, gain: number): void {
      for (const [at, passage] of places.entries()) {
        const sentence = sentences[at] ?? -1;
        addToPassage(passage, sentence < 0 ? gain * headingStrength : gain);
        if (sentence >= 0) sentenceSums[sentence] = (sentenceSums[sentence] ?? 0) + gain;
      }
    },
    /** What is added next belongs to another word of the link. */
    endTerm(): void {
      term += 1;
    },
    /** The passages with a sum, in the order of the content. */
    passages: (): readonly number[] => touched.sort((a, b) => a - b),
    sum: (passage: number): number => passageSums[passage] ?? 0,
    /** The first of the passage's best sentences, counted within the passage. */
    bestSentence(passage: number): { sentence: number; sum: number } {
      const first = firsts[passage] ?? 0;
      const sums = sentenceSums.subarray(first, first + countIn(passage));
      const sum = sums.reduce((most, each) => Math.max(most, each), 0);
      return { sentence: Math.max(0, sums.indexOf(sum)), sum };
    },
    clear(): void {
      for (const passage of touched) {
        const first = firsts[passage] ?? 0;
        passageSums[passage] = 0;
        lastTerms[passage] = -1;
        sentenceSums.fill(0, first, first + countIn(passage));
      }
      touched.length = 0;
      term = 0;
    },
  };
}

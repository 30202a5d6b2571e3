import { hasUnspaced, wordSegmenter } from '#core/document/sentences.ts';
import { foldedWordsIn, stem, stopWords, type Language } from '#core/language/language.ts';
import { memoize } from '#core/lib/collections.ts';

import { ordinaryWords, otherStopWords, particles, salesWords } from './weak-words.ts';

/** One word of a text in the form that is compared: folded and stemmed, with a weight from 0 to 1. */
type Term = { readonly term: string; readonly weight: number };

const longestWord = 40;
const memoryLimit = 20_000;
const chunkLength = 400;

const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

export type TermReader = ReturnType<typeof createTermReader>;

/** Returns a function that reads texts word by word, in the language of the content, without words that say nothing. */
export function createTermReader(language: Language | null) {
  const weightOf = weightsOf(language);
  const isStopWord = createStopList(language);

  const termOf = memoize((word: string): Term | false => {
    const folded = word.normalize('NFKC');
    if (isStopWord(word) || isStopWord(folded) || saysNothing(folded)) return false;
    const term = stemOf(folded, language);
    return { term, weight: weightOf(term) };
  }, memoryLimit);

  return function* read(text: string): Generator<Term> {
    for (const word of foldedWordsIn(text.replace(invisible, ''))) {
      if (hasUnspaced(word)) yield* segmentsOf(word);
      else {
        const term = word.length <= longestWord && termOf(word);
        if (term !== false) yield term;
      }
    }
  };
}

/** Chinese, Japanese, Thai and similar scripts have no spaces between words. A dictionary finds the words. */
function* segmentsOf(run: string): Generator<Term> {
  for (let start = 0; start < run.length; start += chunkLength) {
    for (const { segment } of wordSegmenter.segment(run.slice(start, start + chunkLength))) {
      const term = segment.normalize('NFKC');
      const isSmall = particles.has(term) || /^\p{Script=Hiragana}{1,3}$/u.test(term) || saysNothing(term);
      if (!isSmall) yield { term, weight: /^\p{Script=Han}$/u.test(term) ? 0.6 : 1 };
    }
  }
}

/**
 * Advertising words count least, ordinary words a little more, and short words less than long ones. Made once for
 * each language: stemming a thousand words takes longer than reading a short text.
 */
const weightsOf = memoize((language: Language | null) => {
  const stems = (words: Iterable<string>) =>
    new Set(Array.from(words, (word) => stemOf(word.normalize('NFKC'), language)));
  const sales = stems(salesWords);
  const ordinary = stems(language === null ? [] : ordinaryWords[language]);
  return (term: string): number => {
    const brevity = 1 - 0.075 * Math.max(0, 7 - term.length);
    if (sales.has(term)) return 0.3 * brevity;
    return ordinary.has(term) ? 0.45 * brevity : brevity;
  };
});

function createStopList(language: Language | null): (word: string) => boolean {
  if (language !== null) return (word) => stopWords[language].has(word);
  const lists = [otherStopWords, ...Object.values(stopWords)];
  return (word) => lists.some((list) => list.has(word));
}

/** Numbers, ids and single letters. A single Chinese character is a word. */
function saysNothing(word: string): boolean {
  if (/^\p{Script=Han}$/u.test(word)) return false;
  return (
    word.length < 2 || /^\p{N}+$/u.test(word) || /^[\p{Script=Latin}\p{Script=Cyrillic}]{1,2}$/u.test(word)
  );
}

function stemOf(word: string, language: Language | null): string {
  const stemmed = language === null ? lightStem(word) : stem(word, language);
  return stemmed.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Cuts the most common plural endings, in languages that are not told apart. */
function lightStem(word: string): string {
  if (word.length < 5) return word;
  if (/\p{Script=Cyrillic}$/u.test(word))
    return word.replace(
      /(?:ами|ями|ого|его|ому|ему|ыми|ими|ов|ев|ей|ах|ях|ам|ям|ом|ем|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|[уюаяыиоеь])$/u,
      '',
    );
  return word.replace(/(?:es|s|x)$/, '').replace(/[aeiou]$/, '');
}

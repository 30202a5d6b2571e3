import { stopWords } from './stop-words.ts';

const languages = ['en', 'de', 'es'] as const;

export type Language = (typeof languages)[number];

/** Returns the language whose stop words are most frequent in the text. Null: it is not clear. */
export function detectLanguage(text: string): Language | null {
  const counts = { en: 0, de: 0, es: 0 };
  for (const { word } of foldedWordsIn(text.slice(0, 20_000))) {
    for (const language of languages) {
      if (stopWords[language].has(word)) counts[language] += 1;
    }
  }
  const [first, second] = languages.toSorted((a, b) => counts[b] - counts[a]);
  if (first === undefined || second === undefined) return null;
  return counts[first] > counts[second] ? first : null;
}

type Word = { readonly word: string; readonly start: number };

/**
 * Yields the words of a text in lower case, with their offsets. Hyphens and apostrophes separate words. Names such
 * as "YubiKey" also give their parts.
 */
export function* foldedWordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const [word] = match;
    yield { word: word.toLowerCase(), start: match.index };
    if (/\p{Ll}\p{Lu}\p{Ll}/u.test(word)) {
      for (const part of word.split(/(?<=\p{Ll})(?=\p{Lu})/u))
        yield { word: part.toLowerCase(), start: match.index };
    }
  }
}

export type Word = { readonly word: string; readonly start: number };

/** The words of a text in lower case, with where they stand. Hyphens and apostrophes part words. */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    yield { word: match[0].toLowerCase(), start: match.index };
  }
}

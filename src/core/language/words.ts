export type Word = { readonly word: string; readonly start: number };

/**
 * The words of a text in lower case, with where they stand. Hyphens and apostrophes part words; names such as "YubiKey"
 * give their parts as well.
 */
export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const [word] = match;
    yield { word: word.toLowerCase(), start: match.index };
    if (/\p{Ll}\p{Lu}\p{Ll}/u.test(word)) {
      for (const part of word.split(/(?<=\p{Ll})(?=\p{Lu})/u))
        yield { word: part.toLowerCase(), start: match.index };
    }
  }
}

import type { Edit } from '#core/weave/edit.ts';

const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{N}\p{M}])`;
const word = new RegExp(
  String.raw`(?<run>(?:(?=[\p{L}\p{N}\p{M}])${unspaced}){1,500})|${letter}+(?:['’-]${letter}+)*`,
  'gu',
);
const isUnspaced = new RegExp(unspaced, 'u');

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** HTML tags and the addresses of links: nobody reads them as words. */
const wordless = /<\/?[a-z][^<>]*>|(?:\bhttps?:\/\/|\bwww\.)[^\s<>"[\]]+/giu;

/** The words of a text; where the script has no spaces between them, as the language cuts them. */
export function wordsIn(source: string): string[] {
  const text = source.replace(wordless, ' ');
  const words: string[] = [];
  const maySegment = isUnspaced.test(text);
  for (const match of text.matchAll(word)) {
    if (!maySegment || match.groups?.['run'] === undefined) words.push(match[0]);
    else for (const { segment } of segmenter.segment(match[0])) words.push(segment);
  }
  return words;
}

export type WordCount = {
  readonly wordsChanged: number;
  readonly wordsTotal: number;
  readonly words: number;
};

/**
 * How many words a version has, and how many of the content's are gone or changed: of what an edit replaces, those that
 * its text does not have. Looks at the edits and their surroundings alone.
 *
 * @param wordsTotal how many words the content has
 * @param textOf what a reader sees of an edit's text
 */
export function countWords(
  content: string,
  wordsTotal: number,
  edits: readonly Pick<Edit, 'start' | 'end' | 'text'>[],
  textOf: (text: string) => string,
): WordCount {
  let wordsChanged = 0;
  let words = wordsTotal;
  for (const { start, end, text } of edits) {
    const before = /[\p{L}\p{N}\p{M}'’-]*$/u.exec(content.slice(Math.max(0, start - 60), start))?.[0] ?? '';
    const behind = /^[\p{L}\p{N}\p{M}'’-]*/u.exec(content.slice(end, end + 60))?.[0] ?? '';
    const cutsWord = before !== '' && behind !== '' && !isUnspaced.test(before + behind);
    const replaced = wordsIn(before + content.slice(start, end) + behind);
    const written = wordsIn(before + textOf(text) + behind);
    words += written.length - replaced.length;
    if (start < end || cutsWord) wordsChanged += missingFrom(replaced, written);
  }
  return { wordsChanged, wordsTotal, words };
}

function missingFrom(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  let missing = 0;
  for (const each of words) {
    const here = left.get(each) ?? 0;
    if (here === 0) missing += 1;
    else left.set(each, here - 1);
  }
  return missing;
}

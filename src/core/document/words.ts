import { atOnce } from '#core/lib/at-once.ts';

export const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const letter = String.raw`(?:(?!${unspaced})[\p{L}\p{N}\p{M}])`;
const word = new RegExp(
  String.raw`(?<run>(?:(?=[\p{L}\p{N}\p{M}])${unspaced}){1,500})|${letter}+(?:['’-]${letter}+)*`,
  'gu',
);
const spacedWord = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu;
const isUnspaced = new RegExp(unspaced, 'u');

/** HTML tags and the addresses of links. Readers do not see them as words. */
const wordless = /<\/?[a-z][^<>]*>|(?:\bhttps?:\/\/|\bwww\.)[^\s<>"[\]]+/giu;

const runsAStep = 50;

/** Returns the words of a text. In scripts without spaces, a segmenter finds them. */
export function wordsIn(source: string): string[] {
  return atOnce(readWords(source));
}

/** Returns the words of a text in steps. */
export function* readWords(source: string): Generator<undefined, string[]> {
  const text = /[<:]|www/iu.test(source) ? source.replace(wordless, ' ') : source;
  if (!isUnspaced.test(text)) return text.match(spacedWord) ?? [];
  const words: string[] = [];
  let batch: RegExpExecArray[] = [];
  for (const match of text.matchAll(word)) {
    batch.push(match);
    if (batch.length < runsAStep) continue;
    words.push(...cutRuns(batch));
    batch = [];
    yield;
  }
  return [...words, ...cutRuns(batch)];
}

/**
 * Cuts runs into words, in order. Runs without spaces are cut together: each call of the segmenter makes an object
 * that is costly for the garbage collector.
 */
function cutRuns(matches: readonly RegExpExecArray[]): string[] {
  const runs = matches.flatMap(({ groups }) => groups?.['run'] ?? []);
  const cut: string[][] = [[]];
  for (const { segment } of runs.length === 0 ? [] : wordSegmenter.segment(runs.join('\n')))
    if (segment === '\n') cut.push([]);
    else cut.at(-1)?.push(segment);
  let next = 0;
  return matches.flatMap(({ 0: found, groups }) => {
    if (groups?.['run'] === undefined) return [found];
    next += 1;
    return cut[next - 1] ?? [];
  });
}

/** Whether a text contains a script without spaces between its words. */
export function hasUnspaced(text: string): boolean {
  return isUnspaced.test(text);
}

/** Returns the words of a text in lower case, for comparisons. */
export function lowerWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

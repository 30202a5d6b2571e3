import { isAbbreviated } from '#core/language/abbreviations.ts';
import { lazily, type Span } from '#core/lib/helpers.ts';

export const wordSegmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'word' }));
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
/** What a word is made of, and what may join two parts of one. */
const inWord = String.raw`\p{L}\p{N}\p{M}`;
const joint = "'’-";
const letter = String.raw`(?:(?!${unspaced})[${inWord}])`;
const wordOrRun = new RegExp(
  String.raw`(?<run>(?:(?=[${inWord}])${unspaced}){1,500})|${letter}+(?:[${joint}]${letter}+)*`,
  'gu',
);
const spacedWord = new RegExp(`[${inWord}]+(?:[${joint}][${inWord}]+)*`, 'gu');
const wordStart = new RegExp(`[${inWord}${joint}]*$`, 'u');
const wordEnd = new RegExp(`^[${inWord}${joint}]*`, 'u');
const isUnspaced = new RegExp(unspaced, 'u');

/** HTML tags, comments and the addresses of links. Readers do not see them as words. */
const wordless = /<!--(?:(?!<!--)[^])*?-->|<\/?[a-z][^<>]*>|(?:\bhttps?:\/\/|\bwww\.)[^\s<>"[\]]+/giu;

/** How many runs the segmenter gets at once. It becomes slow on long texts. */
const runsAtOnce = 50;

/** Returns the words of a text. In scripts without spaces, a segmenter finds them. */
export function wordsIn(source: string): string[] {
  const text = /<|:\/\/|www/iu.test(source) ? source.replace(wordless, ' ') : source;
  if (!isUnspaced.test(text)) return text.match(spacedWord) ?? [];
  const matches = [...text.matchAll(wordOrRun)];
  const words: string[] = [];
  for (let from = 0; from < matches.length; from += runsAtOnce)
    for (const word of cutRuns(matches.slice(from, from + runsAtOnce))) words.push(word);
  return words;
}

/** Cuts runs into words. Runs without spaces are cut together, because calls of the segmenter are costly. */
function cutRuns(matches: readonly RegExpExecArray[]): string[] {
  const runs = matches.flatMap(({ groups }) => groups?.['run'] ?? []);
  const cut: string[][] = [[]];
  for (const { segment } of runs.length === 0 ? [] : wordSegmenter().segment(runs.join('\n')))
    if (segment === '\n') cut.push([]);
    else cut.at(-1)?.push(segment);
  let next = 0;
  return matches.flatMap(({ 0: found, groups }) => {
    if (groups?.['run'] === undefined) return [found];
    next += 1;
    return cut[next - 1] ?? [];
  });
}

/** Returns the parts of the words that reach over the ends of a span. Looks at 60 characters on each side. */
export function wordsAtEnds(text: string, { start, end }: Span): { before: string; behind: string } {
  const before = wordStart.exec(text.slice(Math.max(0, start - 60), start))?.[0] ?? '';
  const behind = wordEnd.exec(text.slice(end, end + 60))?.[0] ?? '';
  return { before, behind };
}

/** Whether a text contains a script without spaces between its words. */
export function hasUnspaced(text: string): boolean {
  return isUnspaced.test(text);
}

/** Returns the words of a text in lower case, for comparisons. */
export function lowerWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

const sentenceSegmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'sentence' }));

/**
 * Yields the sentences of a stretch, trimmed, with offsets. Line ends count as spaces, and each span in `guarded`
 * counts as one word, so that neither cuts a sentence.
 */
export function* sentencesIn(content: string, stretch: Span, guarded: readonly Span[]): Generator<Span> {
  let from = stretch.start;
  for (const offset of sentenceEnds(mask(content, stretch, guarded))) {
    const to = stretch.start + offset;
    const text = content.slice(from, to).trim();
    const end = from + content.slice(from, to).trimEnd().length;
    if (text !== '') yield { start: end - text.length, end };
    from = to;
  }
}

/** Matches an address from its slashes or its first dot on, without the signs that end a sentence behind it. */
const restOfAddress = /(?:\/\/|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{N}]{2,63}[/?#:])\S*(?<![.!?…"'”’»)])/gu;

/**
 * Returns the sentences of plain words, each with the white space behind it. Joined, they are the text. Line breaks
 * end a sentence. An address counts as one word.
 */
export function plainSentences(text: string): { readonly text: string; readonly start: number }[] {
  const sentences: { text: string; start: number }[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/gu)) {
    let from = 0;
    for (const end of sentenceEnds(line.replace(restOfAddress, ({ length }) => masked.repeat(length)))) {
      sentences.push({ text: line.slice(from, end), start: index + from });
      from = end;
    }
  }
  return sentences;
}

/** Behind these signs alone, the segmenter ends a sentence. */
const mayEnd = /[\p{Sentence_Terminal}\u2024\u0085\u2028\u2029]/u;

const windowLength = 4096;

/**
 * Yields where sentences end. The segmenter looks far ahead and becomes slow on long texts, so it gets windows: each
 * starts where the last whole segment of the previous one ended.
 */
function* sentenceEnds(text: string): Generator<number> {
  // Often only the last sign of the text can end a sentence. Then the segmenter is not needed.
  const sign = text.search(mayEnd);
  let from = sign < 0 || /^.["'”’»)]{0,3}\s*$/u.test(text.slice(sign)) ? text.length : 0;
  let start = 0;
  while (from < text.length) {
    const to = Math.min(text.length, from + windowLength);
    let end = to;
    for (const { index } of sentenceSegmenter().segment(text.slice(from, to))) {
      if (index === 0) continue;
      end = from + index;
      if (endsOpen(text.slice(Math.max(start, end - 30), end), text.slice(end, end + 6))) continue;
      yield end;
      start = end;
    }
    if (to === text.length) break;
    from = end;
  }
  yield text.length;
}

/** Whether the sentence goes on in `next`: its full stop ends none, or there is no sign of an end before a small letter. */
function endsOpen(segment: string, next: string): boolean {
  const text = segment.trimEnd();
  if (!text.endsWith('.')) return text !== segment && /[^!?…:]$/u.test(text) && /^\p{Ll}/u.test(next);
  if (/\d\.$/u.test(text)) return /(?:^|[^\p{L}\p{M}\p{N}])\d{1,2}\.$/u.test(text.slice(-4));
  return isAbbreviated(text.slice(0, -1), next);
}

function mask(content: string, stretch: Span, guarded: readonly Span[]): string {
  const parts: string[] = [];
  let from = stretch.start;
  for (const span of guarded) {
    const start = Math.max(span.start, from);
    const end = Math.min(span.end, stretch.end);
    if (end <= start) continue;
    parts.push(content.slice(from, start), maskOf(content, { start, end }));
    from = end;
  }
  parts.push(content.slice(from, stretch.end));
  return parts.join('').replaceAll(/[\r\n]/g, ' ');
}

/** A capital letter, but no Roman numeral. */
const masked = 'W';

/** Matches signs and tags behind the last sentence of a span. */
const closers = /(?:["'”’»“)\]*_~=^]|<\/(?:b|em|i|mark|small|span|strong|u)>){1,4}$/iu;
/** Matches the end of an aside in a script that has no spaces behind its full stops. */
const tightAside = /[。！？][)）】〕］]{1,4}$/u;

/** Masks a span, but keeps an end of a sentence in it, or a full stop before a note. */
function maskOf(content: string, { start, end }: Span): string {
  const length = end - start;
  const text = content.slice(Math.max(start, end - 30), end);
  const inner = text.replace(closers, '');
  const isEnd =
    inner !== text && /[.!?…]$/u.test(inner) && !endsOpen(inner, content.slice(end, end + 6).trimStart());
  // Without capitals, only the text before shows whether an aside is a sentence of its own.
  const isAside =
    tightAside.test(text) && /(?:^|[.!?…。！？]\s?)$/u.test(content.slice(Math.max(0, start - 2), start));
  if (isEnd || isAside) return `${masked.repeat(length - 2)}."`;
  const isNote = length <= 24 && /^\[\^?[\w-]+\]$/u.test(content.slice(start, end));
  return (isNote && /[.!?…]/u.test(content[start - 1] ?? '') ? '"' : masked).repeat(length);
}

const behindEnd = String.raw`(?:["'”’»)\]*_~=^“」』）】〕］]|\[\^?[\w-]{1,20}\]|</\w{1,20}>){0,8}`;
/** Matches the end of a text that ends with a whole sentence. */
export const closedEnd = new RegExp(String.raw`[.!?…。！？｡．؟۔।॥။።։]${behindEnd}$`, 'u');
/** Full stops that need no space behind them. */
export const tightEnd = /[。！？｡．][」』）】〕］)”’]{0,4}$/u;

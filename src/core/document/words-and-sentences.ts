import { wordSet, type Span } from '#core/lib/helpers.ts';

export const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
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

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

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
    for (const end of sentenceEnds(line.replace(restOfAddress, (found) => 'X'.repeat(found.length)))) {
      sentences.push({ text: line.slice(from, end), start: index + from });
      from = end;
    }
  }
  return sentences;
}

/** Signs that may end a sentence: neither words nor signs inside a sentence. */
const mayEnd = /[^\p{L}\p{N}\p{M} \t\u00A0,;:'’‘"“”„«»()/&%$€£+–—-]/u;

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
    for (const { index } of sentenceSegmenter.segment(text.slice(from, to))) {
      if (index === 0) continue;
      end = from + index;
      if (endsOpen(text.slice(Math.max(start, end - 40), end), text[end] ?? '')) continue;
      yield end;
      start = end;
    }
    if (to === text.length) break;
    from = end;
  }
  yield text.length;
}

/** Words after which a full stop does not end a sentence. */
const abbreviations = wordSet(
  'mr mrs ms dr prof st mt jr sr vs etc e.g i.e eg ie no nos vol ed eds fig pp p cf ca approx inc incl excl ltd co corp dept est min max ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m u.s u.k ph.d ' +
    'z.b d.h u.a bzw ggf usw vgl nr str hr fr bspw evtl inkl exkl zzgl ca. mind u.ä o.ä s.o s.u abs art ' +
    'sra srta dra d da ud uds p.ej ej núm núms pág págs av avda aprox tel',
);

/**
 * Whether the sentence goes on: the last full stop belongs to an abbreviation, an initial or an ordinal number, or
 * there is no sign of an end and `next` is a small letter.
 */
function endsOpen(segment: string, next: string): boolean {
  const word = /([^\s(]+)\.\s*$/.exec(segment)?.[1]?.toLowerCase();
  if (word === undefined) return /[^.!?…:]\s+$/.test(segment) && /\p{Ll}/u.test(next);
  // A German size, as in "Gr. 42". Otherwise it may be grams.
  const isSize = word === 'gr' && /\d/.test(next);
  return isSize || abbreviations.has(word) || /^\p{L}$/u.test(word) || /^\d{1,2}$/.test(word);
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

/** Masks a span, but keeps an end of a sentence in it, or a full stop before a note. */
function maskOf(content: string, { start, end }: Span): string {
  const length = end - start;
  const last = content.slice(Math.max(start, end - 5), end);
  if (/[.!?…]["'”’»“)*_]{1,4}$/u.test(last)) return `${'X'.repeat(length - 2)}."`;
  const isNote = length <= 24 && /^\[\^?[\w-]+\]$/u.test(content.slice(start, end));
  return isNote && /[.!?…]/u.test(content[start - 1] ?? '') ? '"'.repeat(length) : 'X'.repeat(length);
}

const behindEnd = String.raw`(?:["'”’»)\]*_“」』）]|\[\^?[\w-]{1,20}\]|</\w{1,20}>){0,8}`;
/** Matches the end of a text that ends with a whole sentence. */
export const closedEnd = new RegExp(String.raw`[.!?…。！？｡．؟۔।॥။።։]${behindEnd}$`, 'u');
/** Full stops that need no space behind them. */
export const tightEnd = /[。！？｡．][」』）”’]{0,4}$/u;

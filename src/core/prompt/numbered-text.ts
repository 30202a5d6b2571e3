import type { Block, Document, NumberedSentence, Sentence } from '#core/document/document.ts';
import { closedEnd, tightEnd } from '#core/document/words-and-sentences.ts';
import { atOnce, firstEndingAt, overlapping, type Pausable, type Span } from '#core/lib/helpers.ts';

const sentencesAStep = 500;

/** Numbers the sentences of a content. */
export function numberSentences(document: Document): NumberedSentence[] {
  return atOnce(numberInSteps(document));
}

/** Does the same in steps. */
export function* numberInSteps(document: Document): Pausable<NumberedSentence[]> {
  const sentences: NumberedSentence[] = [];
  for (const [index, block] of document.blocks.entries()) {
    const own =
      block.sentences.length > 0 ? block.sentences : [{ start: block.start, end: block.end, guarded: true }];
    for (const sentence of own) {
      if (sentences.length % sentencesAStep === sentencesAStep - 1) yield;
      sentences.push({
        start: sentence.start,
        end: sentence.end,
        number: sentences.length + 1,
        block: index,
        insertable: isInsertable(document.content, block, sentence),
        linkable: isLinkable(document.content, block, sentence),
        replaceable: isReplaceable(document.content, block, sentence),
      });
    }
  }
  return sentences;
}

/** Returns the first sentence that ends at the offset or behind it, or undefined. */
export function sentenceAt(sentences: readonly NumberedSentence[], offset: number) {
  return sentences[firstEndingAt(sentences, offset)];
}

/** Matches the end of a text that ends with several dots. */
const trailsOff = /(?:\.{2,}|…)["'”’»)\]*_]{0,8}$/u;
/** Scripts without full stops. */
const stopless = /[\p{Script=Thai}\p{Script=Lao}]/u;

/** In UTF-16 units. */
const longTitle = 100;
/** Matches the start of a text that continues the sentence before it. */
const goesOn = /^[\p{Ll}\p{Extended_Pictographic}\p{RI}\])”’»(–—;,]/u;
/** Matches a quotation that ends, with more of the same sentence behind it. */
const isTold = /["”’»“]\s+[\p{Ll}][^"“”„«»]{0,80}[.!?]$/u;
const openItem = /[\p{L}\p{N}\p{M})\]"'”’»*_~%°€$]$/u;

function isInsertable(content: string, block: Block, sentence: Sentence): boolean {
  if (sentence.guarded || block.kind !== 'prose') return false;
  const text = content.slice(Math.max(sentence.start, sentence.end - 200), sentence.end);
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const rest = content.slice(sentence.end, sentence.end + 200);
  const behind = block.end > sentence.end ? rest.trimStart() : '';
  const isLast = sentence.end === block.end || sentence === block.sentences.at(-1);
  if (isLast && trailsOff.test(text)) return false;
  if (goesOn.test(behind) || (isTold.test(text) && /^["“„«]/u.test(behind))) return false;
  // Some authors write no full stops, so the end of a long line is enough. A short line may be a title.
  if (!closedEnd.test(text))
    return isLast && (stopless.test(text.slice(-20)) || (text.length > longTitle && openItem.test(text)));
  return isLast || /\s/u.test(content[sentence.end] ?? ' ') || tightEnd.test(text);
}

/** Matches a guarded text whose words may carry a link: it is in brackets or emphasized. */
const openGuard = /^(?:[(*_]|<(?:em|strong|b|i|u|span|mark)\b)/iu;
/** Matches the end of an image. */
const image = /!\[[^\]]{0,300}\]\([^()\n]{0,2000}\)\s*$|<img\b[^<>]{0,2000}>\s*$/iu;

/** Whether words of the sentence may carry a link. Captions, and titles without the marks of headings, stay as they are. */
function isLinkable(content: string, block: Block, sentence: Sentence): boolean {
  const { start, end, guarded } = sentence;
  const text = content.slice(start, end);
  if (!/\p{L}/u.test(text) || isCovered(block.sealed, sentence)) return false;
  if (block.kind === 'table') return true;
  if ((block.kind !== 'prose' && block.kind !== 'list') || (guarded && !openGuard.test(text))) return false;
  const isAlone = block.kind === 'prose' && sentence === block.sentences[0] && end === block.end;
  const isCaption =
    guarded &&
    /[)>]\s*$/u.test(content.slice(Math.max(0, start - 20), start)) &&
    image.test(content.slice(Math.max(0, start - 2400), start));
  return !isAlone || !(isCaption || opensWithTitle(text, !/[\r\n]/u.test(text)));
}

/** Whether one of several ordered spans covers the whole stretch. */
function isCovered(spans: readonly Span[], { start, end }: Span): boolean {
  return overlapping(spans, { start, end }).some((span) => span.start <= start && span.end >= end);
}

const emphasisTag = /^<\/?(?:em|strong|b|i)>$/iu;
const untouchable =
  /\[[^\]]{0,300}\]|`|\{\{|\{%|<(?!\/?(?:em|strong|b|i)>)[a-z/!]|https?:\/\/|www\.|\$\$|\\/iu;
/** A quotation of at least 24 UTF-16 units. */
const quoted = /["“„«「『»][^"“”„«»「」『』]{24,}["”“»«」』]/u;

function isReplaceable(content: string, block: Block, sentence: Sentence): boolean {
  if (sentence.guarded || block.kind !== 'prose') return false;
  const text = content.slice(sentence.start, sentence.end);
  if (!/\p{L}/u.test(text) || untouchable.test(text) || quoted.test(text)) return false;
  const isEmphasis = ({ start, end }: Span) => emphasisTag.test(content.slice(start, end));
  if (!overlapping(block.opaque, sentence).every(isEmphasis)) return false;
  return sentence !== block.sentences[0] || !opensWithTitle(text, block.sentences.length === 1);
}

/** Whether the text begins with a title without the marks of a heading: alone, or as a short first line. */
function opensWithTitle(text: string, isAlone: boolean): boolean {
  const [first = '', second] = text.split(/\r\n|\n|\r/u, 2);
  if (second === undefined)
    return isAlone && text.length <= 100 && !/[\p{P}\p{S}]$/u.test(text) && !stopless.test(text);
  return first.length < 0.6 * second.length && /^[\p{Lu}\p{N}]/u.test(second.trimStart());
}

/** Signs around a number, in order of preference, with a pattern for text that looks like one. */
const marks = [
  { open: '[', close: ']', like: /\[\d{1,6}\+?\]/u },
  { open: '{', close: '}', like: /\{\d{1,6}\+?\}/u },
  { open: '<', close: '>', like: /<\d{1,6}\+?>/u },
] as const;

const markFor = (content: string) => marks.find(({ like }) => !like.test(content)) ?? marks[0];

/** Returns a function that writes the numbers of sentences in a form that the content does not use, if there is one. */
export function numberMark(content: string): (number: number | string) => string {
  const { open, close } = markFor(content);
  return (number) => `${open}${number}${close}`;
}

/** Returns the source of a pattern for the numbers that `numberMark` writes. */
export function numberPattern(content: string): string {
  return markFor(content).like.source;
}

/** Longer code, or longer text that cannot be edited, is shortened to two thirds of this. In UTF-16 units. */
const codeLimit = 300;
const stretchLimit = 2400;

/**
 * Returns a stretch of the content with `[n] ` before each sentence that may be replaced, and `[n+] ` before each other
 * one that may be edited. Long text that cannot be edited is shortened. Tags, comments and addresses are left out,
 * because an edit never needs them. Works in steps.
 *
 * @param sentences the sentences of the stretch
 */
export function* shownText(
  document: Document,
  sentences: readonly NumberedSentence[],
  span: Span = { start: 0, end: document.content.length },
): Pausable<string> {
  const { content } = document;
  const mark = numberMark(content);
  const pieces: string[] = [];
  const codes = codesIn(document);
  let from = span.start;
  for (const [index, { start, end, number, insertable, linkable, replaceable }] of sentences.entries()) {
    if (index % sentencesAStep === sentencesAStep - 1) yield;
    if (!insertable && !linkable) continue;
    const label = mark(replaceable ? number : `${number}+`);
    pieces.push(stretch(content, { start: from, end: start }, codes), `${label} `);
    pieces.push(content.slice(start, end));
    from = end;
  }
  pieces.push(stretch(content, { start: from, end: span.end }, codes));
  return withoutMarkup(pieces.join(''));
}

/**
 * Returns the passages around some sentences, with `reach` sentences on each side, and `[…]` for omitted text. Works in
 * steps.
 */
export function* shownAround(
  document: Document,
  sentences: readonly NumberedSentence[],
  numbers: readonly number[],
  reach: number,
): Pausable<string> {
  const shown = new Set<number>();
  for (const number of numbers)
    for (let near = number - reach; near <= number + reach; near += 1) shown.add(near);
  const runs: NumberedSentence[][] = [];
  for (const sentence of sentences) {
    if (!shown.has(sentence.number)) continue;
    const run = runs.at(-1);
    if (run?.at(-1)?.number === sentence.number - 1) run.push(sentence);
    else runs.push([sentence]);
  }
  const pieces: string[] = [];
  for (const run of runs) {
    const span = { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
    pieces.push(yield* shownText(document, run, span));
  }
  return pieces.join('\n[…]\n');
}

/** Returns the code blocks that are too long to be shown. */
function codesIn({ blocks }: Document): Span[] {
  return blocks.filter(({ kind, start, end, opaque: [code] }) => {
    const isCode = kind === 'closed' && code?.start === start && code.end === end;
    return isCode && end - start > codeLimit;
  });
}

/** Returns a shortened stretch. */
function stretch(content: string, span: Span, codes: readonly Span[]): string {
  const pieces: string[] = [];
  let from = span.start;
  for (const { start, end } of overlapping(codes, span)) {
    if (start < from || end > span.end) continue;
    pieces.push(content.slice(from, start), shortened(content.slice(start, end), codeLimit));
    from = end;
  }
  pieces.push(content.slice(from, span.end));
  return shortened(pieces.join(''), stretchLimit);
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit / 3).replace(/[\uD800-\uDBFF]$/u, '');
  const tail = text.slice(text.length - limit / 3).replace(/^[\uDC00-\uDFFF]/u, '');
  return `${head} […] ${tail}`;
}

/** What is shown in place of markup, in this order. */
const shownInstead: readonly (readonly [RegExp, string])[] = [
  // Comments, such as those around the blocks of WordPress.
  [/<!--(?:(?!<!--)[^])*?-->/gu, ''],
  [/<h[1-6]\b[^<>]*>/giu, '\n\n# '],
  [/\s{0,20}<li\b[^<>]*>\s{0,20}/giu, '\n- '],
  [/<\/?(?:p|div|h[1-6]|[uo]l|tr|br|blockquote|figure|section)\b[^<>]*>/giu, '\n'],
  // Own links stay to be seen, so that no link is put beside one to the same thing.
  [/<a\b[^<>]*\bhref\b[^<>]*>/giu, '['],
  [/<\/a\s*>/giu, '](…)'],
  [/<\/?[a-z](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*>/giu, ''],
  [/\]\(\s{0,8}<?[^\s()<>]{2,}(?:\([^\s()<>]*\)[^\s()<>]*){0,8}>?(?:\s[^()\n]{0,300})?\)/gu, '](…)'],
  [/^([ \t]*\[[^\]\n]{1,200}\]:)[ \t]*\S+.*$/gmu, '$1 …'],
  [/\b(https?:\/\/[^\s/<>()"'[\]]{1,100}\/)[^\s<>()"'[\]]+/giu, '$1…'],
  // Words without an end, such as images as data.
  [/[!#-&*-;=?-Z\\^-~]{120,}/gu, '…'],
  [/(?<![^\S\n])[^\S\n]+(?=\n)/gu, ''],
  [/\n{3,}/gu, '\n\n'],
  [/^\n+/u, ''],
];

/** Returns a text as a model needs it: the words, with signs for headings, items and own links. */
function withoutMarkup(text: string): string {
  return shownInstead.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead), text);
}

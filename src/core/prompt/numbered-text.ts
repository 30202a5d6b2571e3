import type { Document } from '#core/document/document.ts';
import { numberMark, type NumberedSentence } from '#core/document/numbered-sentences.ts';
import { overlapping, type Span } from '#core/lib/helpers.ts';

/** Longer code, or longer text that cannot be edited, is shortened to two thirds of this. In UTF-16 units. */
const codeLimit = 300;
const stretchLimit = 2400;

/**
 * Returns a stretch of the content with `[n] ` before each sentence that may be replaced, and `[n+] ` before each other
 * one that may be edited. Long text that cannot be edited is shortened. Tags, comments and addresses are left out,
 * because an edit never needs them.
 *
 * @param sentences the sentences of the stretch
 */
export function shownText(
  document: Document,
  sentences: readonly NumberedSentence[],
  span: Span = { start: 0, end: document.content.length },
): string {
  const { content } = document;
  const mark = numberMark(content);
  const pieces: string[] = [];
  const codes = codesIn(document);
  let from = span.start;
  for (const { start, end, number, insertable, linkable, replaceable } of sentences) {
    if (!insertable && !linkable) continue;
    const label = mark(replaceable ? number : `${number}+`);
    pieces.push(stretch(content, { start: from, end: start }, codes), `${label} `);
    pieces.push(content.slice(start, end));
    from = end;
  }
  pieces.push(stretch(content, { start: from, end: span.end }, codes));
  return withoutMarkup(pieces.join(''));
}

/** Returns the passages around sentences, with `reach` sentences on each side, and `[…]` for omitted text. */
export function shownAround(
  document: Document,
  sentences: readonly NumberedSentence[],
  numbers: readonly number[],
  reach: number,
): string {
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
    pieces.push(shownText(document, run, span));
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

import type { Document } from '#core/document/document.ts';
import { overlapping, type Span } from '#core/document/spans.ts';
import { atOnce } from '#core/lib/at-once.ts';
import { numberMark, type NumberedSentence } from '#core/prompt/numbered-text.ts';

/** Longer code, or longer text that cannot be edited, is shortened to two thirds of this. In UTF-16 units. */
const codeLimit = 300;
const stretchLimit = 2400;

/**
 * Returns a stretch of the content with `[n] ` before each sentence that may be edited, and `[n+] ` before each that
 * may only be followed by an addition. Long text that cannot be edited is shortened.
 *
 * @param sentences the sentences of the stretch
 */
export function shownText(
  document: Document,
  sentences: readonly NumberedSentence[],
  span: Span = { start: 0, end: document.content.length },
): string {
  return atOnce(showInSteps(document, sentences, span));
}

const sentencesAStep = 500;

/** Does the same as `shownText`, in steps. */
export function* showInSteps(
  document: Document,
  sentences: readonly NumberedSentence[],
  span: Span,
): Generator<undefined, string> {
  const { content } = document;
  const mark = numberMark(content);
  const pieces: string[] = [];
  const codes = codesIn(document);
  let from = span.start;
  for (const [index, { start, end, number, insertable, replaceable }] of sentences.entries()) {
    if (index % sentencesAStep === sentencesAStep - 1) yield;
    if (!insertable) continue;
    pieces.push(
      stretch(content, { start: from, end: start }, codes),
      `${mark(replaceable ? number : `${number}+`)} `,
    );
    pieces.push(withoutLongAddresses(content.slice(start, end)));
    from = end;
  }
  pieces.push(stretch(content, { start: from, end: span.end }, codes));
  return pieces.join('');
}

/** Returns the passages around some sentences, with `reach` sentences on each side, and `[…]` for omitted text. */
export function shownAround(
  document: Document,
  sentences: readonly NumberedSentence[],
  numbers: readonly number[],
  reach = 2,
): string {
  const kept = new Set<number>();
  for (const number of numbers)
    for (let near = number - reach; near <= number + reach; near += 1) kept.add(near);
  const pieces: string[] = [];
  let run: NumberedSentence[] = [];
  const close = () => {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined)
      pieces.push(shownText(document, run, { start: first.start, end: last.end }));
    run = [];
  };
  for (const sentence of sentences) {
    if (kept.has(sentence.number)) run.push(sentence);
    else close();
  }
  close();
  return pieces.join('\n[…]\n');
}

/** Returns the code blocks that are too long to be shown. */
function codesIn({ parts }: Document): Span[] {
  return parts.filter(({ kind, start, end, opaque: [code] }) => {
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
  return withoutLongAddresses(shortened(pieces.join(''), stretchLimit));
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit / 3).replace(/[\uD800-\uDBFF]$/u, '');
  const tail = text.slice(text.length - limit / 3).replace(/^[\uDC00-\uDFFF]/u, '');
  return `${head} […] ${tail}`;
}

/** Shortens very long words without spaces, such as images in data URLs. */
function withoutLongAddresses(text: string): string {
  return text.replaceAll(/[!#-&*-;=?-Z\\^-~]{120,}/gu, (run) => `${run.slice(0, 40)}…`);
}

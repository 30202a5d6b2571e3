import { wordSet } from '#core/lib/collections.ts';

import type { Span } from './spans.ts';

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Yields the sentences of a stretch, trimmed, with offsets. Line ends count as spaces, and each span in `guarded`
 * counts as one word, so that neither cuts a sentence. In long text, also yields null for pauses.
 */
export function* sentencesIn(
  content: string,
  stretch: Span,
  guarded: readonly Span[],
): Generator<Span | null> {
  let from = stretch.start;
  for (const offset of sentenceEnds(mask(content, stretch, guarded))) {
    if (offset === null) {
      yield null;
      continue;
    }
    const to = stretch.start + offset;
    const text = content.slice(from, to).trim();
    const end = from + content.slice(from, to).trimEnd().length;
    if (text !== '') yield { start: end - text.length, end };
    from = to;
  }
}

/**
 * Returns the sentences of plain words, each with the white space behind it. Joined, they are the text. Line breaks
 * end a sentence.
 */
export function plainSentences(text: string): { readonly text: string; readonly start: number }[] {
  const sentences: { text: string; start: number }[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/gu)) {
    let from = 0;
    for (const end of sentenceEnds(line)) {
      if (end === null) continue;
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
 * starts where the last whole segment of the previous one ended. Yields null between two windows.
 */
function* sentenceEnds(text: string): Generator<number | null> {
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
    yield null;
  }
  yield text.length;
}

/** Words after which a full stop does not end a sentence. */
const abbreviations = wordSet(
  'mr mrs ms dr prof st mt jr sr vs etc e.g i.e eg ie no nos vol ed eds fig pp p cf ca approx inc ltd co corp dept est min max ' +
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
  return abbreviations.has(word) || /^\p{L}$/u.test(word) || /^\d{1,2}$/.test(word);
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

/**
 * Masks a span, but keeps an end of a sentence: a quotation that holds the full stop, or a note behind the full stop.
 */
function maskOf(content: string, { start, end }: Span): string {
  const length = end - start;
  const last = content.slice(Math.max(start, end - 5), end);
  if (/[.!?…]["'”’»“)*_]{1,4}$/u.test(last)) return `${'X'.repeat(length - 2)}."`;
  const isNote = length <= 24 && /^\[\^?[\w-]+\]$/u.test(content.slice(start, end));
  return isNote && /[.!?…]/u.test(content[start - 1] ?? '') ? '"'.repeat(length) : 'X'.repeat(length);
}

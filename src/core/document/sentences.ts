import type { Span } from './spans.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const windowLength = 4096;

/** What may end a sentence: neither words nor signs within it. */
const mayEnd = /[^\p{L}\p{N}\p{M} \t\u00A0,;:'’‘"“”„«»()/&%$€£+–—-]/u;

/** Words after which a full stop ends no sentence. */
const abbreviations = new Set(
  (
    'mr mrs ms dr prof st mt jr sr vs etc e.g i.e eg ie no nos vol ed eds fig pp p cf ca approx inc ltd co corp dept est min max ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m u.s u.k ph.d ' +
    'z.b d.h u.a bzw ggf usw vgl nr str hr fr bspw evtl inkl exkl zzgl ca. mind u.ä o.ä s.o s.u abs art ' +
    'sra srta dra d da ud uds p.ej ej núm núms pág págs av avda aprox tel'
  ).split(' '),
);

/**
 * Sentences of a stretch, with offsets, trimmed. Line ends count as spaces, and what stands in `guarded` as one word, so
 * that neither cuts a sentence. Yields null from time to time where none ends.
 */
export function* sentencesIn(
  content: string,
  stretch: Span,
  guarded: readonly Span[],
): Generator<Span | null> {
  const text = mask(content, stretch, guarded);
  let start = 0;
  for (const end of sentenceEnds(text)) {
    if (end === null) {
      yield null;
      continue;
    }
    const span = trimmed(content, stretch.start + start, stretch.start + end);
    if (span.end > span.start) yield span;
    start = end;
  }
}

/** The sentences of words alone, each with the white space behind it: joined, they are the text. Line breaks end them. */
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

function* sentenceEnds(text: string): Generator<number | null> {
  let start = 0;
  for (const end of boundariesOf(text)) {
    if (end === null) {
      yield null;
      continue;
    }
    if (end < text.length && endsOpen(text.slice(Math.max(start, end - 40), end), text[end] ?? '')) continue;
    yield end;
    start = end;
  }
}

/**
 * Where segments end. The segmenter looks far ahead and slows down on long texts, so it gets windows: each starts where the
 * last whole segment of the one before it ended. Null between two of them.
 */
function* boundariesOf(text: string): Generator<number | null> {
  // Often the only sign that may end a sentence ends the text: no need to ask.
  const sign = text.search(mayEnd);
  let from = sign < 0 || /^.["'”’»)]{0,3}\s*$/u.test(text.slice(sign)) ? text.length : 0;
  while (from < text.length) {
    const to = Math.min(text.length, from + windowLength);
    let next = to;
    for (const { index } of segmenter.segment(text.slice(from, to))) {
      if (index === 0) continue;
      next = from + index;
      yield next;
    }
    if (to === text.length) break;
    from = next;
    yield null;
  }
  yield text.length;
}

/** Whether the segment's last full stop belongs to an abbreviation, an initial or an ordinal number. */
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

/** A sentence ends with the quotation or the like that holds its full stop, and with a note's number behind it. */
function maskOf(content: string, { start, end }: Span): string {
  const length = end - start;
  const last = content.slice(Math.max(start, end - 5), end);
  if (/[.!?…]["'”’»“)*_]{1,4}$/u.test(last)) return `${'X'.repeat(length - 2)}."`;
  const isNote = length <= 24 && /^\[\^?[\w-]+\]$/u.test(content.slice(start, end));
  return isNote && /[.!?…]/u.test(content[start - 1] ?? '') ? '"'.repeat(length) : 'X'.repeat(length);
}

function trimmed(content: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(content[from] ?? '')) from += 1;
  while (to > from && /\s/.test(content[to - 1] ?? '')) to -= 1;
  return { start: from, end: to };
}

import { htmlPieces } from './html-pieces.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import { mergeSpans } from '#core/document/spans.ts';
import type { Span } from '#core/document/spans.ts';
import type { Edit } from '#core/edits/edit.ts';

/** The stretches of a version that hold what was added to its content. */
export function addedSpans(edits: readonly Edit[]): Span[] {
  return spansOf(edits, () => undefined);
}

/** The same, each widened to whole tags of the content. */
export function addedTagSpans(content: string, edits: readonly Edit[], format: TextFormat): Span[] {
  return spansOf(edits, spanFinder(format === 'html' ? htmlTags(content) : markdownTags(content)));
}

function spansOf(edits: readonly Edit[], tagAround: (offset: number) => Span | undefined): Span[] {
  let shift = 0;
  return mergeSpans(
    edits.map(({ start, end, text }) => {
      const from = (tagAround(start)?.start ?? start) + shift;
      shift += text.length - (end - start);
      return { start: from, end: (tagAround(end)?.end ?? end) + shift };
    }),
  );
}

function htmlTags(content: string): Span[] {
  let end = 0;
  return [...htmlPieces(content)].flatMap(({ kind, source }) => {
    const start = end;
    end += source.length;
    return kind === 'tag' ? [{ start, end }] : [];
  });
}

const markdownTag =
  /<\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<!--[^]*?-->|<[a-z][a-z\d+.-]{1,31}:[^\s<>]*>/giu;

function markdownTags(content: string): Span[] {
  return [...content.matchAll(markdownTag)].map(({ 0: tag, index }) => ({
    start: index,
    end: index + tag.length,
  }));
}

/** Finds the span that an offset lies strictly inside of. */
function spanFinder(spans: readonly Span[]): (offset: number) => Span | undefined {
  return (offset) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const span = spans[low];
    return span !== undefined && span.start < offset ? span : undefined;
  };
}

import { memoize } from '#core/lib/collections.ts';
import { firstEndingAfter, mergeSpans, type Span } from '#core/document/spans.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import type { Edit } from '#core/edits/edit.ts';

import { opensTagAt, tagAt, htmlPieces, type Tag } from './html-pieces.ts';

/** Simple structural tags that a version may add. */
const structure = /^<\/?(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote)\s*\/?>$/iu;
/** If a tag has no end, this many characters of it must be the user's own. */
const openLength = 60;

/** Whether a part of a version is also in the user's own text. */
type IsOwn = (part: string) => boolean;

export function createIsOwn(content: string): IsOwn {
  return memoize((part: string) => content.includes(part));
}

/** Escapes all tags that are neither the user's own nor simple structure. */
export function keepOwnTags(source: string, isOwn: IsOwn): string {
  const pieces: string[] = [];
  let done = 0;
  let at = source.indexOf('<');
  while (at >= 0) {
    const tag = tagAt(source, at);
    const isKept = tag === null ? keepsOpen(source, at, isOwn) : keepsTag(tag, isOwn);
    if (!isKept) {
      pieces.push(source.slice(done, at), '&lt;');
      done = at + 1;
    }
    at = source.indexOf('<', isKept && tag !== null ? at + tag.source.length : at + 1);
  }
  pieces.push(source.slice(done));
  return pieces.join('');
}

function keepsTag({ source }: Tag, isOwn: IsOwn): boolean {
  return structure.test(source) || isOwn(source);
}

function keepsOpen(source: string, at: number, isOwn: IsOwn): boolean {
  // The text behind the source may complete a tag.
  if (at === source.length - 1) return false;
  return !opensTagAt(source, at) || isOwn(source.slice(at, at + openLength));
}

const destination = /\]\(\s*(<[^<>\n]*>|[^\s()]*)/gu;
const definition = /^[ \t]{0,3}\[[^\]\n]{1,300}\]:.*$/gmu;

/** Escapes Markdown links that are not the user's own. */
export function keepOwnMarkdownLinks(source: string, isOwn: IsOwn): string {
  return source
    .replace(destination, (link) => (isOwn(link) ? link : `]\\${link.slice(1)}`))
    .replace(definition, (line) => (isOwn(line) ? line : line.replace('[', '\\[')));
}

/** Returns the spans of a version that were added to its content. */
export function addedSpans(edits: readonly Edit[]): Span[] {
  return spansOf(edits, () => undefined);
}

/** Returns the same spans, each extended to whole tags of the content. */
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

/** Returns a function that finds the span which an offset lies strictly inside of. */
function spanFinder(spans: readonly Span[]): (offset: number) => Span | undefined {
  return (offset) => {
    const span = spans[firstEndingAfter(spans, offset)];
    return span !== undefined && span.start < offset ? span : undefined;
  };
}

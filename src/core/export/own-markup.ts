import { memoize } from '#core/lib/memoize.ts';
import { firstEndingAfter, mergeSpans } from '#core/document/spans.ts';
import type { Span } from '#core/document/spans.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import type { Edit } from '#core/edits/edit.ts';

import { opensTagAt, tagAt, htmlPieces } from './html-pieces.ts';
import type { Tag } from './html-pieces.ts';

/** Bare tags of structure, which a version may add to those of its content. */
const structure = /^<\/?(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote)\s*\/?>$/iu;
/** Of a tag that never ends, so much must be the user's own. */
const openLength = 60;

/** Tells what stands in the user's own text from what was added to it: `true` for a part of that text. */
type IsOwn = (part: string) => boolean;

export function createIsOwn(content: string): IsOwn {
  return memoize((part: string) => content.includes(part));
}

/** The source, in which each tag that is neither the user's own nor bare structure is text. */
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
  // What stands behind the source may make a tag of its last sign.
  if (at === source.length - 1) return false;
  return !opensTagAt(source, at) || isOwn(source.slice(at, at + openLength));
}

const destination = /\]\(\s*(<[^<>\n]*>|[^\s()]*)/gu;
const definition = /^[ \t]{0,3}\[[^\]\n]{1,300}\]:.*$/gmu;

/** Markdown, in which links that are not the user's own are text. */
export function keepOwnMarkdownLinks(source: string, isOwn: IsOwn): string {
  return source
    .replace(destination, (link) => (isOwn(link) ? link : `]\\${link.slice(1)}`))
    .replace(definition, (line) => (isOwn(line) ? line : line.replace('[', '\\[')));
}

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
    const span = spans[firstEndingAfter(spans, offset)];
    return span !== undefined && span.start < offset ? span : undefined;
  };
}

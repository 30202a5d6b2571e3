import { memoize } from '#core/lib/memoize.ts';
import { firstEndingAfter, mergeSpans, type Span } from '#core/document/spans.ts';
import type { TextFormat } from '#core/document/text-format.ts';
import type { Edit } from '#core/edits/edit.ts';
import { opensTagAt, tagAt, htmlPieces, type Tag } from './html-pieces.ts';
import { sourceOf } from '#core/links/link-markup.ts';
import type { Segment } from '#core/links/read-link.ts';

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

export type LinkSegment = Extract<Segment, { type: 'link' }>;

/** A text with a placeholder for each link, so that the text around the links can be rewritten. */
export type TextWithPlaceholders = { readonly text: string; readonly links: readonly LinkSegment[] };

/** Noncharacters: Unicode reserves them for internal use. */
const reservedSigns = /[\uFDD0\uFDD1]/gu;
const placeholder = /\uFDD0(\d+)\uFDD1/gu;

/** Rewrites some spans of a text. The spans may contain placeholders. */
export type Rewriting = { readonly spans: readonly Span[]; readonly rewrite: (source: string) => string };

/**
 * Replaces the links of a text by placeholders, and rewrites it. The spans of each rewriting lie inside those of the
 * next.
 */
export function putPlaceholders(
  segments: readonly Segment[],
  rewritings: readonly Rewriting[],
): TextWithPlaceholders {
  const links: LinkSegment[] = [];
  const { write, close } = createRewriter(rewritings);
  const stretchAt = stretchFinder(rewritings);
  let at = 0;
  for (const segment of segments) {
    const source = sourceOf(segment);
    const from = at;
    const end = at + source.length;
    while (at < end) {
      const { depth, stop } = stretchAt(at);
      const isLink = segment.type === 'link';
      const next = isLink ? end : Math.min(end, stop);
      const piece = isLink
        ? `\uFDD0${links.push(segment) - 1}\uFDD1`
        : source.slice(at - from, next - from).replace(reservedSigns, '');
      write(piece, depth);
      at = next;
    }
  }
  return { text: close(), links };
}

/**
 * Returns a function that gives the first rewriting for an offset, and where this changes. Offsets must only grow.
 */
function stretchFinder(rewritings: readonly Rewriting[]) {
  const nexts = rewritings.map(() => 0);
  return (at: number) => {
    let depth = rewritings.length;
    let stop = Infinity;
    for (const [index, { spans }] of rewritings.entries()) {
      let next = nexts[index] ?? 0;
      while ((spans[next]?.end ?? Infinity) <= at) next += 1;
      nexts[index] = next;
      const { start, end } = spans[next] ?? { start: Infinity, end: Infinity };
      if (start <= at) depth = Math.min(depth, index);
      stop = Math.min(stop, start <= at ? end : start);
    }
    return { depth, stop };
  };
}

/** Collects pieces. The result of one rewriting is the input of the next. */
function createRewriter(rewritings: readonly Rewriting[]) {
  const gathered = rewritings.map(() => '');
  const done: string[] = [];
  const put = (piece: string, depth: number) => {
    if (depth < rewritings.length) gathered[depth] = (gathered[depth] ?? '') + piece;
    else done.push(piece);
  };
  const closeBelow = (depth: number) => {
    for (const [index, { rewrite }] of rewritings.slice(0, depth).entries()) {
      const source = gathered[index] ?? '';
      gathered[index] = '';
      if (source !== '') put(rewrite(source), index + 1);
    }
  };
  return {
    write: (piece: string, depth: number) => {
      closeBelow(depth);
      put(piece, depth);
    },
    close: () => {
      closeBelow(rewritings.length);
      return done.join('');
    },
  };
}

/** Returns the index of the first link, or -1. */
export function firstPlaceholder({ text }: TextWithPlaceholders): number {
  return text.indexOf('\uFDD0');
}

/** Escapes Markdown so that no link becomes an image because of a `!` before it, or text because of a backslash. */
export function escapeBeforePlaceholders(text: string): string {
  return text.replace(/(?<!\\)(\\*)(!?)(?=\uFDD0)/gu, (_, slashes: string, mark: string) => {
    const isEscaped = slashes.length % 2 === 1;
    return mark === '' ? slashes + (isEscaped ? '\\' : '') : `${slashes}${isEscaped ? '' : '\\'}!`;
  });
}

export function replacePlaceholders(
  text: string,
  links: readonly LinkSegment[],
  write: (link: LinkSegment) => string,
): string {
  return text.replace(placeholder, (_, number: string) => {
    const link = links[Number(number)];
    return link === undefined ? '' : write(link);
  });
}

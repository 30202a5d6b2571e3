import { sourceOf } from '#core/links/link-markup.ts';
import type { Segment } from '#core/links/link-at.ts';
import type { Span } from '#core/document/spans.ts';

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

import { isWebAddress } from '#core/links/link-markup.ts';
import { atOnce } from '#core/lib/helpers.ts';

import { linesOf, readBlocks, type Block, type Line } from './blocks.ts';
import { inlineOf } from './markup.ts';
import { mergeSpans, spanAround, type Span } from './text.ts';

/** How a line of Markdown looks to a reader. A line of running text has no look. */
export type LineLook = {
  readonly kind:
    | 'heading'
    | 'item'
    | 'numbered'
    | 'continued'
    | 'quote'
    | 'code'
    | 'row'
    | 'rule'
    | 'note'
    | 'hidden';
  /** Of a heading, from 1. Of a list, from 0. */
  readonly level: number;
  /** The length of the signs at the start of the line, such as `## `. A reader does not see them. */
  readonly sign: number;
};

/** Returns the looks of lines by the offset where each line starts. */
export function lookOfLines(content: string): ReadonlyMap<number, LineLook> {
  const looks = new Map<number, LineLook>();
  for (const block of atOnce(readBlocks(content, false))) {
    const lines = linesOf(content.slice(block.start, block.end));
    let fence: string | null = null;
    for (const [index, line] of lines.entries()) {
      const mark = /^\s*(`{3,}|~{3,})/u.exec(line.text)?.[1] ?? null;
      const isFence = mark !== null && (block.kind === 'code' || block.kind === 'list');
      const look =
        isFence || fence !== null
          ? codeLook(isFence && (fence ?? mark) === mark)
          : lookOf(block, lines, index, line);
      if (isFence && fence === null) fence = mark;
      else if (isFence && mark === fence) fence = null;
      if (look !== null) looks.set(block.start + line.start, look);
    }
  }
  return looks;
}

const plainLook = { level: 0, sign: 0 } as const;

function codeLook(isFence: boolean): LineLook {
  return { ...plainLook, kind: isFence ? 'hidden' : 'code' };
}

function lookOf({ kind }: Block, lines: readonly Line[], index: number, { text }: Line): LineLook | null {
  switch (kind) {
    case 'heading':
      return headingLook(lines, index);
    case 'code':
      return codeLook(false);
    case 'quote':
      return { kind: 'quote', level: 0, sign: /^ {0,3}(?:> ?)*/u.exec(text)?.[0].length ?? 0 };
    case 'table':
      return { ...plainLook, kind: /^[\s|:-]+$/u.test(text) && text.includes('-') ? 'hidden' : 'row' };
    case 'list':
      return itemLook(text);
    case 'other':
      return {
        ...plainLook,
        kind: /^\s*(?:[*_-]\s*){3,}$/u.test(text) && lines.length === 1 ? 'rule' : 'note',
      };
    case 'flow':
      return null;
  }
}

function headingLook(lines: readonly Line[], index: number): LineLook {
  const marks = /^ {0,3}(#{1,6})(?:[ \t]+|$)/u.exec(lines[index]?.text ?? '');
  if (marks !== null) return { kind: 'heading', level: marks[1]?.length ?? 1, sign: marks[0].length };
  // The last line underlines the others.
  if (index > 0 && index === lines.length - 1) return { ...plainLook, kind: 'hidden' };
  return { kind: 'heading', level: lines.at(-1)?.text.includes('=') === true ? 1 : 2, sign: 0 };
}

const deepest = 4;

function itemLook(text: string): LineLook {
  const indent = /^[ \t]*/u.exec(text)?.[0] ?? '';
  const level = Math.min(deepest, Math.floor(indent.replaceAll('\t', '    ').length / 2));
  const bullet = /^[ \t]*[-*+•◦‣·](?:[ \t]+|$)/u.exec(text)?.[0];
  if (bullet !== undefined) return { kind: 'item', level, sign: bullet.length };
  const isNumbered = /^[ \t]*\d{1,9}[.)](?:\s|$)/u.test(text);
  return { kind: isNumbered ? 'numbered' : 'continued', level, sign: indent.length };
}

/** How a stretch of a line looks to a reader. A `sign` is not seen. */
export type InlineLook = Span & {
  readonly kind: 'sign' | 'strong' | 'em' | 'struck' | 'code' | 'link' | 'image';
  /** Of a link of the author's: its web address exactly as written; null if it is none. */
  readonly url: string | null;
};

/** Returns the looks of the stretches of running Markdown text, by their start. Some contain others. */
export function inlineLooks(text: string): readonly InlineLook[] {
  const { guarded, opaque } = atOnce(inlineOf(text, 0, text.length, false));
  const byStart = new Map(guarded.map((span) => [span.start, span]));
  const looks = guarded.flatMap((span) => looksOfSpan(text, span, byStart));
  const closed = mergeSpans(opaque);
  for (const { index } of text.matchAll(/\\[!-/:-@[-`{-~]/gu))
    if (spanAround(closed, index + 1) === undefined) looks.push(lookAt('sign', index, index + 1));
  return looks.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function lookAt(kind: InlineLook['kind'], start: number, end: number, url: string | null = null): InlineLook {
  return { kind, start, end, url };
}

function looksOfSpan(text: string, span: Span, byStart: ReadonlyMap<number, Span>): InlineLook[] {
  const { start, end } = span;
  switch (text.charAt(start)) {
    case '`':
      return between('code', span, /^`+/u.exec(text.slice(start, end))?.[0].length ?? 1);
    case '*':
    case '_': {
      const length = /^(?:\*+|_+)/u.exec(text.slice(start, end))?.[0].length ?? 1;
      const strong = length > 1 ? [lookAt('strong', start, end)] : [];
      return length === 2
        ? [...strong, ...between(null, span, 2)]
        : [...strong, ...between('em', span, length)];
    }
    case '~':
      return between('struck', span, 2);
    case '[':
      return linkLooks('link', text, span, 1, byStart.get(end));
    case '!':
      return linkLooks('image', text, span, 2, byStart.get(end));
    case '<': {
      if (text.startsWith('<!--', start)) return [lookAt('sign', start, end)];
      const url = text.slice(start + 1, end - 1);
      const isAddress = isWebAddress(url) && !/\s/u.test(url);
      return isAddress ? [lookAt('link', start, end, url), ...between(null, span, 1)] : [];
    }
    default:
      return [];
  }
}

/** Returns the look of a stretch between two signs of this length, and the signs. */
function between(kind: InlineLook['kind'] | null, { start, end }: Span, length: number): InlineLook[] {
  const signs = [lookAt('sign', start, start + length), lookAt('sign', end - length, end)];
  return kind === null ? signs : [lookAt(kind, start, end), ...signs];
}

/** @param length of the sign before the words. `target`: what follows in parentheses or brackets. */
function linkLooks(
  kind: 'link' | 'image',
  text: string,
  { start, end }: Span,
  length: number,
  target: Span | undefined,
): InlineLook[] {
  const isEmpty = start + length === end - 1;
  if (target === undefined || !/[([]/u.test(text[end] ?? '')) return [];
  // An image without alternative text is shown by its source.
  if (isEmpty) return kind === 'image' ? [lookAt('image', start, target.end)] : [];
  const url =
    kind === 'link' && text[end] === '(' ? destinationOf(text.slice(end + 1, target.end - 1)) : null;
  const signs = [lookAt('sign', start, start + length), lookAt('sign', end - 1, target.end)];
  return [lookAt(kind, start, target.end, url), ...signs];
}

/** Returns the web address of a Markdown link. Null if reading it would change a character. */
function destinationOf(source: string): string | null {
  const url = /^\s*<?([^\s<>\\]+)>?(?:\s+["'(][^]*)?\s*$/u.exec(source)?.[1] ?? '';
  return isWebAddress(url) && !/&#?\w+;/u.test(url) ? url : null;
}

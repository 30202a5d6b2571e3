import { isWebAddress } from '#core/links/web-address.ts';
import { mergeSpans, onOneLine, spanAround, type Span } from '#core/lib/helpers.ts';

import { inlineOf } from './markup.ts';

/** How a stretch of a line looks to a reader. A `sign` is not seen. */
export type InlineLook = Span & {
  readonly kind: 'sign' | 'strong' | 'em' | 'struck' | 'code' | 'link' | 'image';
  /** For a link: its web address exactly as written. Null: it has no web address, or this is no link. */
  readonly url: string | null;
};

/**
 * Returns the looks of the stretches of running Markdown text, by their start. Some contain others.
 *
 * @param labels the labels that the content defines
 */
export function inlineLooks(text: string, labels: ReadonlySet<string>): readonly InlineLook[] {
  const { guarded, opaque } = inlineOf(text, 0, text.length, false);
  const looks = [...linkLooks(text, guarded, labels), ...guarded.flatMap((span) => looksOfSpan(text, span))];
  const closed = mergeSpans(opaque);
  for (const { index } of text.matchAll(/\\[!-/:-@[-`{-~]/gu))
    if (spanAround(closed, index + 1) === undefined) looks.push(lookAt('sign', index, index + 1));
  return looks.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function lookAt(kind: InlineLook['kind'], start: number, end: number, url: string | null = null): InlineLook {
  return { kind, start, end, url };
}

function looksOfSpan(text: string, span: Span): InlineLook[] {
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
    case '<': {
      const source = text.slice(start, end);
      if (source.startsWith('<!--')) {
        const isOne = source.endsWith('-->') && source.lastIndexOf('<!--') === 0;
        return isOne ? [lookAt('sign', start, end)] : [];
      }
      const url = source.slice(1, -1);
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

/** Returns the looks of links and images. Brackets that are no link stay as they are. */
function linkLooks(text: string, guarded: readonly Span[], labels: ReadonlySet<string>): InlineLook[] {
  const looks: InlineLook[] = [];
  const byStart = new Map(guarded.map((span) => [span.start, span]));
  const targets: Span[] = [];
  let lastLink = -1;
  for (const span of guarded.toSorted((a, b) => a.end - b.end)) {
    const { start, end } = span;
    const kind = text[start] === '[' ? 'link' : text[start] === '!' ? 'image' : null;
    // A link contains no other link, and the address of a link contains no link.
    if (kind === null || (kind === 'link' && start < lastLink)) continue;
    if (spanAround(targets, start + 1) !== undefined) continue;
    const target = byStart.get(end);
    const destination = target === undefined ? null : destinationAt(text, span, target, labels);
    if (target !== undefined && destination !== null) {
      targets.push(target);
      looks.push(...looksOfLink(kind, span, target.end, destination));
    } else {
      // Words in brackets may be their own label, unless other brackets follow.
      const isAlone = target === undefined || text[target.start] !== '[';
      if (!isAlone || !isDefined(ownLabel(text, span), labels)) continue;
      looks.push(...looksOfLink(kind, span, end, ''));
    }
    if (kind === 'link') lastLink = start;
  }
  return looks;
}

/** @returns the destination of a link with these words; empty if a label names it; null if this is no link. */
function destinationAt(text: string, words: Span, target: Span, labels: ReadonlySet<string>): string | null {
  const source = text.slice(target.start + 1, target.end - 1);
  if (text[target.start] === '(') return destinationOf(source);
  if (text[target.start] !== '[') return null;
  return isDefined(source === '' ? ownLabel(text, words) : source, labels) ? '' : null;
}

function ownLabel(text: string, words: Span): string {
  return text.slice(text.indexOf('[', words.start) + 1, words.end - 1);
}

function isDefined(label: string, labels: ReadonlySet<string>): boolean {
  return label.length <= longestLabel && labels.has(labelOf(label));
}

/** @param to the end of the words, or of the parentheses or brackets behind them */
function looksOfLink(kind: 'link' | 'image', { start, end }: Span, to: number, destination: string) {
  const length = kind === 'link' ? 1 : 2;
  // An image without alternative text is shown by its source.
  if (start + length === end - 1) return kind === 'image' ? [lookAt('image', start, to)] : [];
  const url = kind === 'link' && isReadable(destination) ? destination : null;
  return [lookAt(kind, start, to, url), lookAt('sign', start, start + length), lookAt('sign', end - 1, to)];
}

/** Whether a destination is a web address, and reading it changes no character. */
function isReadable(destination: string): boolean {
  return isWebAddress(destination) && !/[\s<>\\]|&#?\w+;/u.test(destination);
}

/** One sign of a bare destination, but none of code or tags. Parentheses are at most two deep. */
const sign = '[^\\s<`()\\\\]|\\\\[^\\s<`]|\\\\(?=\\s|$)';
const bare = `(?:${sign}|\\((?:${sign}|\\((?:${sign})*\\))*\\))+`;
const title = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)`;
const target = new RegExp(String.raw`^(?:<((?:[^<>\n\\]|\\.)*)>|(${bare}))?(?:\s+(?:${title}))?$`, 'u');

/** Returns the destination in the parentheses of a Markdown link as it is written. Null: they hold something else. */
export function destinationOf(source: string): string | null {
  const found = target.exec(source.trim());
  return found === null ? null : (found[1] ?? found[2] ?? '');
}

/** Longer labels name nothing. */
const longestLabel = 999;

/** Returns a label of Markdown so that equal labels are the same text. */
export function labelOf(source: string): string {
  return onOneLine(source).toLowerCase();
}

import { memoizeWeakly } from '#core/lib/helpers.ts';

import { isWebAddress } from './web-address.ts';

/** A stretch of a version, in reading order. The sources of all segments, joined, are the whole text. */
export type Segment =
  | { readonly type: 'text'; readonly text: string }
  /** Link markup with exactly one of the known URLs. */
  | { readonly type: 'link'; readonly anchor: string; readonly url: string; readonly source: string }
  /** Link markup with any other URL. It is never shown as a link. */
  | { readonly type: 'unknown'; readonly anchor: string; readonly url: string; readonly source: string };

type MarkupOptions = {
  /** Known URLs that are also read if a bracket or parenthesis is missing, as in `[anchor](url)`. */
  readonly looseUrls?: readonly string[];
};

export function writeMarkup(anchor: string, url: string): string {
  return `[[${anchor}]]((${url}))`;
}

/** Returns the text that a segment was read from. */
export function sourceOf(segment: Segment): string {
  return segment.type === 'text' ? segment.text : segment.source;
}

const noUrls: readonly string[] = [];

/**
 * Reads `[[anchor]]((url))`. Known URLs are matched first and byte for byte, so that every URL that a user can save
 * is read exactly. Markup with any other address is an unknown link.
 */
export function readMarkup(
  text: string,
  knownUrls: readonly string[],
  { looseUrls = noUrls }: MarkupOptions = {},
): Segment[] {
  const urls = { exact: knownUrlsOf(knownUrls), loose: knownUrlsOf(looseUrls) };
  const segments: Segment[] = [];
  let done = 0;
  let at = text.indexOf('[');
  while (at >= 0) {
    const read = readLinkAt(text, at, urls);
    if (typeof read === 'number') at = text.indexOf('[', read);
    else {
      if (read.start > done) segments.push({ type: 'text', text: text.slice(done, read.start) });
      const { anchor, url, start, end } = read;
      segments.push({ type: read.known ? 'link' : 'unknown', anchor, url, source: text.slice(start, end) });
      done = end;
      at = text.indexOf('[', done);
    }
  }
  if (done < text.length) segments.push({ type: 'text', text: text.slice(done) });
  return segments;
}

/** Longer text in brackets is not an anchor. In UTF-16 units. */
const anchorLimit = 300;
/** In a longer run of brackets, only the last ones can belong to a link. */
const bracketLimit = 8;
/** Longer texts are not read as an unknown address. In UTF-16 units. */
const addressLimit = 4096;

type ReadUrls = {
  /** Read only from complete markup. */
  readonly exact: KnownUrls;
  /** Also read if a bracket or a parenthesis is missing. */
  readonly loose: KnownUrls;
};

type Anchor = {
  readonly anchor: string;
  readonly start: number;
  readonly end: number;
  readonly double: boolean;
};

/** `end` is the index behind the closing parentheses. */
type Address = { readonly url: string; readonly known: boolean; readonly end: number };

/**
 * Reads the link markup that begins with the run of `[` at `start`. If it is not a link, this and the functions below
 * return the index where another may begin, so that each part of the text is read only a few times.
 */
function readLinkAt(text: string, start: number, urls: ReadUrls) {
  const opened = runEnd(text, start, '[');
  const from = Math.max(start, opened - bracketLimit);
  if (opened === text.length || (opened - from === 1 && urls.loose.urls.size === 0)) return opened;
  const found = readAnchor(text, from, opened);
  if (typeof found === 'number') return found;
  const address = readBehindAnchor(text, found, urls);
  if (typeof address === 'number') return address;
  // Spreading both objects would take longer than all the rest in long texts.
  const { url, known, end } = address;
  return { anchor: found.anchor, start: found.start, end, url, known };
}

function readAnchor(text: string, from: number, opened: number): Anchor | number {
  const double = opened - from > 1;
  const limit = Math.min(text.length, opened + anchorLimit);
  let firstSingle: number | null = null;
  for (let index = opened; index < limit; index += 1) {
    const character = text.charAt(index);
    if (character === ']') {
      const closed = runEnd(text, index, ']');
      if (closed - index > bracketLimit) return closed;
      if (closed - index > 1 || !double) return closeAnchor(text, { from, opened, index, closed });
    } else if (character === '[') {
      if (!double || text.charAt(index + 1) === '[') return firstSingle ?? index;
      firstSingle ??= index;
    } else if (character === '\n' && /^[ \t\r]*\n/u.test(text.slice(index + 1, index + 10))) {
      return firstSingle ?? index;
    }
  }
  return firstSingle ?? limit;
}

/** If there are more than two brackets on both sides, the inner ones belong to the anchor: `[[[a]]]` reads `[a]`. */
function closeAnchor(
  text: string,
  { from, opened, index, closed }: { from: number; opened: number; index: number; closed: number },
): Anchor | number {
  const both = Math.min(opened - from, closed - index);
  const width = Math.min(both, 2);
  const start = opened - both;
  const anchor = text.slice(start + width, closed - width).trim();
  return anchor === '' ? closed : { anchor, start, end: closed, double: width === 2 };
}

function readBehindAnchor(text: string, { end, double }: Anchor, urls: ReadUrls): Address | number {
  const bracket = double ? skipSpace(text, end) : end;
  if (text[bracket] !== '(') return end;
  const closing = text[bracket + 1] === '(' ? '))' : ')';
  const strict = double && closing === '))';
  const inside = bracket + closing.length;
  const known = readKnownAddress(text, inside, closing, strict ? urls.exact : urls.loose);
  if (known !== null) return known;
  if (!strict) return inside;
  const any = readAnyAddress(text, inside);
  if (typeof any === 'number') return Math.max(end, any);
  // Brackets and parentheses with space between them may be two remarks of the author. Only an address makes them a
  // link.
  return bracket > end && !isWebAddress(any.url) ? end : any;
}

/**
 * Reads one of `urls` between the opening parentheses, which end at `start`, and the closing ones. The URL must match
 * exactly, so that URLs with parentheses, brackets or spaces are read correctly.
 */
function readKnownAddress(text: string, start: number, closing: string, known: KnownUrls): Address | null {
  const from = skipSpace(text, start);
  for (const length of known.lengths) {
    const url = text.slice(from, from + length);
    if (url.length < length || !known.urls.has(url)) continue;
    const behind = skipSpace(text, from + url.length);
    if (text.startsWith(closing, behind)) return { url, known: true, end: behind + closing.length };
  }
  return null;
}

/**
 * Reads any address without white space, up to `))`. Parentheses inside are counted, so that
 * `((https://a.example/b_(c)))` ends correctly. If they are not balanced, the first `))` ends the address. A `[[`
 * means that the address was never closed.
 */
function readAnyAddress(text: string, start: number): Address | number {
  const from = skipSpace(text, start);
  const limit = Math.min(text.length, from + addressLimit);
  let depth = 0;
  let firstPair = -1;
  let index = from;
  for (; index < limit; index += 1) {
    const character = text.charAt(index);
    if (character === '(') depth += 1;
    else if (character === ')') {
      const pair = text.charAt(index + 1) === ')';
      if (pair && firstPair < 0) firstPair = index;
      if (depth > 0) depth -= 1;
      else if (pair) return addressTo(text, from, index);
    } else if (isSpace(text.charCodeAt(index)) || text.startsWith('[[', index)) break;
  }
  if (firstPair >= 0) return addressTo(text, from, firstPair);
  // There may be a little space before `))`, or the text ends within the address.
  const behind = skipSpace(text, index);
  if (behind > index && text.startsWith('))', behind)) return addressTo(text, from, index, behind);
  if (index < text.length) return index;
  const url = text.slice(from);
  return isWebAddress(url) ? { url, known: false, end: index } : index;
}

/** `close` is the index of the closing parentheses. */
function addressTo(text: string, from: number, to: number, close = to): Address | number {
  return from === to ? close : { url: text.slice(from, to), known: false, end: close + 2 };
}

/** Skips a little white space, including a line break: some models put it around addresses. */
function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < from + 8 && isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function runEnd(text: string, start: number, character: string): number {
  let index = start;
  while (text.charAt(index) === character) index += 1;
  return index;
}

/** A set of URLs, with their lengths, the longest first: those at a place in a text are found without trying all. */
type KnownUrls = { readonly urls: ReadonlySet<string>; readonly lengths: readonly number[] };

/** Making a set takes longer than reading a sentence. */
const knownUrlsOf = memoizeWeakly((list: readonly string[]): KnownUrls => {
  const urls = new Set(list.filter((url) => url !== ''));
  return { urls, lengths: [...new Set(Array.from(urls, ({ length }) => length))].sort((a, b) => b - a) };
});

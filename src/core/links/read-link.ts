import { lowerBound } from '#core/lib/lower-bound.ts';
import { isWebAddress } from './web-address.ts';

/** A stretch of a version, in reading order. The sources of all segments, joined, are the whole text. */
export type Segment =
  | { readonly type: 'text'; readonly text: string }
  /** Link markup with exactly one of the known URLs. */
  | { readonly type: 'link'; readonly anchor: string; readonly url: string; readonly source: string }
  /** Link markup with any other URL. It is never shown as a link. */
  | { readonly type: 'unknown'; readonly anchor: string; readonly url: string; readonly source: string };

/** Longer text in brackets is not an anchor. In UTF-16 units. */
const anchorLimit = 300;
/** In a longer run of brackets, only the last ones can belong to a link. */
const bracketLimit = 8;

export type ReadUrls = {
  /** Read only from complete markup. */
  readonly exact: KnownUrls;
  /** Also read if a bracket or a parenthesis is missing, as in `[anchor](url)`. */
  readonly loose: KnownUrls;
};

type LinkReading =
  | { readonly outcome: 'link'; readonly segment: Segment; readonly start: number; readonly end: number }
  | { readonly outcome: 'none'; readonly resume: number }
  | { readonly outcome: 'undecided'; readonly start: number };

type Anchor = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly double: boolean;
};

/**
 * Reads the link markup that begins with the run of `[` at `start`. If it is not a link, the result says where to
 * continue, so that each part of the text is read only a fixed number of times.
 */
export function readLinkAt(text: string, start: number, urls: ReadUrls, final: boolean): LinkReading {
  const opened = runEnd(text, start, '[');
  const from = Math.max(start, opened - bracketLimit);
  if (opened === text.length) return final ? none(opened) : { outcome: 'undecided', start: from };
  if (opened - from === 1 && urls.loose.isEmpty) return none(opened);
  const anchor = readAnchor(text, from, opened, final);
  if (anchor === 'undecided') return { outcome: 'undecided', start: from };
  if (typeof anchor === 'number') return none(anchor);
  return readBehindAnchor(text, from, anchor, urls, final);
}

/** Returns the anchor between the brackets, or the index from which another may begin. */
function readAnchor(
  text: string,
  from: number,
  opened: number,
  final: boolean,
): Anchor | number | 'undecided' {
  const double = opened - from > 1;
  const limit = Math.min(text.length, opened + anchorLimit);
  let firstSingle = -1;
  for (let index = opened; index < limit; index += 1) {
    const character = text.charAt(index);
    if (character === ']') {
      const closed = runEnd(text, index, ']');
      if (closed - index > bracketLimit) return closed;
      if (closed === text.length && !final) return 'undecided';
      if (closed - index > 1 || !double) return closeAnchor(text, { from, opened, index, closed });
    } else if (character === '[') {
      if (!double || text.charAt(index + 1) === '[') return firstSingle < 0 ? index : firstSingle;
      if (firstSingle < 0) firstSingle = index;
    } else if (character === '\n' && /^[ \t\r]*\n/u.test(text.slice(index + 1, index + 10))) {
      return firstSingle < 0 ? index : firstSingle;
    }
  }
  if (limit === text.length && !final && limit < opened + anchorLimit) return 'undecided';
  return firstSingle < 0 ? limit : firstSingle;
}

/** If there are more than two brackets on both sides, the inner ones belong to the anchor: `[[[a]]]` reads `[a]`. */
function closeAnchor(
  text: string,
  { from, opened, index, closed }: { from: number; opened: number; index: number; closed: number },
): Anchor | number {
  const width = Math.min(opened - from, closed - index, 2);
  const extra = Math.max(0, Math.min(opened - from, closed - index) - 2);
  const start = opened - extra - width;
  const anchor = text.slice(start + width, closed - width);
  return anchor.trim() === '' ? closed : { text: anchor, start, end: closed, double: width === 2 };
}

function readBehindAnchor(
  text: string,
  from: number,
  anchor: Anchor,
  urls: ReadUrls,
  final: boolean,
): LinkReading {
  const bracket = anchor.double ? skipSpace(text, anchor.end) : anchor.end;
  const opening = text.slice(bracket, bracket + 2);
  if (opening.length < 2 && !final && '(('.startsWith(opening)) return { outcome: 'undecided', start: from };
  if (!opening.startsWith('(')) return none(anchor.end);
  const full = opening === '((';
  const closing = full ? '))' : ')';
  const strict = anchor.double && full;
  const known = strict ? urls.exact : urls.loose;
  let address = readKnownAddress(text, bracket + closing.length, closing, known, final);
  if (address.outcome === 'none' && strict) address = readAnyAddress(text, bracket + 2, final);
  if (address.outcome === 'undecided') return { outcome: 'undecided', start: from };
  if (address.outcome === 'none') return none(Math.max(anchor.end, address.resume));
  // With space between them, brackets and parentheses may be two remarks of the author. Only an address makes them a
  // link.
  if (!address.known && bracket > anchor.end && !isWebAddress(address.url)) return none(anchor.end);
  const { url, known: isKnown, end } = address;
  const source = text.slice(anchor.start, end);
  const segment: Segment = { type: isKnown ? 'link' : 'unknown', anchor: anchor.text.trim(), url, source };
  return { outcome: 'link', segment, start: anchor.start, end };
}

function none(resume: number): LinkReading {
  return { outcome: 'none', resume };
}

function runEnd(text: string, start: number, character: string): number {
  let index = start;
  while (text.charAt(index) === character) index += 1;
  return index;
}

/** Longer texts are not read as an unknown address. In UTF-16 units. */
const addressLimit = 4096;

type AddressFound = {
  readonly outcome: 'found';
  readonly url: string;
  readonly known: boolean;
  /** The index behind the closing parentheses. */
  readonly end: number;
};

/** With `none`, something else may begin from `resume` on. */
type AddressReading =
  | AddressFound
  | { readonly outcome: 'none'; readonly resume: number }
  | { readonly outcome: 'undecided' };

const undecided = { outcome: 'undecided' } as const;

/**
 * Reads one of `urls` between the opening parentheses, which end at `start`, and the closing ones. Only exact bytes
 * count, so that URLs with parentheses, brackets or spaces are read correctly.
 */
function readKnownAddress(
  text: string,
  start: number,
  closing: string,
  urls: KnownUrls,
  final: boolean,
): AddressReading {
  const from = skipSpace(text, start);
  if (!final && urls.mayBegin(text, from)) return undecided;
  for (const url of urls.at(text, from)) {
    const behind = skipSpace(text, from + url.length);
    if (text.startsWith(closing, behind)) {
      return { outcome: 'found', url, known: true, end: behind + closing.length };
    }
    if (!final && closing.startsWith(text.slice(behind))) return undecided;
  }
  return { outcome: 'none', resume: start };
}

/**
 * Reads any address without white space, up to `))`. Parentheses inside are counted, so that
 * `((https://a.example/b_(c)))` ends correctly. If they are not balanced, the first `))` ends the address. A `[[`
 * means that the address was never closed.
 */
function readAnyAddress(text: string, start: number, final: boolean): AddressReading {
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
      else if (pair) return found(text, from, index, index);
    } else if (isSpace(text.charCodeAt(index)) || text.startsWith('[[', index)) break;
  }
  if (index === text.length && !final && index < from + addressLimit) return undecided;
  if (firstPair >= 0) return found(text, from, firstPair, firstPair);
  return readPastEnd(text, from, index, final);
}

/** Reads an address without `))` right behind it: there may be a little space, or the end of the text. */
function readPastEnd(text: string, from: number, index: number, final: boolean): AddressReading {
  const behind = skipSpace(text, index);
  if (behind > index && text.startsWith('))', behind)) return found(text, from, index, behind);
  if (behind > index && !final && '))'.startsWith(text.slice(behind))) return undecided;
  if (index === text.length && isWebAddress(text.slice(from))) {
    return { outcome: 'found', url: text.slice(from), known: false, end: index };
  }
  return { outcome: 'none', resume: index };
}

function found(text: string, from: number, to: number, close: number): AddressReading {
  if (from === to) return { outcome: 'none', resume: close };
  return { outcome: 'found', url: text.slice(from, to), known: false, end: close + 2 };
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

/** A set of URLs that finds the one at a place in a text without trying all of them. */
export type KnownUrls = {
  readonly isEmpty: boolean;
  /** Yields those that stand at the index, longest first. */
  at(text: string, index: number): Generator<string>;
  /** Whether the text from the index to its end is the beginning of one of them. */
  mayBegin(text: string, index: number): boolean;
};

/** Sorting them takes longer than reading a sentence. */
const made = new WeakMap<readonly string[], KnownUrls>();

export function knownUrlsOf(urls: readonly string[]): KnownUrls {
  const known = made.get(urls) ?? createKnownUrls(urls);
  made.set(urls, known);
  return known;
}

function createKnownUrls(urls: readonly string[]): KnownUrls {
  const known = new Set(urls.filter((url) => url !== ''));
  // In the order of `<`: URLs that begin with a text come right behind that text.
  const sorted = [...known].sort((a, b) => (a < b ? -1 : 1));
  const lengths = [...new Set(sorted.map(({ length }) => length))].sort((a, b) => b - a);
  const [longest = 0] = lengths;
  return {
    isEmpty: sorted.length === 0,
    *at(text, index) {
      for (const length of lengths) {
        if (length > text.length - index) continue;
        const url = text.slice(index, index + length);
        if (known.has(url)) yield url;
      }
    },
    mayBegin(text, index) {
      if (text.length - index >= longest) return false;
      const start = text.slice(index);
      const next = lowerBound(0, sorted.length, (at) => (sorted[at] ?? '') <= start);
      return sorted[next]?.startsWith(start) === true;
    },
  };
}

import { readAnyAddress, readKnownAddress, skipSpace } from './address.ts';
import type { KnownUrls } from './known-urls.ts';
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

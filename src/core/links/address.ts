import { isWebAddress } from './web-address.ts';

import type { KnownUrls } from './known-urls.ts';

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
export type AddressReading =
  | AddressFound
  | { readonly outcome: 'none'; readonly resume: number }
  | { readonly outcome: 'undecided' };

const undecided = { outcome: 'undecided' } as const;

/**
 * Reads one of `urls` between the opening parentheses, which end at `start`, and the closing ones. Only exact bytes
 * count, so that URLs with parentheses, brackets or spaces are read correctly.
 */
export function readKnownAddress(
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
export function readAnyAddress(text: string, start: number, final: boolean): AddressReading {
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
export function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < from + 8 && isSpace(text.charCodeAt(index))) index += 1;
  return index;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

import { withoutFullWidth } from '#core/lib/helpers.ts';

import { folded } from './command-words.ts';

/** Invisible signs: soft hyphen, zero-width signs, direction marks, byte order mark. */
const hidden = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/u;
const allHidden = new RegExp(hidden, 'gu');
const beyondAscii = /[\u0080-\uFFFF]/;

/** Returns the line without invisible signs, with plain spaces, and with ASCII in place of full-width signs. */
export function plainLine(line: string): string {
  if (!beyondAscii.test(line)) return line;
  return withoutFullWidth(line.replace(allHidden, '').replace(/\p{Z}/gu, ' '));
}

/** Returns the offset in `line` of the sign at offset `plain` in its plain form. */
export function offsetInLine(line: string, plain: number): number {
  let at = 0;
  for (let left = plain; left > 0 && at < line.length; at += 1) if (!hidden.test(line[at] ?? '')) left -= 1;
  return at;
}

export type Cursor = ReturnType<typeof cursorOn>;

const wordHere = /[\p{L}\p{M}]{1,40}/uy;
const blanks = ' \t';
const emphasisSigns = '*_`';

/** Quotation marks, each opening one with those that may close it. */
const quotePairs: Readonly<Record<string, string>> = {
  '"': '"”',
  '“': '”"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '‘': '’',
  '‚': '‘',
  '「': '」',
  "'": "'’",
};

/** Returns a cursor that reads a plain line from left to right. No step goes back, except by `to`. */
export function cursorOn(text: string, start = 0) {
  let at = start;

  function passWhile(isIn: boolean, signs: string, most: number): string {
    const from = at;
    while (at < text.length && at - from < most && signs.includes(text.charAt(at)) === isIn) at += 1;
    return text.slice(from, at);
  }

  /** Passes these signs, at most `most`, and returns them. */
  const pass = (signs: string, most = text.length) => passWhile(true, signs, most);

  /** Returns the word that begins here. */
  function wordAsWritten(): string {
    wordHere.lastIndex = at;
    return wordHere.exec(text)?.[0] ?? '';
  }

  return {
    at: () => at,
    to: (next: number) => void (at = next),
    pass,
    sign: (ahead = 0) => text.charAt(at + ahead),
    /** Whether one of these signs stands here. */
    isAt: (signs: string, ahead = 0) => at + ahead < text.length && signs.includes(text.charAt(at + ahead)),
    rest: () => text.slice(at),
    /** Returns the text from an offset up to here. */
    since: (from: number) => text.slice(from, at),
    /** Passes all other signs. */
    passUntil: (signs: string, most: number) => passWhile(false, signs, most),
    passBlanks: () => pass(blanks),
    passEmphasis: () => pass(emphasisSigns, 3),
    /** Passes digits. Returns null if there are none, or more than `most`. */
    number(most: number): number | null {
      const from = at;
      const digits = pass('0123456789');
      if (digits !== '' && digits.length <= most) return Number(digits);
      at = from;
      return null;
    },
    wordAsWritten,
    /** Passes the word that begins here, if it is one of these. Returns it folded, or an empty string. */
    passWord(words: { has(word: string): boolean }): string {
      const word = wordAsWritten();
      const plain = word === '' ? '' : folded(word);
      if (!words.has(plain)) return '';
      at += word.length;
      return plain;
    },
    /** Passes words in quotation marks. The sign before a separator closes them, else the first one. */
    quoted(): string | null {
      const end = endOfQuote(text, at);
      if (end < 0) return null;
      const words = text.slice(at + 1, end);
      at = end + 1;
      return words;
    },
  };
}

/** Returns where the quotation that opens here closes, or -1. */
function endOfQuote(text: string, start: number): number {
  const closing = quotePairs[text.charAt(start)];
  let first = -1;
  if (closing === undefined) return first;
  for (let at = start + 2; at < text.length; at += 1) {
    if (!closing.includes(text.charAt(at))) continue;
    if (separatorHere(text, at + 1)) return at;
    if (first < 0) first = at;
  }
  return first;
}

/** Whether a separator stands here, behind closing signs. */
function separatorHere(text: string, start: number): boolean {
  const at = cursorOn(text, start);
  at.pass(`${blanks}${emphasisSigns})]`, 6);
  const sign = at.sign();
  return sign !== '' && (':|→'.includes(sign) || at.sign(1) === '>');
}

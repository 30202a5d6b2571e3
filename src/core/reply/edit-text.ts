import { commandPattern, joinWords, newWords, oldWords } from '#core/commands/command-words.ts';
import { readEditLine } from '#core/commands/edit-line.ts';
import { withoutClosingTag } from '#core/commands/framed-edit.ts';
import { Cursor } from '#core/commands/line-cursor.ts';

const finished = /[\p{STerm}…][\p{Pe}\p{Pf}\p{Pi}\p{Quotation_Mark}*_`~]*$/u;

/** Whether a text ends with closing punctuation, in any script. */
export function isFinished(text: string): boolean {
  return finished.test(text.trimEnd());
}

const openEnd = /[\p{L}\p{M}\p{N},;–—-]$/u;
/** Scripts without full stops. */
const stopless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** Whether a text may have been cut off: within a sentence, or within the markup of a link. */
export function isHalf(text: string, isClause: boolean): boolean {
  const isOpen = (open: string, close: string) => text.lastIndexOf(open) > text.lastIndexOf(close);
  if (isOpen('[[', ']]') || isOpen('((', '))') || /\]\(?$/u.test(text)) return true;
  return !isClause && openEnd.test(text) && !stopless.test(text);
}

const nextCommand = new RegExp(
  String.raw`(?<=\S)[ \t]+(?=${commandPattern}[ \t]+[[(]?(?:L{1,9})?\d{1,7}[\])]?(?:[:,]|[ \t]+\S))`,
  'giu',
);

/** Cuts a line before each further command in it. */
export function linesOfCommands(line: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const { index, 0: blanks } of line.matchAll(nextCommand)) {
    const next = line.slice(index + blanks.length);
    const [word = ''] = /^\p{L}+/u.exec(next) ?? [];
    if (word !== word.toUpperCase() || readEditLine(next.slice(0, lookLength)) === null) continue;
    lines.push(line.slice(from, index));
    from = index + blanks.length;
  }
  return [...lines, line.slice(from)];
}
/** How much of a line shows whether it is an edit. In UTF-16 units. */
const lookLength = 400;

const quotes = /^(?:"([^"]*)"|“([^“”]*)”)$/u;

/**
 * Returns a text without the emphasis around the edit, without the end tag of its element, and without quotation
 * marks around a sentence with a link. A clause keeps its first blank.
 */
export function unwrapped(text: string, emphasis: string, isClause: boolean): string {
  const bare = withoutClosingTag(text).trimEnd();
  const plain = emphasis !== '' && bare.endsWith(emphasis) ? bare.slice(0, -emphasis.length).trimEnd() : bare;
  if (isClause) return plain;
  const match = plain.includes('((') ? quotes.exec(plain.trim()) : null;
  return match?.[1] ?? match?.[2] ?? plain.trim();
}

/** Which half of a pair a line or a text begins with: `Old: …`, `**New:** …`. */
function passHalf(at: Cursor): 'old' | 'new' | null {
  at.pass(' \t*_-•>');
  const half = at.passWord(oldWords) !== '' ? 'old' : at.passWord(newWords) !== '' ? 'new' : null;
  if (half === null) return null;
  for (let left = 2; left > 0 && at.passBlanks() !== ''; left -= 1) at.pass('abcdefghijklmnopqrstuvwxyz', 12);
  at.passEmphasis();
  const hasColon = at.pass(':', 1) !== '';
  at.passEmphasis();
  at.passBlanks();
  return hasColon ? half : null;
}

/** Reads a line that has one half of a replacement. Null: it has none. */
export function readHalf(line: string): { half: 'old' | 'new'; text: string } | null {
  const at = new Cursor(line);
  const half = passHalf(at);
  return half && { half, text: at.rest().trim() };
}

/**
 * Returns the new text of an edit that repeats the old one before it: `"old" with "new"`, `old → new`,
 * `Old: … New: …`. An empty text: only the old one is there.
 */
export function withoutOldText(text: string, isOwn: (words: string) => boolean): string {
  const at = new Cursor(text);
  const half = passHalf(at);
  if (half === 'new') return withoutQuotes(at.rest());
  if (half === 'old') {
    for (const { index, 0: blanks } of text.matchAll(/[ \t|/→>]+(?=\*{0,2}\p{L}{2,12})/gu)) {
      const next = readHalf(text.slice(index + blanks.length, index + blanks.length + halfLength));
      if (next?.half === 'new') return withoutOldText(text.slice(index + blanks.length), isOwn);
    }
    return '';
  }
  at.to(0);
  const old = at.quoted();
  const arrow = old === null ? text.search(/[ \t](?:[-=]>|[→⇒])/u) : at.at();
  at.to(Math.max(0, arrow));
  at.passBlanks();
  const isArrow = at.pass('→⇒', 1) !== '' || (at.isAt('>', 1) && at.pass('-=', 1) !== '');
  at.pass('>', 1);
  const isWord = old !== null && !isArrow && at.passWord(joinWords) !== '';
  at.pass(' \t:');
  const rest = at.rest();
  const isPair = isArrow
    ? old !== null || isOwn(text.slice(0, arrow).trim())
    : isWord && isQuoted(rest, old, isOwn);
  return isPair && rest !== '' ? withoutQuotes(rest) : text;
}
const halfLength = 40;

function isQuoted(rest: string, old: string | null, isOwn: (words: string) => boolean): boolean {
  return withoutQuotes(rest) !== rest || isOwn(old ?? '');
}

/** Returns a text without the quotation marks around the whole of it. */
function withoutQuotes(text: string): string {
  const at = new Cursor(text.trim());
  const words = at.quoted();
  return words !== null && /^[.,]?$/u.test(at.rest()) ? words : text;
}

import {
  editRequest,
  passNumbers,
  passPlaceWords,
  plainLabel,
  type CommandLine,
  type Place,
} from './edit-request.ts';
import {
  passCommand,
  passLabel,
  passMark,
  passTail,
  type Mark,
  type NamedCommand,
  type Tail,
} from './command-head.ts';
import { commands, joinWords, listWords, unitWords, wordsOf } from './command-words.ts';
import { readElement, readRow } from './framed-edit.ts';
import { Cursor, offsetInLine, plainLine } from './line-cursor.ts';

/** Longer heads are not read. In UTF-16 units. */
const headLimit = 400;
const closingOf: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '"': '"', '“': '”' };

/**
 * Reads a line with a command: mark, command, place, words or label, separator, text. The text may be empty. Also reads
 * rows of tables and elements. Returns null for any other line.
 */
export function readEditLine(line: string): CommandLine | null {
  const plain = plainLine(line.slice(0, headLimit));
  const at = new Cursor(plain);
  const mark = passMark(at);
  if (mark.open === '<' || at.sign() === '|') {
    const framed = mark.open === '<' ? readElement(line, plain) : readRow(line);
    if (framed !== null) return framed;
  }
  return readFrom(at, line, plain, mark) ?? readNumberFirst(at, line, plain);
}

/** Whether a line was meant as a command but cannot be read as one: it names no place, or takes text away. */
export function isUnclearCommand(line: string): boolean {
  const at = new Cursor(plainLine(line.slice(0, headLimit)));
  passMark(at);
  const start = at.at();
  const { name, isCapital } = passCommand(at);
  if (name === null || !isCapital) {
    at.to(start);
    return namesUncountedPlace(at);
  }
  const colon = at.rest().indexOf(':');
  if (colon >= 0 && colon <= 41) return true;
  at.passBlanks();
  at.pass('[(#', 1);
  if (at.number(7) === null) return false;
  at.pass('])', 1);
  at.pass(' \t.');
  return at.rest() === '';
}

/** Reads a command, its place and its text from here on. */
function readFrom(at: Cursor, line: string, plain: string, mark: Mark): CommandLine | null {
  const command = passCommand(at);
  if (command.name === null) return null;
  const within = at.passEmphasis();
  at.passBlanks();
  at.pass(':|', 1);
  at.passBlanks();
  if (command.name === 'skip') return readSkips(at, line, mark, command.isCapital);
  let label = '';
  for (let left = 4; left > 0; left -= 1) {
    const named = passLabel(at);
    if (named !== '') at.pass(' \t,:');
    label ||= named;
    if (!passPlaceWords(at) && named === '') break;
  }
  for (const { place, end } of passNumbers(at)) {
    at.to(end);
    const tail = passTail(at);
    if (tail === null) continue;
    return lineOf(line, plain, { command, mark, within, place, label, tail });
  }
  return null;
}

type Head = {
  readonly command: NamedCommand;
  readonly mark: Mark;
  /** Emphasis behind the command. */
  readonly within: string;
  readonly place: Place | null;
  readonly label: string;
  readonly tail: Tail;
};

/** Returns the edit of a line behind its head. */
function lineOf(
  line: string,
  plain: string,
  { command, mark, within, place, label, tail }: Head,
): CommandLine | null {
  const { words, inner, after } = tail;
  const opened = mark.before + mark.inside;
  const isOpen = opened !== '' && ![within, inner, after].includes(opened);
  // Marks behind the colon belong to the text, unless they close marks that were opened before the edit.
  const text = `${opened === after ? '' : after}${line.slice(offsetInLine(line, tail.start))}`.trim();
  // A clause begins with its blank or its comma. The separator takes one blank.
  const behind = line.slice(offsetInLine(line, tail.end));
  const clause = behind
    .slice(opened !== '' && behind.startsWith(opened) ? opened.length : 0)
    .replace(/^[ \t]/u, '')
    .trimEnd();
  const isClause = words !== null && (command.name === 'add' || command.name === 'insert');
  const closing = closingOf[mark.open];
  const isWrapped =
    closing !== undefined && text.endsWith(closing) && !plain.slice(mark.end, tail.start).includes(closing);
  const whole = isClause ? clause : text;
  const edit = editRequest(command.name, {
    place,
    text: isWrapped ? whole.slice(0, -1).trimEnd() : whole,
    label: label || tail.label || undefined,
    words: words ?? undefined,
  });
  const isSure = command.isCapital || text.includes('((');
  return edit && { edit, version: null, emphasis: isOpen ? opened : '', isWhole: isWrapped, isSure };
}

/** Reads a line whose place comes before its command: `[3] INSERT: text`, `After sentence 3 add: text`. */
function readNumberFirst(at: Cursor, line: string, plain: string): CommandLine | null {
  at.to(0);
  const mark = passMark(at, false);
  if (mark.open !== '') at.to(mark.end - 1 - mark.inside.length);
  const isNamed = passPlaceWords(at);
  const number = passNumbers(at).at(-1);
  if (number === undefined) return null;
  at.to(number.end);
  const isBracketed = at.isAt('])}>', -1);
  at.passEmphasis();
  const between = at.pass(' \t:|,–—-', 8).trim();
  if (!isBracketed && !isNamed && between === '') return null;
  at.passEmphasis();
  const start = at.at();
  const own = readFrom(at, line, plain, mark);
  if (own !== null) return own;
  at.to(start);
  const command = passCommand(at);
  if (command.name === null || command.name === 'skip') return null;
  const from = at.at();
  let tail = passTail(at);
  if (tail === null && command.isCapital) {
    at.to(from);
    at.passBlanks();
    tail = { label: '', words: null, inner: '', after: '', end: from, start: at.at() };
  }
  if (tail === null || at.rest() === '' || at.isAt('0123456789:|')) return null;
  return lineOf(line, plain, { command, mark, within: '', place: number.place, label: '', tail });
}

const linkWords = wordsOf('link links label enlace lien');
const labelBehind = /\(\(\s?(L{1,9}[ _-]?\d{1,4})\s?\)\)/giu;

/** Reads the labels or URLs of links that stay out, and the reason. */
function readSkips(at: Cursor, line: string, { open }: Mark, isSure: boolean): CommandLine | null {
  if (passNumbers(at).length > 0) at.pass(' \t:|-–—');
  const links: string[] = [];
  for (let left = 20; left > 0; left -= 1) {
    const from = at.at();
    if (at.passWord(linkWords) !== '') at.passBlanks();
    const link = passLabel(at) || passUrl(at);
    if (link === '') {
      at.to(from);
      break;
    }
    links.push(link);
    at.passEmphasis();
    at.passBlanks();
    if (at.pass(',&', 1) === '') at.passWord(listWords);
    at.passBlanks();
  }
  at.pass(' \t*_`)]:|,-–—→>');
  const rest = line.slice(offsetInLine(line, at.at())).trim();
  if (links.length === 0)
    for (const [, label = ''] of rest.matchAll(labelBehind)) links.push(plainLabel(label));
  const bare = rest
    .replaceAll(labelBehind, '')
    .replaceAll(/\[\[|\]\]|[*_`]+$/gu, '')
    .trim();
  const closing = closingOf[open] ?? '';
  const isWrapped = closing !== '' && bare.endsWith(closing);
  const reason = (isWrapped ? bare.slice(0, -1) : bare).replace(/^\(([^()]*)\)$/u, '$1').trim();
  return links.length === 0
    ? null
    : { skips: links.map((link) => ({ link, reason })), version: null, isSure };
}

function passUrl(at: Cursor): string {
  return /^https?:\/\//iu.test(at.rest()) ? at.passUntil(' \t', headLimit).replace(/[:,]$/u, '') : '';
}

/** Whether a command names words, or a part of the text without a number: `After "…" add: text`. */
function namesUncountedPlace(at: Cursor): boolean {
  let [hasCommand, hasPlace] = [false, false];
  for (let left = 12; left > 0 && !at.isAt(':'); left -= 1) {
    if (at.passWord(commands) !== '') hasCommand = true;
    else if (at.passWord(unitWords) !== '' || at.quoted() !== null) hasPlace = true;
    else if (!passPlaceWords(at) && at.passWord(joinWords) === '' && at.number(7) === null) return false;
    at.pass(' \t,');
  }
  return hasCommand && hasPlace && at.isAt(':');
}

import type { SkipRequest } from '#core/edits/edit.ts';

import {
  editOf,
  passCommand,
  passLabel,
  passNumbers,
  passPlaceWords,
  plainLabel,
  readElement,
  readRow,
  type CommandLine,
  type Place,
} from './command.ts';
import {
  commands,
  Cursor,
  joinWords,
  listWords,
  offsetInLine,
  plainLine,
  planWords,
  unfitWords,
  unitWords,
  wordsOf,
} from './lexer.ts';

/** Longer heads are not read. In UTF-16 units. */
const headLimit = 400;
const closingOf: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '"': '"', '“': '”' };

/**
 * Reads a line with a command: mark, command, place, words or label, separator, text. The text may be empty. Also reads
 * rows of tables and elements. Returns null for any other line.
 */
export function readCommandLine(line: string): CommandLine | null {
  const plain = plainLine(line.slice(0, headLimit));
  const at = new Cursor(plain);
  const mark = passMark(at);
  if (mark.open === '<' || at.sign() === '|') {
    const framed = mark.open === '<' ? readElement(line, plain) : readRow(line);
    if (framed !== null) return framed;
  }
  return readFrom({ at, line, plain, mark }) ?? readNumberFirst(at, line, plain);
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

/**
 * Reads a line of the plan before the versions: its heading, or a line that begins with the label of a link. Returns the
 * links that the plan leaves out. Null: it is another line.
 */
export function readPlanLine(line: string): readonly SkipRequest[] | null {
  const at = new Cursor(plainLine(line.slice(0, headLimit)));
  const isRow = at.passBlanks() === '' && at.pass('|', 1) !== '';
  passMark(at);
  if (at.passWord(planWords) !== '') {
    at.pass(' \t*_`:=#)]');
    const rest = at.rest();
    return rest === '' ? [] : readPlanLine(rest);
  }
  const link = passLabel(at);
  if (link === '') return null;
  at.pass(' \t*_`"”:|=–—-→>.');
  const isSkip = commands.get(at.passWord(commands)) === 'skip' || at.passWord(unfitWords) !== '';
  if (!isSkip) return [];
  at.pass(' \t*_`:|,;(–—-.');
  const reason = at.rest().trim();
  const end = isRow || reason.includes('(') ? /\s*\|$/u : /[)*_`]+$/u;
  return [{ link, reason: reason.replace(end, '') }];
}

/** A bullet, emphasis and an opening sign before a command. */
type Mark = {
  /** Emphasis before and behind the opening sign. */
  readonly before: string;
  readonly inside: string;
  readonly open: string;
  readonly end: number;
};

/** Passes bullets, numbers of a list, emphasis and an opening bracket or quotation mark. */
function passMark(at: Cursor, withNumbers = true): Mark {
  for (let left = 2; left > 0; left -= 1) {
    at.passBlanks();
    const from = at.at();
    if (at.pass('#', 6) !== '' || at.pass('>-–—•+', 1) !== '') continue;
    if (at.sign() === '*' && at.isAt(' \t', 1)) at.pass('*', 1);
    else if (!withNumbers || at.number(3) === null || at.pass('.)', 1) === '') {
      at.to(from);
      break;
    }
  }
  at.passBlanks();
  const before = at.passEmphasis();
  at.passBlanks();
  const open = at.pass('<[("“', 1);
  return { before, open, inside: at.passEmphasis(), end: at.at() };
}

/** A line that is read, up to the cursor. `plain` is its head in plain form. */
type Reading = { readonly at: Cursor; readonly line: string; readonly plain: string; readonly mark: Mark };

/** Reads a command, its place and its text from here on. */
function readFrom(reading: Reading): CommandLine | null {
  const { at } = reading;
  const command = passCommand(at);
  if (command.name === null) return null;
  const within = at.passEmphasis();
  at.passBlanks();
  at.pass(':|', 1);
  at.passBlanks();
  if (command.name === 'skip') return readSkips(reading, command.isCapital);
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
    if (tail !== null)
      return lineOf(reading, { ...tail, command, within, place, label: label || tail.label });
  }
  return null;
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
  const reading = { at, line, plain, mark };
  const own = readFrom(reading);
  if (own !== null) return own;
  at.to(start);
  const command = passCommand(at);
  if (command.name === null || command.name === 'skip') return null;
  const end = at.at();
  let tail = passTail(at);
  if (tail === null && command.isCapital) {
    at.to(end);
    at.passBlanks();
    tail = { label: '', words: null, inner: '', after: '', end, start: at.at() };
  }
  if (tail === null || at.rest() === '' || at.isAt('0123456789:|')) return null;
  return lineOf(reading, { ...tail, command, within: '', place: number.place });
}

/** What stands between the place and the text. */
type Tail = {
  readonly label: string;
  readonly words: string | null;
  /** Emphasis before and behind the separator. */
  readonly inner: string;
  readonly after: string;
  /** Where the separator ends, and where the text begins. */
  readonly end: number;
  readonly start: number;
};

type Head = Tail & {
  readonly command: ReturnType<typeof passCommand>;
  /** Emphasis behind the command. */
  readonly within: string;
  readonly place: Place | null;
};

/** Returns the edit of a line behind its head. */
function lineOf({ line, plain, mark }: Reading, head: Head): CommandLine | null {
  const { command, words, inner, after, label } = head;
  const opened = mark.before + mark.inside;
  const isOpen = opened !== '' && ![head.within, inner, after].includes(opened);
  // Marks behind the colon belong to the text, unless they close marks that were opened before the edit.
  const text = `${opened === after ? '' : after}${line.slice(offsetInLine(line, head.start))}`.trim();
  // A clause begins with its blank or its comma. The separator takes one blank.
  const behind = line.slice(offsetInLine(line, head.end));
  const clause = behind
    .slice(opened !== '' && behind.startsWith(opened) ? opened.length : 0)
    .replace(/^[ \t]/u, '')
    .trimEnd();
  const isClause = words !== null && (command.name === 'add' || command.name === 'insert');
  const closing = closingOf[mark.open];
  const isWrapped =
    closing !== undefined && text.endsWith(closing) && !plain.slice(mark.end, head.start).includes(closing);
  const whole = isClause ? clause : text;
  const edit = editOf({
    command: command.name,
    place: head.place,
    text: isWrapped ? whole.slice(0, -1).trimEnd() : whole,
    label: label || undefined,
    words: words ?? undefined,
  });
  const isSure = command.isCapital || text.includes('((');
  return edit && { edit, version: null, emphasis: isOpen ? opened : '', isWhole: isWrapped, isSure };
}

const noteWords = wordsOf('with for of');

/** Passes a note, a label or words in quotation marks, and the separator. Returns null if there is no separator. */
function passTail(at: Cursor): Tail | null {
  let [label, words]: [string, string | null] = ['', null];
  for (let left = 4; left > 0; left -= 1) {
    const from = at.at();
    at.passBlanks();
    const note = passNote(at);
    if (note !== null) {
      label ||= /L+[ _-]?\d+/u.exec(note)?.[0] ?? '';
      continue;
    }
    if (at.pass(',|', 1) === '') at.passWord(noteWords);
    at.passBlanks();
    const named = passLabel(at);
    label ||= named;
    if (named !== '') continue;
    passPlaceWords(at);
    const quoted: string | null = words === null ? at.quoted() : null;
    if (quoted === null || quoted.includes('((')) {
      at.to(from);
      break;
    }
    words = quoted;
  }
  const separator = passSeparator(at, words !== null);
  return separator && { label, words, ...separator };
}

/** Passes a note in brackets. */
function passNote(at: Cursor): string | null {
  const from = at.at();
  if (at.pass('([', 1) === '') return null;
  const note = at.passUntil('()[]', 60);
  if (note !== '' && at.pass(')]', 1) !== '') return note;
  at.to(from);
  return null;
}

/** Passes the sign or the word between the place and the text. */
function passSeparator(
  at: Cursor,
  hasWords: boolean,
): Pick<Tail, 'inner' | 'after' | 'end' | 'start'> | null {
  const isClosed = at.isAt('])}>', -1);
  let from = at.at();
  at.passBlanks();
  while (at.passWord(joinWords) !== '') {
    from = at.at();
    at.passBlanks();
  }
  const inner = at.passEmphasis();
  at.passBlanks();
  const hasBlank = at.isAt(' \t', -1);
  const isSign =
    at.pass(':|→', 1) !== '' ||
    (at.sign(1) === '>' && at.pass('-=', 1) !== '' && at.pass('>', 1) !== '') ||
    (at.isAt('-–—') && at.isAt(' \t', 1) && at.pass('-–—', 1) !== '');
  if (!isSign && at.rest() !== '') {
    const hasLink = at.rest().includes('((');
    if (hasWords) at.to(from);
    else if (!(isClosed || hasLink) || !(hasBlank || (at.pass('.;', 1) !== '' && at.sign() === ' ')))
      return null;
  }
  const end = at.at();
  at.passBlanks();
  const after = at.passEmphasis();
  at.passBlanks();
  return { inner, after, end, start: at.at() };
}

const linkWords = wordsOf('link links label enlace lien');
const labelBehind = /\(\(\s?(L{1,9}[ _-]?\d{1,4})\s?\)\)/giu;

/** Reads the labels or URLs of links that stay out, and the reason. */
function readSkips({ at, line, mark }: Reading, isSure: boolean): CommandLine | null {
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
  if (links.length === 0) return null;
  const bare = rest
    .replaceAll(labelBehind, '')
    .replaceAll(/\[\[|\]\]|[*_`]+$/gu, '')
    .trim();
  const closing = closingOf[mark.open] ?? '';
  const isWrapped = closing !== '' && bare.endsWith(closing);
  const reason = (isWrapped ? bare.slice(0, -1) : bare).replace(/^\(([^()]*)\)$/u, '$1').trim();
  return { skips: links.map((link) => ({ link, reason })), version: null, isSure };
}

function passUrl(at: Cursor): string {
  return /^https?:\/\//iu.test(at.rest()) ? at.passUntil(' \t', headLimit).replace(/[:,]$/u, '') : '';
}

import { passPlaceWords, plainLabel } from './edit-request.ts';
import { commands, joinWords, wordsOf, type Command } from './command-words.ts';
import { type Cursor } from './line-cursor.ts';

export type Mark = {
  /** Emphasis before and behind the opening sign. */
  readonly before: string;
  readonly inside: string;
  readonly open: string;
  readonly end: number;
};

/** Passes bullets, numbers of a list, emphasis and an opening bracket or quotation mark. */
export function passMark(at: Cursor, withNumbers = true): Mark {
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

export type NamedCommand = { readonly name: Command | null; readonly isCapital: boolean };

export function passCommand(at: Cursor): NamedCommand {
  const word = at.wordAsWritten();
  const name = commands.get(at.passWord(commands)) ?? null;
  return { name, isCapital: word === word.toUpperCase() };
}

/** Passes `L1`, in any brackets. Returns an empty string if no label is here. */
export function passLabel(at: Cursor): string {
  const from = at.at();
  at.pass('[(', 2);
  const start = at.at();
  const letters = at.pass('Ll', 9);
  at.pass(' _-', 1);
  if (letters === '' || at.number(4) === null || /[\p{L}\p{N}]/u.test(at.sign())) {
    at.to(from);
    return '';
  }
  const label = at.since(start);
  at.pass('])', 2);
  return plainLabel(label);
}

export type Tail = {
  readonly label: string;
  readonly words: string | null;
  /** Emphasis before and behind the separator. */
  readonly inner: string;
  readonly after: string;
  /** Where the separator ends, and where the text begins. */
  readonly end: number;
  readonly start: number;
};

const noteWords = wordsOf('with for of');

/** Passes a note, a label or words in quotation marks, and the separator. Returns null if there is no separator. */
export function passTail(at: Cursor): Tail | null {
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
function passSeparator(at: Cursor, hasWords: boolean) {
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

import type { EditRequest, SkipRequest } from '#core/edits/edit.ts';
import { versionWords, type VersionName } from '#core/edits/version-names.ts';

import { commands, listWords, placeWords, rangeWords, type Command } from './command-words.ts';
import { Cursor, plainLine } from './line-cursor.ts';

const fillers = new Set(['version', 'name', 'section', 'edits', 'id', 'title', 'type']);
const labelLimit = 80;

/** Returns the version that a label names: `SAFE`, `Version 1: Safe`, `safe_version`, `version name="safe"`. */
export function versionIn(label: string): VersionName | null {
  if (label.length > labelLimit) return null;
  const words =
    plainLine(label)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [named = '', ...others] = words.filter((word) => !fillers.has(word));
  return others.length === 0 ? (versionWords.get(named) ?? null) : null;
}

/** A line of a reply that has a command. */
export type CommandLine = {
  /** The version that the line itself names, in a table or an element. */
  readonly version: VersionName | null;
  /** Whether it is no sentence of a text: its command is in capitals, or it has a link. */
  readonly isSure: boolean;
} & (EditLine | { readonly skips: readonly SkipRequest[] });

/** An edit as a line of a reply describes it. */
export type EditLine = {
  readonly edit: EditRequest;
  /** Emphasis that was opened before the edit and not closed before its text. */
  readonly emphasis: string;
  /** Whether no further line can belong to the edit. */
  readonly isWhole: boolean;
};

export type Place = readonly [number, number];

/** What an edit asks for, besides its command. */
export type Asked = {
  readonly place: Place | null;
  readonly text: string;
  /** The link of the edit, if it is named beside the text. */
  readonly label?: string | undefined;
  /** Words in quotation marks: those that a clause goes behind, those that get a link, or the old text. */
  readonly words?: string | undefined;
};

/** Returns the edit that a command asks for. Null: it is no edit, or its place is unknown. */
export function editRequest(
  command: Command | null,
  { place, text, label, words }: Asked,
): EditRequest | null {
  if (command === null || place === null || command === 'skip' || command === 'remove') return null;
  const [sentence, last] = [Math.min(...place), Math.max(...place)];
  const own = label === undefined ? text : withLabel(text, label);
  if (command === 'link') return { action: 'link', sentence, text: withWords(own, words, label) };
  if (command === 'replace')
    return { action: 'replace', sentence, text: own, ...(last > sentence && { last }) };
  const clause = words === undefined ? clauseIn(own, command === 'add') : { words, text: own };
  if (clause === null) return { action: 'insert', sentence: last, text: own };
  return { action: 'add', sentence: last, behind: clause.words, text: clause.text };
}

/** Reads a text that itself names the words that it goes behind: `after "these words" add: , text`. */
function clauseIn(text: string, isAdd: boolean): { words: string; text: string } | null {
  const at = new Cursor(text);
  if (!passPlaceWords(at) && !isAdd) return null;
  const words = at.quoted();
  at.pass(' \t,');
  at.passWord(commands);
  at.passBlanks();
  return words === null || at.pass(':', 1) === '' ? null : { words, text: at.rest().replace(/^ /u, '') };
}

/** Matches words that stand beside their label: `"good shoes" → L1`. Groups: the words, the label. */
const besideLabel = /^["“„«]?(.{0,160}?)["”“»]?[\s:|→=>()-]*(?<!\p{L})(L{1,9}[ _-]?\d{1,4})\)*$/iu;

/** Writes the link of words that stand beside their label. */
function withWords(text: string, words: string | undefined, named: string | undefined): string {
  if (text.includes('[[')) return text;
  const [, before = text, behind] = besideLabel.exec(text) ?? [];
  const label = named ?? behind;
  const anchor = words ?? before;
  return label === undefined || anchor === '' ? text : `[[${anchor}]]((${plainLabel(label)}))`;
}

/** Returns `L1` for `l 1` and `L_1`. */
export function plainLabel(label: string): string {
  return label.replaceAll(/[ _-]/gu, '').toUpperCase();
}

/** Puts the named label behind the first anchor in brackets that has no label. */
function withLabel(text: string, label: string): string {
  const named = plainLabel(label);
  if (text.includes(`((${named}))`)) return text;
  const double = /\[\[([^[\]]{1,300})\]\](?!\s?\(\()/u;
  if (double.test(text)) return text.replace(double, (_, anchor: string) => `[[${anchor}]]((${named}))`);
  // A number or a label in brackets is not an anchor.
  const single = /(?<!\[)\[(?!L{0,9}\d{1,7}\+?\])([^[\]]{1,300})\](?![\](])/u;
  return text.replace(single, (_, anchor: string) => `[[${anchor}]]((${named}))`);
}

/** Returns the numbers of the first and the last sentence that a field names: `12`, `[12+]`, `after sentence 12`. */
export function placeIn(field: string): Place | null {
  const at = new Cursor(plainLine(field).trim());
  at.pass('"\'', 1);
  passPlaceWords(at);
  const found = passNumbers(at).find(({ end }) => {
    at.to(end);
    at.pass('"\'', 1);
    return at.rest() === '';
  });
  return found?.place ?? null;
}

/** Passes words of place, such as `right after the sentence no.` Returns whether there were any. */
export function passPlaceWords(at: Cursor): boolean {
  const from = at.at();
  for (let left = 6; left > 0 && at.passWord(placeWords) !== ''; left -= 1) {
    at.pass('.=', 1);
    at.passBlanks();
  }
  return at.at() > from;
}

const openSigns = '[({<#';
const closeSigns = '])}>';

/**
 * Passes the number of a sentence, or two numbers. Returns the ways to read them, each with its end, the longest first:
 * the second number may also begin the text. The place is null if two numbers are a list of sentences that are not
 * neighbours.
 */
export function passNumbers(at: Cursor): readonly { readonly place: Place | null; readonly end: number }[] {
  const first = passNumber(at);
  if (first === null) return [];
  const from = at.at();
  at.pass(closeSigns, 2);
  const alone = { place: [first, first] as const, end: at.at() };
  at.to(from);
  at.pass(closeSigns, 1);
  at.passBlanks();
  const isRange = at.pass('-–—', 1) !== '' || at.passWord(rangeWords) !== '';
  if (!isRange && at.pass(',&', 1) === '' && at.passWord(listWords) === '') return [alone];
  at.passBlanks();
  const last = passNumber(at);
  if (last === null) return [alone];
  at.pass(closeSigns, 2);
  const isOne = isRange || Math.abs(last - first) <= 1;
  return [{ place: isOne ? [first, last] : null, end: at.at() }, alone];
}

function passNumber(at: Cursor): number | null {
  at.pass(openSigns, 2);
  const number = at.number(7);
  at.pass('+', 1);
  return number;
}

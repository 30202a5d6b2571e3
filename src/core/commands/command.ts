import type { EditRequest, SkipRequest } from '#core/edits/edit.ts';
import { versionWord, versionWords, type VersionName } from '#core/edits/version-names.ts';
import { onOneLine } from '#core/lib/helpers.ts';

import {
  commandNamed,
  commands,
  Cursor,
  listWords,
  offsetInLine,
  placeWords,
  plainLine,
  rangeWords,
  type Command,
} from './lexer.ts';

/** A command in a reply. */
export type CommandLine = {
  /** The version that the command itself names, in a table or an element. */
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

/** The numbers of the first and the last sentence. */
export type Place = readonly [number, number];

/** What a command requests, before it is known whether that is an edit. */
export type CommandParts = {
  readonly command: Command | null;
  readonly place: Place | null;
  readonly text: string;
  /** The link of the edit, if it is named beside the text. */
  readonly label?: string | undefined;
  /** Words in quotation marks: those that a clause goes behind, those that get a link, or the old text. */
  readonly words?: string | undefined;
};

/** Returns the edit that a command requests. Null: it is no edit, or its place is unknown. */
export function editOf({ command, place, text, label, words }: CommandParts): EditRequest | null {
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

/** Puts the named label behind the first anchor in brackets that has no label. */
function withLabel(text: string, label: string): string {
  const named = plainLabel(label);
  if (text.includes(`((${named}))`)) return text;
  const double = /\[\[([^[\]]{1,300})\]\](?!\s?\(\()/u;
  // A number or a label in brackets is not an anchor.
  const single = /(?<!\[)\[(?!L{0,9}\d{1,7}\+?\])([^[\]]{1,300})\](?![\](])/u;
  return text.replace(
    double.test(text) ? double : single,
    (_, anchor: string) => `[[${anchor}]]((${named}))`,
  );
}

/** Returns `L1` for `l 1` and `L_1`. */
export function plainLabel(label: string): string {
  return label.replaceAll(/[ _-]/gu, '').toUpperCase();
}

/** Passes the word of a command. `isCapital`: whether it is written in capitals. */
export function passCommand(at: Cursor): { name: Command | null; isCapital: boolean } {
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

const versionFillers = new Set(['version', 'name', 'section', 'edits', 'id', 'title', 'type']);
const versionLimit = 80;

/** Returns the version that words name: `SAFE`, `Version 1: Safe`, `safe_version`, `version name="safe"`. */
export function versionIn(text: string): VersionName | null {
  if (text.length > versionLimit) return null;
  const words =
    plainLine(text)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [named = '', ...others] = words.filter((word) => !versionFillers.has(word));
  return others.length === 0 ? (versionWords.get(named) ?? null) : null;
}

/** Returns the place that a field names: `12`, `[12+]`, `after sentence 12`. */
function placeIn(field: string): Place | null {
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
  at.pass('[({<#', 2);
  const number = at.number(7);
  at.pass('+', 1);
  return number;
}

/** The fields of a JSON object, or the attributes of an element. */
export type Fields = readonly (readonly [string, unknown])[];

/** The names that models give to the fields of a command, as letters only. */
const names = {
  version: /^(?:version(?:name)?|section|name|style)$/u,
  action: /^(?:action|type|op|operation|edit|kind|command)$/u,
  place:
    /^(?:sentence(?:number|id|index|no|n)?|(?:insert)?(?:after|behind)(?:sentence)?|line|position|place|target|at)$/u,
  number: /^(?:n|no|nr|id|index|number|num|s|insert|replace|action|op)$/u,
  text: /^(?:text|content|new(?:text|sentence|content)|replacement|insertion|with|value|sentence|insert|replace)$/u,
  label: /^(?:link|label|linkid|linklabel)$/u,
  words: /^(?:after|behind|words|anchor|quote)(?:words|text)?$/u,
  reason: /^(?:reason|why|because|note|text|explanation)$/u,
} as const;

/** Returns the first field with such a name and a fitting value as text, or an empty string. */
function fieldOf(fields: Fields, name: keyof typeof names, fits?: (value: string) => boolean): string {
  for (const [key, value] of fields) {
    if (!names[name].test(lettersOf(key))) continue;
    const text = Array.isArray(value) ? value.join('-') : value;
    if ((typeof text === 'string' || typeof text === 'number') && fits?.(String(text)) !== false)
      return String(text);
  }
  return '';
}

/** Returns the letters of a name, in lower case. */
export function lettersOf(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

const isPlace = (value: string) => placeIn(value) !== null;
const isNoPlace = (value: string) => !isPlace(value);

export function versionOfFields(fields: Fields): VersionName | null {
  return versionIn(fieldOf(fields, 'version'));
}

/**
 * Reads `{"action": "insert", "sentence": 12, "text": "…"}` and `{"action": "skip", "link": "L1", "reason": "…"}`, with
 * any of the names above. An empty list: the command is not an edit. Null: the fields are no command.
 *
 * @param outer the name of the element or the field around them, which may be the command
 */
export function commandsOfFields(fields: Fields, outer: string): readonly CommandLine[] | null {
  const said = fieldOf(fields, 'action');
  const label = fieldOf(fields, 'label') || undefined;
  if (label !== undefined && commandNamed(said || outer) === 'skip')
    return [skipOf(label, fieldOf(fields, 'reason'))];
  const place = fieldOf(fields, 'place', isPlace) || fieldOf(fields, 'number', isPlace);
  const words = fieldOf(fields, 'words', isNoPlace) || undefined;
  const text = fieldOf(fields, 'text', isNoPlace) || (label === undefined ? '' : words);
  if (place === '' || text === undefined || text === '') return null;
  const key = fields.map(([name]) => name).find((name) => /^(?:insert|replace|after)/iu.test(name)) ?? '';
  const command = commandNamed(said || key.replace(/^after.*/iu, 'insert') || outer);
  const own = words === undefined ? onOneLine(text) : text.replaceAll(/\s+/gu, ' ').trimEnd();
  const line = lineOf({ command, place: placeIn(place), text: own, label, words });
  return line === null ? [] : [line];
}

function skipOf(link: string, reason: string): CommandLine {
  return { skips: [{ link, reason: onOneLine(reason) }], version: null, isSure: true };
}

/** Returns the line of a command whose parts are known. Null: it is no command. */
function lineOf(parts: CommandParts): CommandLine | null {
  if (parts.command === 'skip') return parts.label === undefined ? null : skipOf(parts.label, parts.text);
  const edit = editOf(parts);
  return edit && { edit, version: null, emphasis: '', isWhole: true, isSure: true };
}

const labelOnly = /^L{1,9}\d{1,4}$/u;

/** Reads a row of a table. The content of a cell shows what the cell is. */
export function readRow(line: string): CommandLine | null {
  const cells = line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim());
  const row: { -readonly [Key in keyof CommandParts]: CommandParts[Key] } = {
    command: null,
    place: null,
    text: '',
  };
  let [version, isCapital]: [VersionName | null, boolean] = [null, false];
  for (const cell of cells) {
    const bare = plainLine(cell).replaceAll(/[*_`]/gu, '').trim();
    const at = new Cursor(bare);
    const command = passCommand(at);
    at.passBlanks();
    const behind = at.rest();
    const place = placeIn(command.name === null ? bare : behind);
    const words = at.at() === 0 || passPlaceWords(at) ? at.quoted() : null;
    if (command.name !== null && (behind === '' || place !== null)) {
      row.command = command.name;
      isCapital = command.isCapital;
      row.place ??= place;
    } else if (versionIn(bare) !== null) version = versionIn(bare);
    else if (labelOnly.test(bare)) row.label = bare;
    else if (place !== null && row.place === null) row.place = place;
    else if (words !== null && at.rest() === '' && !words.includes('((')) row.words = words;
    else if (cell.length > row.text.length) row.text = cell;
  }
  if (row.text === '' && row.words !== undefined) [row.text, row.words] = [row.words, undefined];
  const found = lineOf(row);
  const isSure = row.command === 'skip' || isCapital || row.text.includes('((');
  return found && { ...found, version, isSure };
}

const element = /^\s*(?:[-*+]\s+)?<([\p{L}]{1,40})\b([^<>\n]{0,200})>/iu;
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*))/gu;
const closingTag = new RegExp(
  String.raw`\s*</(?:insert(?:ion)?|replace(?:ment)?|link|skip|edits?|change|add|versions?|${versionWord})>\s*$`,
  'iu',
);

/** Returns a text without the end tag of its element. */
export function withoutClosingTag(text: string): string {
  return text.replace(closingTag, '');
}

/** Reads an XML element: `<insert sentence="12">`, `<edit action="insert" n="12">`. Its text may be empty. */
export function readElement(line: string, plain: string): CommandLine | null {
  const [whole, tag = '', attributes = ''] = element.exec(plain) ?? [];
  if (whole === undefined || !attributes.includes('=')) return null;
  const fields = [...attributes.matchAll(attribute)].map(
    ([, key = '', double, single, bare = '']) => [key, (double ?? single ?? bare).trim()] as const,
  );
  const inner = line.slice(offsetInLine(line, whole.length)).trim();
  const text = withoutClosingTag(inner);
  const command = commandNamed(fieldOf(fields, 'action', isNoPlace) || tag);
  const place = placeIn(fields.find(([, value]) => isPlace(value))?.[1] ?? '');
  const words = fieldOf(fields, 'words', isNoPlace) || undefined;
  const parts = { command, place, text, words, label: fieldOf(fields, 'label') || undefined };
  const found = lineOf(parts);
  const isSure = command === 'skip' || text.includes('((');
  return found && { ...found, isSure, isWhole: closingTag.test(inner), version: versionOfFields(fields) };
}

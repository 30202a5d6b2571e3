import { versionWord, type VersionName } from '#core/edits/version-names.ts';

import {
  editRequest,
  passPlaceWords,
  placeIn,
  versionIn,
  type CommandLine,
  type Place,
} from './edit-request.ts';
import { passCommand } from './command-head.ts';
import { commandNamed, type Command } from './command-words.ts';
import { Cursor, offsetInLine, plainLine } from './line-cursor.ts';

/** A command whose parts stand in the cells of a table, in the attributes of an element or in fields. */
type Framed = {
  command: Command | null;
  place: Place | null;
  label?: string | undefined;
  words?: string | undefined;
  version: VersionName | null;
  text: string;
};

const labelPattern = /^L{1,9}\d{1,4}$/u;

function framedLine(framed: Framed, isWhole: boolean): CommandLine | null {
  const { command, label, version, text } = framed;
  const isSure = text.includes('((');
  if (command === 'skip')
    return label === undefined ? null : { skips: [{ link: label, reason: text }], version, isSure: true };
  const edit = editRequest(command, framed);
  return edit && { edit, version, emphasis: '', isWhole, isSure };
}

/** Reads a row of a table. The content of a cell shows what the cell is. */
export function readRow(line: string): CommandLine | null {
  const cells = line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split(/(?<!\\)\|/u);
  const row: Framed = { command: null, place: null, version: null, text: '' };
  let isCapital = false;
  for (const cell of cells.map((each) => each.replaceAll(String.raw`\|`, '|').trim())) {
    const bare = plainLine(cell).replaceAll(/[*_`]/gu, '').trim();
    const at = new Cursor(bare);
    const { name, isCapital: isLoud } = passCommand(at);
    at.passBlanks();
    const behind = at.rest();
    const place = placeIn(name === null ? bare : behind);
    const words = at.at() === 0 || passPlaceWords(at) ? at.quoted() : null;
    if (name !== null && (behind === '' || place !== null)) {
      row.command = name;
      isCapital = isLoud;
      row.place ??= place;
    } else if (versionIn(bare) !== null) row.version = versionIn(bare);
    else if (labelPattern.test(bare)) row.label = bare;
    else if (place !== null && row.place === null) row.place = place;
    else if (words !== null && at.rest() === '' && !words.includes('((')) row.words = words;
    else if (cell.length > row.text.length) row.text = cell;
  }
  if (row.text === '' && row.words !== undefined) [row.text, row.words] = [row.words, undefined];
  const found = framedLine(row, true);
  return found && { ...found, isSure: found.isSure || isCapital };
}

const element = /^\s*(?:[-*+]\s+)?<([\p{L}]{1,40})\b([^<>\n]{0,200})>/iu;
const closingTag = new RegExp(
  String.raw`\s*</(?:insert(?:ion)?|replace(?:ment)?|link|skip|edits?|change|add|versions?|${versionWord})>\s*$`,
  'iu',
);

/** Returns a text without the end tag of its element. */
export function withoutClosingTag(text: string): string {
  return text.replace(closingTag, '');
}

/** Reads an XML element: `<insert sentence="12">`, `<edit action="insert" n="12">`. */
export function readElement(line: string, plain: string): CommandLine | null {
  const [whole, tag = '', attributes = ''] = element.exec(plain) ?? [];
  if (whole === undefined || !attributes.includes('=')) return null;
  const fields = [...attributes.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*))/gu)].map(
    ([, key = '', double, single, bare = '']) => ({ key, value: (double ?? single ?? bare).trim() }),
  );
  const fieldOf = (name: RegExp) => fields.find(({ key }) => name.test(key))?.value;
  const text = line.slice(offsetInLine(line, whole.length)).trim();
  return framedLine(
    {
      command: commandNamed(fieldOf(/^(?:action|type|op|operation)$/iu) ?? tag),
      place: placeIn(fields.find(({ value }) => isPlace(value))?.value ?? ''),
      label: fieldOf(/^(?:link|label)$/iu),
      words: fields.find(({ key, value }) => /^(?:after|behind|words)$/iu.test(key) && !isPlace(value))
        ?.value,
      version: versionIn(fieldOf(/^version$/iu) ?? ''),
      text: withoutClosingTag(text),
    },
    closingTag.test(text),
  );
}

function isPlace(value: string): boolean {
  return placeIn(value) !== null;
}

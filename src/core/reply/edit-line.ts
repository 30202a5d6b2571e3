import type { AskedEdit } from '#core/edits/edit.ts';
import { versionWord, versionWords, type VersionName } from '#core/edits/version-names.ts';
import { withoutFullWidth } from '#core/lib/helpers.ts';

/** Invisible signs: soft hyphen, zero-width signs, direction marks, byte order mark. */
export const hiddenSigns = String.raw`[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]`;
const hidden = new RegExp(hiddenSigns, 'u');
const allHidden = new RegExp(hiddenSigns, 'gu');
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

/** An edit as a line of a reply describes it. */
export type EditLine = {
  readonly edit: AskedEdit;
  /** The version that the line itself names, in a table or an element. */
  readonly version: VersionName | null;
  /** Emphasis that was opened before the edit and not closed before its text. */
  readonly emphasis: string;
  /** Whether no further line can belong to the edit. */
  readonly isWhole: boolean;
};

const bullet = String.raw`[ \t]*(?:(?:#{1,6}|>|[-–—•+]|\*(?=[ \t])|\d{1,3}[.)])[ \t]*){0,2}`;
const marks = String.raw`[*_\x60]{0,3}`;
const label = String.raw`(L{1,9}[ _-]?\d{1,4})\b`;
const number = String.raw`[[({<#]{0,2}(\d{1,7})\+?`;
/** Groups: the sign or word between two numbers that form a list instead of a range, and the last number. */
const range = String.raw`(?:[\])}>]?[ \t]*(?:[-–—]|to\b|bis\b|([,&]|and\b))[ \t]*${number})?[\])}>]{0,2}`;
const target = String.raw`(?:(?:right|directly|immediately)[ \t]+)?(?:(?:after|behind|below|following|at|for)[ \t]+)?(?:the[ \t]+)?(?:sentences?|lines?|numbers?|no\.?|nr\.?|[sn]=?)?[ \t]*${number}${range}`;
const note = String.raw`(?:[ \t]*[([]([^()[\]\n]{1,60})[)\]]|[ \t]*(?:[,|]|with|for|of)[ \t]*${label})?`;
const separator = String.raw`[ \t]*(?:(?:with|by|text)\b[ \t]*)?(${marks})[ \t]*(?:[:|]|[-–—][ \t]|[-=]>|→|$|(?<=[\])}>])[ \t]|[.;]?[ \t](?=[^\n]*\(\())[ \t]*(${marks})[ \t]*`;
const head = new RegExp(
  String.raw`^${bullet}(${marks})[ \t]*([<[(]?)(${marks})[ \t]*(INSERT|REPLACE)(?:ION|MENT)?[ \t]*(${marks})[ \t]*[:|]?[ \t]*(?:of[ \t]+|for[ \t]+)?(?:[([]?${label}[)\]]?[ \t,:]*)?${target}${note}${separator}`,
  'iu',
);
/** `12: INSERT text` */
const numberFirst = new RegExp(
  String.raw`^${marks}[ \t]*[[({<]?(\d{1,7})\+?[\])}>]?${marks}[ \t]*[:|–—-][ \t]*${marks}(INSERT|REPLACE)(?:ION|MENT)?(?:[ \t]+(?:with|by|after))?${marks}[ \t]*[:|–—-]?(?=[ \t]*[^\d\s|:])`,
  'iu',
);
/** Matches a line in capitals that looks like an edit, even if it names no place. */
const attempt = new RegExp(
  String.raw`^${bullet}${marks}[ \t]*[<[(]?(?:INSERT|REPLACE|DELETE|REMOVE|MOVE)\b(?:[^:\n]{0,40}:|[ \t]*[[(#]?\d{1,7}[\])]?[ \t.]*$)`,
  'u',
);
/**
 * Matches lines that may be edits. Invisible characters may be between the letters, so each character beyond ASCII
 * matches, too.
 */
const mayBeEdit = /insert|replace|<(?:edit|change|add)|[\u0080-\uFFFF]/iu;
/** Longer heads are not read. In UTF-16 units. */
const headLimit = 400;

/** Reads a line with an edit. The text behind its head may be empty. Returns null for any other line. */
export function readEditLine(line: string): EditLine | null {
  if (!mayBeEdit.test(line.length > headLimit ? line.slice(0, headLimit) : line)) return null;
  return readRow(line) ?? readElement(line) ?? readHead(line);
}

/** Whether a line was meant as an edit but cannot be read as one. */
export function isUnclearEdit(line: string): boolean {
  return attempt.test(plainLine(line.slice(0, headLimit)));
}

function readHead(line: string): EditLine | null {
  const plain = plainLine(line.slice(0, headLimit));
  if (!/INSERT|REPLACE/iu.test(plain)) return null;
  const match = head.exec(plain);
  if (match === null) return readNumberFirst(line, plain);
  const [whole, before = '', open = '', inside = '', action = '', within = '', named, ...rest] = match;
  const [first = '', joined, last, noted, labelled, inner = '', after = ''] = rest;
  const numbers = span(first, joined, last);
  if (whole.length >= headLimit || numbers === null) return null;
  const opened = before + inside;
  const isOpen = opened !== '' && [within, inner, after].every((mark) => mark !== opened);
  // Marks behind the colon belong to the text, unless they close marks that were opened before the edit.
  const own = opened === after ? '' : after;
  const text = `${own}${line.slice(offsetInLine(line, whole.length))}`.trim();
  const closing = { '<': '>', '[': ']', '(': ')' }[open];
  const isWrapped = closing !== undefined && text.endsWith(closing) && !whole.includes(closing);
  const edit = askedEdit(action, numbers, {
    text: isWrapped ? text.slice(0, -1).trimEnd() : text,
    label: named ?? labelled ?? /L+[ _-]?\d+/u.exec(noted ?? '')?.[0],
  });
  return edit && { edit, version: null, emphasis: isOpen ? opened : '', isWhole: isWrapped };
}

function readNumberFirst(line: string, plain: string): EditLine | null {
  const [whole = '', first, action = ''] = numberFirst.exec(plain) ?? [];
  if (first === undefined) return null;
  const text = line.slice(offsetInLine(line, whole.length)).trim();
  const edit = askedEdit(action, [Number(first), Number(first)], { text });
  return edit && { edit, version: null, emphasis: '', isWhole: false };
}

/** Reads a row of a table. The content of a cell shows what the cell is. */
function readRow(line: string): EditLine | null {
  if (!/^[\s\u200B\uFEFF]*\|/u.test(line) || !/INSERT|REPLACE/iu.test(line)) return null;
  const cells = line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split(/(?<!\\)\|/u);
  const row: { action?: string; place?: string; label?: string; version?: VersionName; text: string } = {
    text: '',
  };
  for (const cell of cells.map((each) => each.replaceAll(String.raw`\|`, '|').trim())) {
    const bare = plainLine(cell).replaceAll(/[*_`]/gu, '').trim();
    const version = versionIn(bare);
    const [, action, place] =
      /^(INSERT|REPLACE)(?:ION|MENT)?(?:\s+(?:after\s+|at\s+)?(?:sentence\s+)?(\S{1,20}))?$/iu.exec(bare) ??
      [];
    if (action !== undefined) {
      row.action = action;
      if (place !== undefined) row.place = place;
    } else if (version !== null) row.version = version;
    else if (/^L{1,9}\d{1,4}$/u.test(bare)) row.label = bare;
    else if (placeIn(bare) !== null && row.place === undefined) row.place = bare;
    else if (cell.length > row.text.length) row.text = cell;
  }
  const { action, place, text, label: named, version = null } = row;
  const edit = askedEdit(action ?? '', placeIn(place ?? ''), { text, label: named });
  return edit && { edit, version, emphasis: '', isWhole: true };
}

const element = /^\s*(?:[-*+]\s+)?<(insert(?:ion)?|replace(?:ment)?|edit|change|add)\b([^<>\n]{0,200})>/iu;
const closingTag = new RegExp(
  String.raw`\s*</(?:insert(?:ion)?|replace(?:ment)?|edits?|change|add|versions?|${versionWord})>\s*$`,
  'iu',
);

/** Reads an XML element: `<insert sentence="12">`, `<edit action="insert" n="12">`. */
function readElement(line: string): EditLine | null {
  const plain = plainLine(line.slice(0, headLimit));
  const [whole, tag = '', attributes = ''] = element.exec(plain) ?? [];
  if (whole === undefined || !attributes.includes('=')) return null;
  const fields = [...attributes.matchAll(/([\w-]+)\s*=\s*["']?([^"'<>]*)/gu)];
  const fieldOf = (name: RegExp) => fields.find(([, key = '']) => name.test(key))?.[2]?.trim();
  const text = line.slice(offsetInLine(line, whole.length)).trim();
  const edit = askedEdit(
    fieldOf(/^(?:action|type|op|operation)$/iu) ?? tag,
    fields.map(([, , value = '']) => placeIn(value)).find((place) => place !== null) ?? null,
    { text: text.replace(closingTag, ''), label: fieldOf(/^(?:link|label)$/iu) },
  );
  const version = versionIn(fieldOf(/^version$/iu) ?? '');
  return edit && { edit, version, emphasis: '', isWhole: closingTag.test(text) };
}

const insertion = /^(?:insert|add|append)/iu;
const replacement = /^(?:replace|rewrite|substitute|change)/iu;

/** Returns the edit that an action asks for. Null: it is no edit, or its place is unknown. */
export function askedEdit(
  action: string,
  place: readonly [number, number] | null,
  { text, label: named }: { text: string; label?: string | undefined },
): AskedEdit | null {
  const isInsertion = insertion.test(action);
  if (place === null || (!isInsertion && !replacement.test(action))) return null;
  const [sentence, last] = [Math.min(...place), Math.max(...place)];
  const own = named === undefined ? text : withLabel(text, named.replaceAll(/[ _-]/gu, ''));
  if (isInsertion) return { action: 'insert', sentence: last, text: own };
  return { action: 'replace', sentence, text: own, ...(last > sentence && { last }) };
}

const place = new RegExp(String.raw`^["']?${target}["']?$`, 'iu');

/**
 * Returns the numbers of the first and the last sentence that a field names: `12`, `[12+]`, `after sentence 12`,
 * `41-42`.
 */
export function placeIn(field: string): readonly [number, number] | null {
  const [, first, joined, last] = place.exec(plainLine(field).trim()) ?? [];
  return first === undefined ? null : span(first, joined, last);
}

/** Returns the range of two numbers. Null: they have a comma or `and` between them, and are not neighbours. */
function span(first: string, joined: string | undefined, last = first): readonly [number, number] | null {
  const isRange = joined === undefined || Math.abs(Number(last) - Number(first)) <= 1;
  return isRange ? [Number(first), Number(last)] : null;
}

/** Puts the named label behind the first anchor in brackets that has no label. */
function withLabel(text: string, named: string): string {
  if (text.includes(`((${named}))`)) return text;
  const double = /\[\[([^[\]]{1,300})\]\](?!\s?\(\()/u;
  if (double.test(text)) return text.replace(double, (_, anchor: string) => `[[${anchor}]]((${named}))`);
  // A number or a label in brackets is not an anchor.
  const single = /(?<!\[)\[(?!L{0,9}\d{1,7}\+?\])([^[\]]{1,300})\](?![\](])/u;
  return text.replace(single, (_, anchor: string) => `[[${anchor}]]((${named}))`);
}

const finished = /[\p{STerm}…][\p{Pe}\p{Pf}\p{Pi}\p{Quotation_Mark}*_`~]*$/u;

/** Whether a text ends with closing punctuation, in any script. */
export function isFinished(text: string): boolean {
  return finished.test(text.trimEnd());
}

const nextEdit = /(?<=[.!?…。！？"”’)*])[ \t]+(?=(?:INSERT|REPLACE) \d{1,7}: )/u;
const quotes = /^(?:"([^"]*)"|“([^“”]*)”)$/u;

/** Returns an edit and the further edits on its line. */
export function editsOnLine(edit: EditLine, source: string): { edit: EditLine; source: string }[] {
  const [text = '', ...others] = edit.edit.text.split(nextEdit);
  const next = others.flatMap((other) => {
    const each = readEditLine(other);
    return each === null ? [] : [{ edit: each, source: other }];
  });
  return [{ edit: { ...edit, edit: { ...edit.edit, text } }, source }, ...next];
}

/**
 * Returns a text without the emphasis around the edit, without the end tag of its element, and without quotation
 * marks around a sentence with a link.
 */
export function unwrapped(text: string, emphasis: string): string {
  const bare = text.replace(closingTag, '').trim();
  const plain = emphasis !== '' && bare.endsWith(emphasis) ? bare.slice(0, -emphasis.length).trim() : bare;
  const match = plain.includes('((') ? quotes.exec(plain) : null;
  return match?.[1] ?? match?.[2] ?? plain;
}

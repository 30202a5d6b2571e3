import { isWebAddress } from '#core/links/web-address.ts';
import { roleOf } from './header-names.ts';

/** Rows of a table. The first has the names of the columns. */
type Rows = readonly (readonly string[])[];

const columnsAtMost = 200;
const depthAtMost = 50;

/** Returns the value of a text of JSON, or of a text with one value of JSON in each line. Undefined: it is neither. */
export function readJson(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== '');
  return parse(text) ?? parse(`[${lines.join(',')}]`);
}

/**
 * Returns the values of a text with one value of JSON in each line, without the lines that are cut off or damaged.
 * Undefined: no line has a value.
 */
export function readJsonLines(text: string): readonly unknown[] | undefined {
  // A list may have one value in each line, too.
  const lines = text.split(/[\r\n]+/u).map((line) => line.replaceAll(/^\s*\[?\s*|,?\s*\]?\s*$/gu, ''));
  const values = lines.filter((line) => line.startsWith('{')).map(parse);
  const whole = values.filter((value) => value !== undefined);
  return whole.length === 0 ? undefined : whole;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is meant as JSON. Words in braces are not. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:\[\s*)*\{\s*["}]/u.test(text) || /^\s*\[\s*"/u.test(text);
}

/** The texts of an object by their names. */
type Fields = ReadonlyMap<string, string>;

/**
 * Returns a table of the links in a value of JSON, wherever they are in it: each object of a list that has an address.
 * Its columns are the names of the values; the values of an object inside are its own. Null: there is no link.
 */
export function tableOfJson(value: unknown): Rows | null {
  const records = recordsIn(value, 0);
  return records.length === 0 ? null : tableOf(records);
}

function recordsIn(value: unknown, depth: number): Fields[] {
  if (depth > depthAtMost || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const record = recordOf(item);
      if (!hasAddress(record)) return recordsIn(item, depth + 1);
      // A folder may have a picture, and its links are what counts.
      const inside = hasOwnAddress(item) ? [] : recordsIn(item, depth + 1);
      return inside.length === 0 ? [record] : inside;
    });
  const inside = Object.values(value).flatMap((item: unknown) => recordsIn(item, depth + 1));
  const record = recordOf(value);
  return inside.length === 0 && depth === 0 && hasAddress(record) ? [record] : inside;
}

function hasAddress(record: Fields): boolean {
  return [...record.values()].some(isWebAddress);
}

function hasOwnAddress(value: unknown): boolean {
  const values = isPlainObject(value) ? Object.values(value) : [value];
  return values.some((item: unknown) => typeof item === 'string' && isWebAddress(item));
}

/** Returns the texts and numbers of an object, and of the objects that are its values. A list of texts is one text. */
function recordOf(value: unknown): Map<string, string> {
  const record = new Map<string, string>();
  if (typeof value === 'string') return record.set('url', value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return record;
  for (const [name, item] of Object.entries(value)) {
    if (record.size === columnsAtMost) break;
    if (isPlainObject(item))
      for (const [inner, own] of Object.entries(item)) {
        const words = textOf(own);
        if (words !== null && !record.has(inner)) record.set(inner, words);
      }
    else {
      const words = textOf(item);
      if (words !== null) record.set(name, words);
    }
  }
  // Pinboard writes blanks between tags. Its `description` is the title, and `extended` the description.
  if (record.has('extended')) record.set('tags', (record.get('tags') ?? '').replaceAll(' ', ','));
  return record;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return null;
  const names = value.map((item: unknown) => (isPlainObject(item) && 'name' in item ? item.name : item));
  return names.every((name) => typeof name === 'string') ? names.join(',') : null;
}

function tableOf(records: readonly Fields[]): Rows {
  const columns = new Set<string>();
  for (const record of records)
    for (const name of record.keys()) if (columns.size < columnsAtMost) columns.add(name);
  const names = [...columns];
  return [names, ...records.map((record) => names.map((name) => record.get(name) ?? ''))];
}

const keyLine =
  /^\s*(?<item>-\s+)?["']?(?<key>[\p{L}_][\p{L}\p{M}\d _-]{0,40}?)["']?\s*:(?:\s+(?<value>\S.*))?$/u;
const ignoredLine = /^\s*(?:#.*|---|\.\.\.|-?)\s*$/u;

/**
 * Returns a table of the links in lines such as `- title: Pan` and `url: https://…`, as in YAML. A dash or a repeated
 * name begins the next link. Null: the text has other lines, or no name for addresses and for words.
 */
export function tableOfNamedLines(text: string): Rows | null {
  const records: Map<string, string>[] = [];
  let last = '';
  for (const line of text.split(/\r\n|\r|\n/u)) {
    if (ignoredLine.test(line)) continue;
    const { item, key, value = '' } = keyLine.exec(line)?.groups ?? {};
    const listed = /^\s*-\s+(?<value>.*)$/u.exec(line)?.groups?.['value'];
    let record = records.at(-1);
    if (key !== undefined && (record === undefined || item !== undefined || record.has(key))) {
      record = new Map();
      records.push(record);
    }
    if (record === undefined) return null;
    if (key !== undefined) record.set((last = key), bare(value));
    else if (listed === undefined || last === '') return null;
    else record.set(last, [record.get(last), bare(listed)].filter(Boolean).join(','));
  }
  const kinds = new Set(records.flatMap((record) => [...record.keys()].map((name) => roleOf(name)?.kind)));
  return kinds.has('address') && kinds.has('text') && records.some(hasAddress) ? tableOf(records) : null;
}

/** Returns a value without its quotation marks, or the values of a list in brackets. */
function bare(value: string): string {
  const text = value.trim();
  const list = /^\[(?<values>.*)\]$/u.exec(text)?.groups?.['values'];
  return list === undefined
    ? text.replace(/^(?<mark>["'])(?<words>.*)\k<mark>$/u, '$<words>')
    : list.replaceAll(/["']/gu, '');
}

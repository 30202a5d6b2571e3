import type { EditRequest, SkipRequest } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import { onOneLine } from '#core/lib/helpers.ts';

import { editRequest, placeIn, versionIn } from '#core/commands/edit-request.ts';
import { commandNamed } from '#core/commands/command-words.ts';
import { readEditLine } from '#core/commands/edit-line.ts';
import { plainLine } from '#core/commands/line-cursor.ts';

/** How deep values may be nested. Deeper ones are not read. */
const depthLimit = 8;
const headLength = 80;

const opening = /^\s*(?:json\s*)?(?:\{\s*(?:$|["}])|\[\s*(?:$|[{"\]]))/iu;

/** Whether a line begins with an object, or with an array of objects or strings. */
export function beginsJson(line: string): boolean {
  return opening.test(plainLine(line.slice(0, headLength)));
}

function createValueScan() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return {
    /** Returns the offset in the piece where the value ends. -1: the value goes on. */
    endIn(piece: string): number {
      for (let at = 0; at < piece.length; at += 1) {
        const sign = piece[at];
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = inString;
        else if (sign === '"') inString = !inString;
        else if (!inString && (sign === '{' || sign === '[')) depth += 1;
        else if (!inString && (sign === '}' || sign === ']')) depth -= 1;
        else continue;
        if (!inString && (depth === 0 || depth > depthLimit)) return at + 1;
      }
      return -1;
    },
    inString: () => inString,
  };
}

/** Tracks whether a text that arrives in pieces ends inside a JSON string. Only values at the start of a line count. */
export function createStringWatch() {
  let value: ReturnType<typeof createValueScan> | null = null;
  /** The beginning of a line that may be JSON. Null: the line is something else. */
  let head: string | null = '';

  function add(piece: string, endsLine: boolean): void {
    let rest = piece;
    while (value !== null || head !== null) {
      if (value === null) {
        rest = `${head}${rest}`;
        // The decision comes after a fixed length, so that it does not depend on how the stream is cut.
        const isTold = endsLine || rest.length >= headLength;
        head = isTold ? null : rest;
        if (!isTold || !beginsJson(rest.replace(/^[\s,;]+/u, ''))) return;
        value = createValueScan();
      }
      const end = value.endIn(rest);
      if (end < 0) return;
      [value, head, rest] = [null, '', rest.slice(end)];
    }
  }

  return {
    feed(text: string): void {
      if (value === null && head === null && !text.includes('\n')) return;
      for (let from = 0; from < text.length;) {
        const lineEnd = text.indexOf('\n', from);
        const endsLine = lineEnd >= 0;
        const end = endsLine ? lineEnd + 1 : text.length;
        add(text.slice(from, end), endsLine);
        if (endsLine && value === null) head = '';
        from = end;
      }
    },
    inString(): boolean {
      // The decision cannot wait for the rest of the line.
      if (head?.trim()) add('', true);
      return value?.inString() === true;
    },
    forget(): void {
      [value, head] = [null, ''];
    },
  };
}

/** An edit or a skip in a JSON value, or lines of a section, with the version that the value names. */
export type JsonPiece = { readonly version: VersionName | null } & (
  | { readonly edit: EditRequest }
  | { readonly skips: readonly SkipRequest[] }
  | { readonly lines: string }
);

/** A longer value is cut off here. In UTF-16 units. */
const valueLimit = 1_000_000;

/** `pieces` gets the content of a value and its source. `line` gets the text behind a value on its last line. */
type JsonHandler = {
  pieces(pieces: readonly JsonPiece[], text: string): void;
  line(rest: string): void;
};

/** Reads JSON values one after the other as they arrive. */
export function createJsonReader(handler: JsonHandler) {
  let value: { readonly scan: ReturnType<typeof createValueScan>; text: string } | null = null;

  function close(): void {
    const text = value?.text ?? '';
    value = null;
    if (text !== '') handler.pieces(readJson(text), text);
  }

  return {
    isOpen: () => value !== null,
    /** Whether the next text is part of a string. */
    inString: () => value?.scan.inString() === true,
    add(text: string): void {
      let rest = text;
      while (rest !== '') {
        value ??= { scan: createValueScan(), text: '' };
        const end = value.scan.endIn(rest);
        value.text += end < 0 ? rest : rest.slice(0, end);
        if (end < 0 && value.text.length <= valueLimit) return;
        close();
        rest = end < 0 ? '' : rest.slice(end).replace(/^[\s,;]+/u, '');
        if (beginsJson(rest)) continue;
        if (/\p{L}/u.test(rest)) handler.line(rest.trimEnd());
        return;
      }
    },
    /** Ends a value, and reads it even if it was cut off. */
    close,
    drop(): void {
      value = null;
    },
  };
}

/** Returns the content of a value. If it was cut off or is not valid JSON, returns the complete parts. */
function readJson(text: string): JsonPiece[] {
  const value = text.slice(text.search(/[[{]/u));
  return piecesOf(parsed(value) ?? parsed(repaired(value)), { version: null, action: '' }, 0);
}

function parsed(text: string): unknown {
  if (!/[\]}]\s*$/u.test(text.slice(-80))) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the text up to its last complete value, with all open brackets closed and without trailing commas. */
function repaired(text: string): string {
  const open: string[] = [];
  const pieces: string[] = [];
  let complete = { length: 0, closing: '' };
  let before = '';
  for (let at = 0, end = 0; at < text.length; at = end) {
    const sign = text[at] ?? '';
    end = sign === '"' ? stringEnd(text, at) : at + 1;
    if (end < 0) break;
    if (sign.trim() === '') continue;
    const isClosing = sign === '}' || sign === ']';
    // A comma is written only if something follows it.
    if (before === ',' && !isClosing) pieces.push(',');
    if (sign === '{' || sign === '[') open.push(sign === '{' ? '}' : ']');
    if (isClosing) open.pop();
    if (sign === '"')
      pieces.push(
        text
          .slice(at, end)
          .replaceAll('\n', String.raw`\n`)
          .replaceAll(/\s/gu, ' '),
      );
    else if (sign !== ',') pieces.push(sign);
    const isItem = sign === '"' && (before === ':' || open.at(-1) === ']');
    if (isClosing || isItem) complete = { length: pieces.length, closing: open.toReversed().join('') };
    before = sign;
  }
  return pieces.slice(0, complete.length).join('') + complete.closing;
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** The names that models give to the fields of an edit, as letters only. */
const keys = {
  version: /^(?:version(?:name)?|section|name|style)$/u,
  action: /^(?:action|type|op|operation|edit|kind|command)$/u,
  place:
    /^(?:sentence(?:number|id|index|no|n)?|(?:insert)?(?:after|behind)(?:sentence)?|line|position|place|target|at)$/u,
  number: /^(?:n|no|nr|id|index|number|insert|replace|action|op)$/u,
  text: /^(?:text|content|new(?:text|sentence|content)|replacement|insertion|with|value|sentence|insert|replace)$/u,
  label: /^(?:link|label|linkid|linklabel)$/u,
  words: /^(?:after|behind|words|anchor|quote)(?:words|text)?$/u,
  reason: /^(?:reason|why|because|note|text|explanation)$/u,
  whole: /^(?:text|content|edits?)$/u,
};

type Field = readonly [string, unknown];

/** The version and the action that the outer values name. */
type Above = { readonly version: VersionName | null; readonly action: string };

function piecesOf(value: unknown, above: Above, depth: number): JsonPiece[] {
  if (depth > depthLimit || value === null) return [];
  if (typeof value === 'string') return [{ version: above.version, lines: value }];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => piecesOf(item, above, depth + 1));
  if (typeof value !== 'object') return [];
  const fields: Field[] = Object.entries(value);
  const version = versionIn(fieldOf(fields, keys.version)) ?? above.version;
  const skip = skipIn(fields, above.action);
  if (skip !== null) return [{ version, skips: [skip] }];
  const asked = askedIn(fields);
  if (asked !== null) {
    const edit = editRequest(commandNamed(asked.action || above.action), asked);
    return edit === null ? [] : [{ version, edit }];
  }
  return fields.flatMap(([key, field]): JsonPiece[] => {
    const named = versionIn(key) ?? version;
    if (typeof field !== 'string') return piecesOf(field, { version: named, action: key }, depth + 1);
    const line = `${key}: ${field}`;
    if (readEditLine(line) !== null) return [{ version, lines: line }];
    const isTold = versionIn(key) !== null || keys.whole.test(lettersOf(key));
    return isTold ? [{ version: named, lines: field }] : [];
  });
}

/**
 * Reads `{"action": "insert", "sentence": 12, "text": "…"}` with any of the names in `keys`. Returns null without a
 * place or a text.
 */
function askedIn(fields: readonly Field[]) {
  const place = fieldOf(fields, keys.place, isPlace) || fieldOf(fields, keys.number, isPlace);
  const words = fieldOf(fields, keys.words, (value) => !isPlace(value)) || undefined;
  const label = fieldOf(fields, keys.label) || undefined;
  const text = fieldOf(fields, keys.text, (value) => !isPlace(value)) || (label === undefined ? '' : words);
  if (place === '' || text === undefined || text === '') return null;
  const named = fields.map(([key]) => key).find((key) => /^(?:insert|replace|after)/iu.test(key));
  const action = fieldOf(fields, keys.action) || (named ?? '').replace(/^after.*/iu, 'insert');
  const own = words === undefined ? onOneLine(text) : text.replaceAll(/\s+/gu, ' ').trimEnd();
  return { action, place: placeIn(place), text: own, label, words };
}

/** Reads `{"action": "skip", "link": "L1", "reason": "…"}`. */
function skipIn(fields: readonly Field[], above: string): SkipRequest | null {
  const link = fieldOf(fields, keys.label);
  if (link === '' || commandNamed(fieldOf(fields, keys.action) || above) !== 'skip') return null;
  return { link, reason: onOneLine(fieldOf(fields, keys.reason)) };
}

function isPlace(value: string): boolean {
  return placeIn(value) !== null;
}

/** Returns the first field with a matching name and value as text, or an empty string. */
function fieldOf(fields: readonly Field[], name: RegExp, fits?: (value: string) => boolean): string {
  for (const [key, value] of fields) {
    if (!name.test(lettersOf(key))) continue;
    const text = Array.isArray(value) ? value.join('-') : value;
    if ((typeof text === 'string' || typeof text === 'number') && fits?.(String(text)) !== false)
      return String(text);
  }
  return '';
}

function lettersOf(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

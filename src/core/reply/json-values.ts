import { readCommandLine } from '#core/commands/command-line.ts';
import {
  commandsOfFields,
  lettersOf,
  versionIn,
  versionOfFields,
  type CommandLine,
} from '#core/commands/command.ts';
import { plainLine } from '#core/commands/lexer.ts';
import type { VersionName } from '#core/edits/version-names.ts';

/** How deep values may be nested. Deeper ones are not read. */
const depthLimit = 8;
const openingLength = 80;
const opening = /^\s*(?:json\s*)?(?:\{\s*(?:$|["}])|\[\s*(?:$|[{"\]]))/iu;

/** Whether a line begins with an object, or with an array of objects or strings. */
export function beginsJson(line: string): boolean {
  return opening.test(plainLine(line.slice(0, openingLength)));
}

/** A JSON value that has begun and not ended. */
export type OpenValue = {
  text: string;
  depth: number;
  inString: boolean;
  /** Whether the last sign is a backslash within a string. */
  isEscaped: boolean;
};

export function openValue(): OpenValue {
  return { text: '', depth: 0, inString: false, isEscaped: false };
}

/** Adds text up to the end of the value. Returns the text behind the value. Null: the value goes on. */
export function addToValue(value: OpenValue, text: string): string | null {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (value.isEscaped) value.isEscaped = false;
    else if (sign === '\\') value.isEscaped = value.inString;
    else if (sign === '"') value.inString = !value.inString;
    else if (!value.inString && (sign === '{' || sign === '[')) value.depth += 1;
    else if (!value.inString && (sign === '}' || sign === ']')) value.depth -= 1;
    else continue;
    if (value.inString || (value.depth > 0 && value.depth <= depthLimit)) continue;
    value.text += text.slice(0, at + 1);
    return text.slice(at + 1);
  }
  value.text += text;
  return null;
}

/** Returns the text behind a value without the signs that separate values. */
export function withoutSeparators(text: string): string {
  return text.replace(/^[\s,;]+/u, '');
}

/** Whether a line ends inside a JSON string. `value`: what has begun before the line. */
export function endsInString(value: OpenValue | null, line: string): boolean {
  let open = value && { ...value, text: '' };
  let rest: string | null = line;
  while (rest !== null) {
    if (open === null) {
      rest = withoutSeparators(rest);
      if (!beginsJson(rest)) return false;
      open = openValue();
    }
    rest = addToValue(open, rest);
    if (rest !== null) open = null;
  }
  return open?.inString === true;
}

/** A command in a JSON value, or lines of a section, with the version that the value names. */
export type JsonPiece = { readonly version: VersionName | null } & (
  | { readonly command: CommandLine }
  | { readonly lines: string }
);

/** Returns the content of a value. If it was cut off or is not valid JSON, returns the complete parts. */
export function readJson(text: string): readonly JsonPiece[] {
  const value = text.slice(text.search(/[[{]/u));
  return piecesOf(parsed(value) ?? parsed(repaired(value)), null, '', 0);
}

function parsed(text: string): unknown {
  if (!/[\]}]\s*$/u.test(text.slice(-80))) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const token = /"[^"\\]*(?:\\[^][^"\\]*)*"|"|[^\s"]/gu;

/** Returns the text up to its last complete value, with all open brackets closed and without trailing commas. */
function repaired(text: string): string {
  const open: string[] = [];
  const pieces: string[] = [];
  let complete = { length: 0, closing: '' };
  let before = '';
  for (const [found] of text.matchAll(token)) {
    if (found === '"') break;
    const isString = found.startsWith('"');
    const isClosing = found === '}' || found === ']';
    // A comma is written only if something follows it.
    if (before === ',' && !isClosing) pieces.push(',');
    if (found === '{' || found === '[') open.push(found === '{' ? '}' : ']');
    if (isClosing) open.pop();
    if (isString) pieces.push(found.replaceAll('\n', String.raw`\n`).replaceAll(/\s/gu, ' '));
    else if (found !== ',') pieces.push(found);
    const isItem = isString && (before === ':' || open.at(-1) === ']');
    if (isClosing || isItem) complete = { length: pieces.length, closing: open.toReversed().join('') };
    before = found;
  }
  return pieces.slice(0, complete.length).join('') + complete.closing;
}

/** The names of fields whose text is the content of a section. */
const wholeText = /^(?:text|content|edits?)$/u;

/** `outer`: the name of the field that has the value. */
function piecesOf(
  value: unknown,
  outerVersion: VersionName | null,
  outer: string,
  depth: number,
): readonly JsonPiece[] {
  if (depth > depthLimit || value === null) return [];
  if (typeof value === 'string') return [{ version: outerVersion, lines: value }];
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => piecesOf(item, outerVersion, outer, depth + 1));
  if (typeof value !== 'object') return [];
  const fields = Object.entries(value);
  const version = versionOfFields(fields) ?? outerVersion;
  const commands = commandsOfFields(fields, outer);
  if (commands !== null) return commands.map((command) => ({ version, command }));
  return fields.flatMap(([key, field]: readonly [string, unknown]): readonly JsonPiece[] => {
    const named = versionIn(key);
    if (typeof field !== 'string') return piecesOf(field, named ?? version, key, depth + 1);
    const line = `${key}: ${field}`;
    if (readCommandLine(line) !== null) return [{ version, lines: line }];
    const isText = named !== null || wholeText.test(lettersOf(key));
    return isText ? [{ version: named ?? version, lines: field }] : [];
  });
}

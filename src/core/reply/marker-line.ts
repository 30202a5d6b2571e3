import { perVersion, versionMarkers, type VersionName } from '#core/edits/version.ts';

import { readEditLine } from './edit-line.ts';
import { isNoEditsLine, offsetInLine, plainLine, versionIn, versionWords } from './plain-line.ts';
import { beginsJson } from './json-edits.ts';

/** A marker line: the version that begins, and its text on the same line. */
export type MarkerLine = {
  readonly version: VersionName;
  readonly text: string;
  /** Written as the prompt asks, with the word VERSION and a separator. */
  readonly isAsked: boolean;
  /**
   * Formatted as a heading or in capitals, so it is not a word of a text. Other markers count only where no text is
   * possible.
   */
  readonly isSure: boolean;
};

const longest = 160;
const words = [...versionWords.keys()].join('|');
const decoration = String.raw`[ \t]*(?:(?:#{1,6}|[>|]|[-–—•*+=]{1,8}|\d{1,2}[.)])[ \t]*){0,3}[*_\x60"'“\[(]{0,3}[ \t]*`;
const asked = new RegExp(
  String.raw`^${decoration}VERSION[ \t]*(?:#?\d{1,2}[ \t]*)?[*_]{0,3}[ \t]*(?::|[-–—](?=[ \t]))[ \t]*[*_]{0,3}[ \t]*["'“\[<]?(${words})["'”\]>]?(?!_?[\p{L}\p{N}])[*_]{0,3}[ \t]*([^\n]*)$`,
  'iu',
);
const dressing = String.raw`[\s\d#>*_\x60~="'“”«»[\](){}<>•:|–—+.-]{0,24}`;
const heading = new RegExp(
  String.raw`^(${dressing}?)(\p{L}[\p{L}\d _-]{0,40}?)(?:[*_]{0,3}:?\s*[([{]([^()[\]{}]{1,80})[)\]}])?${dressing}$`,
  'u',
);
const sureDressing = /[#=<|]|\*\*|__|--|——|\[\s*$/u;
const emphasisTag = /<\/?(?:h[1-6]|b|strong|em|p)>/giu;
const tag = /^\s*<([^<>/\s][^<>]{0,80})>([^\n]*)$/u;
const note = /^[([{].*[)\]}][*_]{0,3}[.:]?$/u;
const separated = /^[-–—:|,/]+[ \t]*[*_]{0,3}[ \t]*(.*)$/u;
const mayName = new RegExp(words, 'iu');
/** An edit, or a note that there is none, behind a marker on its line. */
const telling = /[<[(*_\x60]{0,3}(?:\b(?:INSERT|REPLACE)\b|(?<=[:–—-]\s*)\(?(?:no |none|nothing))/iu;

/**
 * Reads a whole line, without its line break: `VERSION: SAFE`, `## Safe`, `[SAFE]`, `<safe>`, `1. SAFE`. A note in
 * brackets, or a few words behind a dash or a colon, are ignored. A sentence there is the first one of the version.
 * If more words follow directly, the line is prose, unless there are only one or two words behind a marker in
 * capitals.
 */
export function readMarkerLine(line: string): MarkerLine | null {
  const plain = plainLine(line);
  if (!mayName.test(plain)) return null;
  const at = plain.search(telling);
  if (at > 0) {
    const marker = readBare(plain.slice(0, at).trim());
    const text = line.slice(offsetInLine(line, at)).trim();
    if (marker?.text === '' && (readEditLine(text) !== null || isNoEditsLine(text)))
      return { ...marker, text };
  }
  return readBare(plain);
}

function readBare(plain: string): MarkerLine | null {
  const bare = plain.replace(emphasisTag, '**');
  return readAsked(bare) ?? readTag(plain) ?? readHeading(bare);
}

function readAsked(plain: string): MarkerLine | null {
  const [, word = '', rest = ''] = asked.exec(plain) ?? [];
  const version = versionWords.get(word.toLowerCase());
  if (version === undefined) return null;
  const marker = { version, isAsked: true, isSure: true };
  const behind = rest.replace(/[ \t]*(?:={2,}|-{2,}|#+|[>|])[ \t]*$/u, '').trim();
  if (beginsJson(behind) || isNoEditsLine(behind)) return { ...marker, text: behind };
  if (behind === '' || note.test(behind)) return { ...marker, text: '' };
  const apart = separated.exec(behind)?.[1];
  if (apart !== undefined) return { ...marker, text: isLabel(apart, 8) ? '' : apart };
  const inCapitals = word === word.toUpperCase() && plain.includes('VERSION');
  return inCapitals && isLabel(behind, 2) ? { ...marker, text: '' } : null;
}

/** `<safe>`, `<version name="safe">` */
function readTag(plain: string): MarkerLine | null {
  const [, label = '', rest = ''] = tag.exec(plain) ?? [];
  const version = versionIn(label);
  return version && { version, text: rest.trim(), isAsked: false, isSure: true };
}

function readHeading(plain: string): MarkerLine | null {
  if (plain.length > longest) return null;
  const [, before = '', label = '', noted = ''] = heading.exec(plain) ?? [];
  const version = /^version\W*$/iu.test(label) ? null : versionIn(label);
  if (version === null) return null;
  const inCapitals = label === label.toUpperCase() && !label.startsWith('VERSION');
  return {
    version,
    text: isNoEditsLine(noted) ? noted : '',
    isAsked: false,
    isSure: inCapitals || sureDressing.test(before),
  };
}

/** Whether the text is a few words without the end of a sentence. */
function isLabel(text: string, limit: number): boolean {
  return text.split(/\s+/u).length <= limit && !/[.!?,;…][*_]{0,3}$/u.test(text);
}

/**
 * Returns the marker lines to ask for: `VERSION: SAFE` and so on, as in the specification. If the user's own text
 * contains marker lines, a note makes these different.
 */
export function markerLinesFor(content: string): Record<VersionName, string> {
  const own = ownMarkerLines(content);
  let suffix = '';
  for (let number = 1; own.size > 0; number += 1) {
    suffix = ` (reply ${number})`;
    if (!Object.values(withSuffix(suffix)).some((line) => own.has(line))) break;
  }
  return withSuffix(suffix);
}

/** Returns the lines of the user's own text that are marker lines in the form of the prompt, trimmed. */
function ownMarkerLines(content: string): ReadonlySet<string> {
  if (!/version/iu.test(content)) return new Set();
  const lines = content.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => readMarkerLine(line)?.isAsked === true));
}

function withSuffix(suffix: string): Record<VersionName, string> {
  return perVersion((name) => `VERSION: ${versionMarkers[name]}${suffix}`);
}

import {
  perVersion,
  versionMarkers,
  versionWord,
  versionWords,
  type VersionName,
} from '#core/edits/version-names.ts';

import { versionIn } from '#core/commands/edit-request.ts';
import { commandPattern } from '#core/commands/command-words.ts';
import { readEditLine } from '#core/commands/edit-line.ts';
import { beginsJson } from './json-edits.ts';
import { offsetInLine, plainLine } from '#core/commands/line-cursor.ts';
import { leadIns, openingLimit, openingOf, opens, phrasesOf } from './openings.ts';

/** Returns a check for lines that are short and match a pattern. */
const shortLine = (pattern: RegExp) => (line: string) => line.length <= shortLimit && pattern.test(line);
const shortLimit = 200;

/** Whether a line is a rule such as `---`. It may be a separator between sections, or a rule of the author. */
export const isRuleLine = shortLine(/^\s*([-*_=])\s*(?:\1\s*){2,}$/u);

export const isClosingFence = shortLine(/^\s*(?:`{3,}|~{3,})\s*$/u);

export const isOpeningFence = shortLine(/^\s*(?:`{3,}|~{3,})\s*[\w-]{0,20}\s*$/u);

/** Whether a line is `<edits>`, as in the prompt, or an XML tag that says nothing. */
export const isPlaceholder = shortLine(
  new RegExp(
    String.raw`^[\s*_([\x60-]{0,6}edits?[\s*_)\]\x60:-]{0,6}$|^\s*<\/?(?:edits?|text|content|article|answer|output|response|versions?|insert(?:ion)?|replace(?:ment)?|changes?|${versionWord})>\s*$|^\s*\[\[anchor(?: text)?\]\](?:\(\([^()\n]{0,40}\)\))?[\s.]*$`,
    'iu',
  ),
);

/** Whether a line is the head of a table of edits, or the line below the head. */
export const isTableFrame = shortLine(
  /^\s*\|(?:\s*[:*_-]*(?:(?:action|type|op|operation|edit|edits|sentence|sentence number|n|no\.?|nr\.?|number|#|line|text|new text|content|version|link|label|after|insert after)?[:*_-]*\s*)\|)+\s*$/iu,
);

const noEdits =
  /^[\s*_<([`-]{0,6}(?:no (?:edits?|changes?|insertions?)(?: (?:are )?(?:needed|required|necessary))?|none|nothing(?: to (?:add|change|insert))?|n\/a|unchanged|keep as is|deleted?|removed?|omitted|tbd|unverändert|keine(?: änderung(?:en)?)?|ninguno|ninguna|sin cambios)[\s*_>)\]`.!-]{0,6}$/iu;

export function isNoEditsLine(line: string): boolean {
  return line.length <= shortLimit && noEdits.test(plainLine(line));
}

const leadIn = new RegExp(
  String.raw`^[\s*_<([\x60#-]{0,6}(?:${leadIns})[^\n]{0,160}\b(?:edits?|insert\w*|replace\w*|additions?|changes|versions?|text|article|content|rewritten|revised)\b[^\n]{0,80}:[\s*_]*$`,
  'iu',
);

/** Whether a line announces what follows: `Here are the edits:`. */
export function isLeadIn(line: string): boolean {
  return leadIn.test(line);
}

const dots = /^[\s\d.)>*_-]{0,12}[[(<{]?\s*(?:\.{3}|…)[\s.…]*[\])>}]?[\s*_]*$/u;
const bracketed = /^[\s\d.…>*_-]{0,12}(?:[[(<{].*[\])>}]|(?:\.{3}|…).*)[\s*_.…]*$/u;
const unchanged =
  /\b(?:unchanged|remain(?:s|der|ing)?|rest of|continue[sd]?|same as|omitted|as (?:before|above)|unverändert|übrige|rest des|sin cambios|el resto|inchangée?|le reste)\b/iu;
const restOf =
  /^[\s*_]*(?:the )?(?:rest|remainder|remaining)\b[^\n]{0,60}\b(?:unchanged|the same|as (?:before|it is|is))[\s.*_]*$/iu;
const diffMark = /^\s*@@[^@\n]{0,60}@@\s*$/u;

/** Whether a line replaces omitted text: `[... the rest remains unchanged ...]`, `…`, `@@ sentence 15 @@`. */
export function isElision(line: string): boolean {
  if (line.length > shortLimit || /[(\]]\(/u.test(line)) return false;
  return (
    dots.test(line) ||
    restOf.test(line) ||
    diffMark.test(line) ||
    (bracketed.test(line) && unchanged.test(line))
  );
}

/** A marker line: the version that begins, and its text on the same line. */
export type MarkerLine = {
  readonly version: VersionName;
  readonly text: string;
  /** Whether it is written as the prompt asks, with the word VERSION and a separator. */
  readonly isAsked: boolean;
  /**
   * Whether it is formatted as a heading or in capitals. Other markers may be words of a text, and count only where no
   * text is possible.
   */
  readonly isSure: boolean;
};

const longest = 160;
const decoration = String.raw`[ \t]*(?:(?:#{1,6}|[>|]|[-–—•*+=]{1,8}|\d{1,2}[.)])[ \t]*){0,3}[*_\x60"'“\[(]{0,3}[ \t]*`;
const asked = new RegExp(
  String.raw`^${decoration}VERSION[ \t]*(?:#?\d{1,2}[ \t]*)?[*_]{0,3}[ \t]*(?::|[-–—](?=[ \t]))[ \t]*[*_]{0,3}[ \t]*["'“\[<]?(${versionWord})["'”\]>]?(?!_?[\p{L}\p{N}])[*_]{0,3}[ \t]*([^\n]*)$`,
  'iu',
);
const dressing = String.raw`[\s\d#>*_\x60~="'“”«»[\](){}<>•:|–—+.-]{0,24}`;
const heading = new RegExp(
  String.raw`^(${dressing}?)(\p{L}[\p{L}\d _-]{0,40}?)(?:[*_]{0,3}:?\s*[([{]([^()[\]{}]{1,80})[)\]}])?${dressing}$`,
  'u',
);
/**
 * Matches a marker line with a number instead of a name, or with a name that is translated or misspelt. Group: the
 * number.
 */
const nameless = new RegExp(
  String.raw`^${decoration}VERSI[OÓ]N[*_]{0,3}[ \t]*(?:[#:]?[ \t]*([1-3])(?![.,]?\d)[*_]{0,3}(?:[ \t]*[:–—-][ \t]*[*_]{0,3}\p{L}{3,20})?|:[*_]{0,3}[ \t]*(?:S[IEÛ]|INT|CR|VERR|LOC)\p{L}{1,20})[*_.:\s]{0,6}$`,
  'iu',
);
const sureDressing = /[#=<|]|\*\*|__|--|——|\[\s*$/u;
const emphasisTag = /<\/?(?:h[1-6]|b|strong|em|p)>/giu;
const tag = /^\s*<([^<>/\s][^<>]{0,80})>([^\n]*)$/u;
const note = /^[([{].*[)\]}][*_]{0,3}[.:]?$/u;
const separated = /^[-–—:|,/]+[ \t]*[*_]{0,3}[ \t]*(.*)$/u;
const mayName = new RegExp(versionWord, 'iu');
/** No marker line has so many blanks before its end. The patterns would take long for them. */
const manyBlanks = /\s{200}\S/u;
/** Matches a command, or a note that there is none, behind a marker on the same line. */
const telling = new RegExp(
  String.raw`[<[(*_\x60]{0,3}(?:${commandPattern}|(?<=[:–—-]\s*)\(?(?:no |none|nothing))`,
  'iu',
);

/**
 * Reads a whole line, without its line break: `VERSION: SAFE`, `## Safe`, `[SAFE]`, `<safe>`, `1. SAFE`. Ignores a note
 * in brackets, and a few words behind a dash or a colon. A whole sentence there is the first sentence of the version. A
 * line with words directly behind the name is prose, except for one or two words behind a marker in capitals.
 *
 * @param versionAt returns the version for a number, or for 0 if a line has another name. Without it, such lines do not
 *   count
 */
export function readMarkerLine(
  line: string,
  versionAt?: (number: number) => VersionName | undefined,
): MarkerLine | null {
  const plain = plainLine(line);
  if (manyBlanks.test(plain)) return null;
  if (!mayName.test(plain)) {
    const match = versionAt === undefined ? null : nameless.exec(plain);
    const version = match && versionAt?.(Number(match[1] ?? 0));
    return version ? { version, text: '', isAsked: true, isSure: true } : null;
  }
  const at = plain.search(telling);
  if (at > 0) {
    const marker = readBare(plain.slice(0, at).trim());
    const text = line.slice(offsetInLine(line, at)).trim();
    if (marker?.text === '' && (readEditLine(text) !== null || isNoEditsLine(text)))
      return { ...marker, text };
  }
  return readBare(plain);
}

const markerInside = new RegExp(
  String.raw`[ \t]+(?=[*_#=]{0,3}VERSION[ \t]?:[ \t]?[*_]{0,2}(?:${versionWord.toUpperCase()})(?![\p{L}\p{N}]))`,
  'gu',
);
const leadInPhrases = phrasesOf(leadIns.split('|'));
const isBareMarker = new RegExp(String.raw`(?:${versionWord.toUpperCase()})[*_=.: \t]*$`, 'u');

/**
 * Cuts a line before each marker in it that has edits or nothing behind it: `Here is VERSION: SAFE`. The announcement
 * before the first marker is left out. Within a text, only an announcement counts.
 */
export function sectionsOnLine(line: string, isText: boolean): string[] {
  if (line.indexOf('VERSION', 1) < 0) return [line];
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: blanks } of line.matchAll(markerInside)) {
    pieces.push(line.slice(from, index));
    from = index + blanks.length;
  }
  pieces.push(line.slice(from));
  const [first = '', ...others] = pieces;
  if (others.length === 0) return [line];
  const isAnnounced = opens(leadInPhrases, openingOf(first).words) && first.length <= openingLimit;
  const areMarkers = others.every(
    (piece) => isBareMarker.test(piece) || (readMarkerLine(piece)?.text ?? '') !== '',
  );
  if (!areMarkers || (isText && !isAnnounced)) return [line];
  return isAnnounced ? others : pieces;
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

/** Whether the text has at most `limit` words and no sign that ends a sentence. */
function isLabel(text: string, limit: number): boolean {
  return text.split(/\s+/u).length <= limit && !/[.!?,;…][*_]{0,3}$/u.test(text);
}

/**
 * Returns the marker lines to ask for: `VERSION: SAFE` and so on, as in the specification. If the content has marker
 * lines in that form, a note makes these different.
 */
export function markerLinesFor(content: string): Record<VersionName, string> {
  const lines = /version/iu.test(content) ? content.split('\n').map((line) => line.trim()) : [];
  const own = new Set(lines.filter((line) => readMarkerLine(line)?.isAsked === true));
  let made = linesWith('');
  for (let number = 1; own.size > 0; number += 1) {
    made = linesWith(` (reply ${number})`);
    if (!Object.values(made).some((line) => own.has(line))) break;
  }
  return made;
}

function linesWith(suffix: string): Record<VersionName, string> {
  return perVersion((name) => `VERSION: ${versionMarkers[name]}${suffix}`);
}

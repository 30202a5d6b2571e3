import { versionMarkers, versionNames } from '#core/weave/version.ts';
import type { VersionName } from '#core/weave/version.ts';

/** What a marker line says: which version begins, and any text of it that stands on the same line. */
export type MarkerLine = { readonly version: VersionName; readonly text: string };

const decoration = String.raw`[ \t]*(?:(?:#{1,6}|>|[-–—•*+]|\d{1,2}[.)])[ \t]*){0,2}[*_]{0,3}[ \t]*`;
const words = Object.values(versionMarkers).join('|');
const marker = new RegExp(
  String.raw`^${decoration}VERSION[ \t]*[*_]{0,3}[ \t]*:[ \t]*[*_]{0,3}[ \t]*["'“\[]?(${words})["'”\]]?(?!_?[\p{L}\p{N}])[*_]{0,3}[ \t]*(.*)$`,
  'iu',
);
/** Everything that can still become a marker line: each step of the pattern above, cut short. */
const beginning = new RegExp(
  String.raw`^${decoration}(?:VERSION[^\n]*|VERSIO|VERSI|VERS|VER|VE|V|\d{1,2}|)$`,
  'iu',
);
const beginningLimit = 160;

const note = /^[([{].*[)\]}][*_]{0,3}[.:]?$/u;
const separated = /^[-–—:|,/]+[ \t]*[*_]{0,3}[ \t]*(.*)$/u;

/** Whether a line of which only `start` has arrived may turn out to be a marker line. */
export function mayBeMarkerLine(start: string): boolean {
  return start.length <= beginningLimit && beginning.test(start);
}

/**
 * Reads a whole line, without its line break. Behind the marker's word a note in brackets or a few words set
 * off by a dash or a colon are ignored; a sentence set off so is the version's first. Where the word simply
 * runs on, the line is prose, unless it is one or two words behind a marker in capitals.
 */
export function readMarkerLine(line: string): MarkerLine | null {
  const match = marker.exec(line);
  if (match === null) return null;
  const [, word = '', rest = ''] = match;
  const version = versionNames.find((name) => versionMarkers[name] === word.toUpperCase());
  if (version === undefined) return null;
  const behind = rest.trim();
  if (behind === '' || note.test(behind)) return { version, text: '' };
  const apart = separated.exec(behind)?.[1];
  if (apart !== undefined) return { version, text: isLabel(apart, 8) ? '' : apart };
  const inCapitals = word === word.toUpperCase() && line.includes('VERSION');
  return inCapitals && isLabel(behind, 2) ? { version, text: '' } : null;
}

/** A few words that end like no sentence does. */
function isLabel(text: string, limit: number): boolean {
  return text.split(/\s+/u).length <= limit && !/[.!?,;…][*_]{0,3}$/u.test(text);
}

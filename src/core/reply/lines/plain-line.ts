import type { VersionName } from '#core/edits/version.ts';

/** Invisible signs: soft hyphen, zero-width signs, direction marks, byte order mark. */
export const hiddenSigns = String.raw`[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]`;
const hidden = new RegExp(hiddenSigns, 'u');
const allHidden = new RegExp(hiddenSigns, 'gu');
const beyondAscii = /[\u0080-\uFFFF]/;

/** Returns the line without invisible signs, with plain spaces, and with ASCII in place of full-width signs. */
export function plainLine(line: string): string {
  if (!beyondAscii.test(line)) return line;
  return line
    .replace(allHidden, '')
    .replace(/[\p{Z}]/gu, ' ')
    .replace(/[\uFF01-\uFF5E]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

/** Returns the offset in `line` of the sign at offset `plain` in its plain form. */
export function offsetInLine(line: string, plain: number): number {
  let at = 0;
  for (let left = plain; left > 0 && at < line.length; at += 1) if (!hidden.test(line[at] ?? '')) left -= 1;
  return at;
}

/** All words that may name a version in a reply, in lower case. */
export const versionWords: ReadonlyMap<string, VersionName> = new Map([
  ['safe', 'safe'],
  ['interesting', 'exploratory'],
  ['exploratory', 'exploratory'],
  ['crazy', 'experimental'],
  ['experimental', 'experimental'],
]);

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

import type { VersionName } from '#core/edits/version.ts';

/** Signs that nobody sees: soft hyphen, zero-width signs, direction marks, byte order mark. */
export const hiddenSigns = String.raw`[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]`;
const hidden = new RegExp(hiddenSigns, 'u');
const allHidden = new RegExp(hiddenSigns, 'gu');
const beyondAscii = /[\u0080-\uFFFF]/;

/** The line as it is meant: without hidden signs, with plain spaces, and full-width signs as those of ASCII. */
export function plainLine(line: string): string {
  if (!beyondAscii.test(line)) return line;
  return line
    .replace(allHidden, '')
    .replace(/[\p{Z}]/gu, ' ')
    .replace(/[\uFF01-\uFF5E]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

/** Where in `line` the sign stands that has the offset `plain` in its plain form. */
export function offsetInLine(line: string, plain: number): number {
  let at = 0;
  for (let left = plain; left > 0 && at < line.length; at += 1) if (!hidden.test(line[at] ?? '')) left -= 1;
  return at;
}

/** All words by which a reply may call a version, in lower case. */
export const versionWords: ReadonlyMap<string, VersionName> = new Map([
  ['safe', 'safe'],
  ['interesting', 'exploratory'],
  ['exploratory', 'exploratory'],
  ['crazy', 'experimental'],
  ['experimental', 'experimental'],
]);

const fillers = new Set(['version', 'name', 'section', 'edits', 'id', 'title', 'type']);
const labelLimit = 80;

/** The version that a label names: `SAFE`, `Version 1: Safe`, `safe_version`, `version name="safe"`. */
export function versionIn(label: string): VersionName | null {
  if (label.length > labelLimit) return null;
  const words =
    plainLine(label)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const [named = '', ...others] = words.filter((word) => !fillers.has(word));
  return others.length === 0 ? (versionWords.get(named) ?? null) : null;
}

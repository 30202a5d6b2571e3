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

/** Returns a check for lines that are short and match a pattern. */
const shortLine = (pattern: RegExp) => (line: string) => line.length <= shortLimit && pattern.test(line);
const shortLimit = 200;

/** Whether a line is a rule such as `---`. It may be a separator between sections, or the author's. */
export const isRuleLine = shortLine(/^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|(?:=\s*){3,})$/u);

export const isClosingFence = shortLine(/^\s*(?:`{3,}|~{3,})\s*$/u);

const isNamedFence = shortLine(/^\s{0,9}(?:`{3,9}|~{3,9})\s{0,9}[\w-]{0,20}\s{0,9}$/u);

export function isOpeningFence(line: string): boolean {
  return isClosingFence(line) || isNamedFence(line);
}

/** Whether a line is `<edits>`, as in the prompt, or an XML tag that says nothing. */
export const isPlaceholder = shortLine(
  /^[\s*_([`-]{0,6}edits?[\s*_)\]`:-]{0,6}$|^\s*<\/?(?:edits?|text|content|article|answer|output|response|versions?|insert(?:ion)?|replace(?:ment)?|changes?|safe|interesting|exploratory|crazy|experimental)>\s*$|^\s*\[\[anchor(?: text)?\]\](?:\(\([^()\n]{0,40}\)\))?[\s.]*$/iu,
);

/** Whether a line is the head of a table of edits, or the line below the head. */
export const isTableFrame = shortLine(
  /^\s*\|(?:\s*[:*_-]*(?:(?:action|type|op|operation|edit|edits|sentence|sentence number|n|no\.?|nr\.?|number|#|line|text|new text|content|version|link|label|after|insert after)?[:*_-]*\s*)\|)+\s*$/iu,
);

const isNoEdits = shortLine(
  /^[\s*_<([`-]{0,6}(?:no (?:edits?|changes?|insertions?)(?: (?:are )?(?:needed|required|necessary))?|none|nothing(?: to (?:add|change|insert))?|n\/a|keine(?: änderungen)?|ninguno|ninguna|sin cambios)[\s*_>)\]`.!-]{0,6}$/iu,
);

export function isNoEditsLine(line: string): boolean {
  return line.length <= shortLimit && isNoEdits(plainLine(line));
}

const leadIn =
  /^[\s*_<([`#-]{0,6}(?:here|below|these are|this is|the edits|sure|okay|certainly|of course|following|the following|my )[^\n]{0,160}\b(?:edits?|insert\w*|replace\w*|additions?|changes|versions?|text|article|content|rewritten|revised)\b[^\n]{0,80}:[\s*_]*$/iu;

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
  if (line.length > shortLimit || line.includes('((') || line.includes('](')) return false;
  return (
    dots.test(line) ||
    restOf.test(line) ||
    diffMark.test(line) ||
    (bracketed.test(line) && unchanged.test(line))
  );
}

/** How models begin remarks to the user, in lower case. */
export const remarks = (
  'i hope|hope this|hope these|hope that|let me know|please let me know|feel free|would you like|say the word|' +
  "just say the word|if you’d like|if you'd like|if you would like|if you’d prefer|if you'd prefer|" +
  'if you would prefer|these versions|these three versions|all versions|all three versions|each of these versions|' +
  'each of these three versions|ich hoffe|ich habe|lass mich|lass es mich|lasst mich|lasst es mich|' +
  'lassen sie mich|lassen sie es mich|gern|gerne|wenn du|wenn sie|wenn ihr|sag bescheid|sag mir bescheid|' +
  'sagen sie bescheid|sagen sie mir bescheid|espero que|avísame|avisame|avíseme|aviseme|dime si|déjame saber|' +
  'dejame saber|hágamelo saber|hagamelo saber|si quieres|si deseas|si prefieres|si necesitas'
)
  .split('|')
  .concat(
    ['i’ve', "i've", 'i have'].flatMap((begun) =>
      ['kept', 'made', 'tried', 'woven', 'added', 'included'].map((done) => `${begun} ${done}`),
    ),
  );
const emphasis = /^\s*[*_(]{0,3}/u;
const subject =
  /\b(?:versions?|versionen|versiones|adjust\w*|tweak\w*|rewrit\w*|revis\w*|further changes|anpass\w*|änder\w*|ajust\w*|cambi\w*|modifi\w*)/iu;
const remarkLimit = 400;

/** Whether a line is a remark to the user about the versions. */
export function isRemarkLine(line: string): boolean {
  return line.length <= remarkLimit && isRemark(line) && subject.test(line) && !line.includes('((');
}

function isRemark(line: string): boolean {
  const text = line.replace(emphasis, '').toLowerCase();
  return remarks.some(
    (opening) => text.startsWith(opening) && !/^[\p{L}\p{N}]/u.test(text.slice(opening.length)),
  );
}

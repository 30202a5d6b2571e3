import { readCommandLine } from '#core/commands/command-line.ts';
import { versionIn } from '#core/commands/command.ts';
import { commandPattern, offsetInLine, plainLine } from '#core/commands/lexer.ts';
import {
  howMany,
  perVersion,
  versionMarkers,
  versionWord,
  versionWords,
  type VersionName,
} from '#core/edits/version-names.ts';
import { numberPattern } from '#core/document/numbered-sentences.ts';

import { beginsJson } from './json-values.ts';

/** Words with which models announce what follows. */
const announcing =
  'here|below|these are|this is|the edits|sure|okay|certainly|of course|following|the following|my ';
const tags = `edits?|text|content|article|answer|output|response|versions?|insert(?:ion)?|replace(?:ment)?|changes?|${versionWord}`;
const columns =
  'action|type|op|operation|edit|edits|sentence|sentence number|n|no\\.?|nr\\.?|number|#|line|text|new text|content|version|link|label|after|insert after';
const nothing =
  'no (?:edits?|changes?|insertions?)(?: (?:are )?(?:needed|required|necessary))?|none|nothing(?: to (?:add|change|insert))?|n/a|unchanged|keep as is|deleted?|removed?|omitted|tbd|unverändert|keine(?: änderung(?:en)?)?|ninguno|ninguna|sin cambios';
const unchanged =
  'unchanged|remain(?:s|der|ing)?|rest of|continue[sd]?|same as|omitted|as (?:before|above)|unverändert|übrige|rest des|sin cambios|el resto|inchangée?|le reste';
const subjects =
  'edits?|insert\\w*|replace\\w*|additions?|changes|versions?|text|article|content|rewritten|revised';

const matching = (source: string) => new RegExp(source, 'iu');

/**
 * Lines that stand around the text or the edits of a version:
 *
 * - `rule`: `---`. It may be a separator between sections, or a rule of the author.
 * - `placeholder`: `<edits>`, as in the prompt, or a tag that says nothing.
 * - `table-frame`: the head of a table of edits, or the line below it.
 * - `announcement`: `Here are the edits:`.
 * - `omission`: it stands for omitted text: `[... the rest remains unchanged ...]`, `…`, `@@ sentence 15 @@`.
 */
const kinds = {
  rule: [/^\s*([-*_=])\s*(?:\1\s*){2,}$/u],
  'closing-fence': [/^\s*(?:`{3,}|~{3,})\s*$/u],
  'opening-fence': [/^\s*(?:`{3,}|~{3,})\s*[\w-]{0,20}\s*$/u],
  placeholder: [
    /^[\s*_([`-]{0,6}edits?[\s*_)\]`:-]{0,6}$/iu,
    matching(String.raw`^\s*<\/?(?:${tags})>\s*$`),
    /^\s*\[\[anchor(?: text)?\]\](?:\(\([^()\n]{0,40}\)\))?[\s.]*$/iu,
  ],
  'table-frame': [matching(String.raw`^\s*\|(?:\s*[:*_-]*(?:(?:${columns})?[:*_-]*\s*)\|)+\s*$`)],
  'no-edits': [matching(String.raw`^[\s*_<([\x60-]{0,6}(?:${nothing})[\s*_>)\]\x60.!-]{0,6}$`)],
  announcement: [
    matching(
      String.raw`^[\s*_<([\x60#-]{0,6}(?:${announcing})[^\n]{0,160}\b(?:${subjects})\b[^\n]{0,80}:[\s*_]*$`,
    ),
  ],
  omission: [
    /^[\s\d.)>*_-]{0,12}[[(<{]?\s*(?:\.{3}|…)[\s.…]*[\])>}]?[\s*_]*$/u,
    /^[\s*_]*(?:the )?(?:rest|remainder|remaining)\b[^\n]{0,60}\b(?:unchanged|the same|as (?:before|it is|is))[\s.*_]*$/iu,
    /^\s*@@[^@\n]{0,60}@@\s*$/u,
    matching(
      String.raw`^[\s\d.…>*_-]{0,12}(?=(?:[[(<{]|\.{3}|…).*\b(?:${unchanged})\b)(?:[[(<{].*[\])>}]|(?:\.{3}|…).*)[\s*_.…]*$`,
    ),
  ],
} as const satisfies Record<string, readonly RegExp[]>;

type LineKind = keyof typeof kinds;

/** Longer lines are none of these. In UTF-16 units. */
const lengthLimit = 280;

/** Whether a line is of one of these kinds. */
export function isLine(kind: LineKind, line: string): boolean {
  if (line.length > lengthLimit || (kind === 'omission' && /[(\]]\(/u.test(line))) return false;
  const plain = plainLine(line);
  return kinds[kind].some((pattern) => pattern.test(plain));
}

const frames: readonly LineKind[] = [
  'opening-fence',
  'rule',
  'placeholder',
  'no-edits',
  'announcement',
  'table-frame',
];

/** Whether a line cannot be part of an edit. */
export function isFrame(line: string): boolean {
  return line.trim() === '' || frames.some((kind) => isLine(kind, line)) || isRemark(line);
}

const announcedStart = matching(String.raw`^\P{L}*(?:${announcing}|$)`);

/** Whether a short text announces the versions: `Here is`, or only signs. */
function isAnnouncement(text: string): boolean {
  return text.length <= 80 && announcedStart.test(plainLine(text));
}

/** Words with which models begin remarks to the user about the versions. */
const remarks = [
  'i hope|hope this|hope these|hope that|let me know|please let me know|feel free|would you like|(?:just )?say the word',
  "if you(?:[’']d| would) (?:like|prefer)|i(?:[’']ve| have) (?:kept|made|tried|woven|added|included)",
  `(?:these|all|each of these) (?:${howMany} )?versions`,
  'ich hoffe|ich habe|(?:lass|lasst|lassen sie) (?:mich|es mich)|gerne?|wenn (?:du|sie|ihr)',
  '(?:sag|sagen sie) (?:mir )?bescheid',
  'espero que|av[ií]same|av[ií]seme|dime si|d[eé]jame saber|h[aá]gamelo saber|si (?:quieres|deseas|prefieres|necesitas)',
].join('|');
const remark = matching(String.raw`^\s*[*_(]{0,3}(?:${remarks})(?![\p{L}\p{N}])`);
const versionsOrChanges =
  /\b(?:versions?|versionen|versiones|adjust\w*|tweak\w*|rewrit\w*|revis\w*|further changes|anpass\w*|änder\w*|ajust\w*|cambi\w*|modifi\w*)/iu;
const remarkLimit = 400;

/** Whether a line is a remark to the user about the versions. */
export function isRemark(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= remarkLimit && remark.test(text) && versionsOrChanges.test(text) && !text.includes('((')
  );
}

/** A marker line: the version that begins, and its text on the same line. */
export type MarkerLine = {
  readonly version: VersionName;
  readonly text: string;
  /** Whether it is written as the prompt requests, with the word VERSION and a separator. */
  readonly isRequested: boolean;
  /** Whether it is formatted as a heading or in capitals. Other markers count only where no text is possible. */
  readonly isSure: boolean;
};

/** Returns the version with a number, or for 0 the next version. */
export type VersionAt = (number: number) => VersionName | undefined;

const decoration = String.raw`[ \t]*(?:(?:#{1,6}|[>|]|[-–—•*+=]{1,8}|\d{1,2}[.)])[ \t]*){0,3}[*_\x60"'“\[(]{0,3}[ \t]*`;
const emphasis = '[*_]{0,3}';
/** Groups: the name of the version, and the rest of the line. */
const requested = new RegExp(
  String.raw`^${decoration}VERSION[ \t]*(?:#?\d{1,2}[ \t]*)?${emphasis}[ \t]*(?::|[-–—](?=[ \t]))[ \t]*` +
    String.raw`${emphasis}[ \t]*["'“\[<]?(${versionWord})["'”\]>]?(?!_?[\p{L}\p{N}])${emphasis}[ \t]*([^\n]*)$`,
  'iu',
);
/** A marker line with a number, or with a name that is translated or misspelt. Group: the number. */
const nameless = new RegExp(
  String.raw`^${decoration}VERSI[OÓ]N${emphasis}[ \t]*(?:` +
    String.raw`[#:]?[ \t]*([1-3])(?![.,]?\d)${emphasis}(?:[ \t]*[:–—-][ \t]*${emphasis}\p{L}{3,20})?|` +
    String.raw`:${emphasis}[ \t]*(?:S[IEÛ]|INT|CR|VERR|LOC)\p{L}{1,20})[*_.:\s]{0,6}$`,
  'iu',
);
const dressing = String.raw`[\s\d#>*_\x60~="'“”«»[\](){}<>•:|–—+.-]{0,24}`;
/** Groups: the signs before the name, the name, and a note in brackets. */
const heading = new RegExp(
  String.raw`^(${dressing}?)(\p{L}[\p{L}\d _-]{0,40}?)` +
    String.raw`(?:${emphasis}:?\s*[([{]([^()[\]{}]{1,80})[)\]}])?${dressing}$`,
  'u',
);
const headingLimit = 160;
/** The name of a version is not farther from the start of a marker line. In UTF-16 units. */
const nameLimit = 200;
const sureDressing = /[#=<|]|\*\*|__|--|——|\[\s*$/u;
const emphasisTag = /<\/?(?:h[1-6]|b|strong|em|p)>/giu;
/** `<safe>`, `<version name="safe">` */
const tag = /^\s*<([^<>/\s][^<>]{0,80})>([^\n]*)$/u;
const note = /^[([{].*[)\]}][*_]{0,3}[.:]?$/u;
const separated = /^[-–—:|,/]+[ \t]*[*_]{0,3}[ \t]*(.*)$/u;
const anyName = new RegExp(versionWord, 'iu');
/** No marker line has so many blanks before its end. The patterns would take long for them. */
const manyBlanks = /\s{200}\S/u;
/** A command, or a note that there is none, behind a marker on the same line. */
const commandBehind = new RegExp(
  String.raw`[<[(*_\x60]{0,3}(?:${commandPattern}|(?<=[:–—-]\s*)\(?(?:no |none|nothing))`,
  'iu',
);

/**
 * Reads a whole line, without its line break: `VERSION: SAFE`, `## Safe`, `[SAFE]`, `<safe>`, `1. SAFE`. Ignores a note
 * in brackets, and a few words behind a dash or a colon. A whole sentence there is the first sentence of the version. A
 * line with words directly behind the name is prose, except for one or two words behind a marker in capitals.
 *
 * @param versionAt without it, lines that do not name a version do not count
 */
export function readMarkerLine(line: string, versionAt?: VersionAt): MarkerLine | null {
  const plain = plainLine(line);
  if (!anyName.test(plain.slice(0, nameLimit))) {
    const match = versionAt === undefined || plain.length > nameLimit ? null : nameless.exec(plain);
    const version = match && versionAt?.(Number(match[1] ?? 0));
    return version ? { version, text: '', isRequested: true, isSure: true } : null;
  }
  if (manyBlanks.test(plain)) return null;
  const at = plain.search(commandBehind);
  const marker = at > 0 ? readName(plain.slice(0, at).trim()) : null;
  if (marker?.text === '') {
    const text = line.slice(offsetInLine(line, at)).trim();
    if (readCommandLine(text) !== null || isLine('no-edits', text)) return { ...marker, text };
  }
  return readName(plain);
}

function readName(plain: string): MarkerLine | null {
  const bare = plain.replace(emphasisTag, '**');
  return readRequested(bare) ?? readTag(plain) ?? readHeading(bare);
}

function readRequested(plain: string): MarkerLine | null {
  const [, word = '', rest = ''] = requested.exec(plain) ?? [];
  const version = versionWords.get(word.toLowerCase());
  if (version === undefined) return null;
  const marker = { version, isRequested: true, isSure: true };
  const behind = rest.replace(/[ \t]*(?:={2,}|-{2,}|#+|[>|])[ \t]*$/u, '').trim();
  if (beginsJson(behind) || isLine('no-edits', behind)) return { ...marker, text: behind };
  if (behind === '' || note.test(behind)) return { ...marker, text: '' };
  const apart = separated.exec(behind)?.[1];
  if (apart !== undefined) return { ...marker, text: isLabel(apart, 8) ? '' : apart };
  const inCapitals = word === word.toUpperCase() && plain.includes('VERSION');
  return inCapitals && isLabel(behind, 2) ? { ...marker, text: '' } : null;
}

function readTag(plain: string): MarkerLine | null {
  const [, label = '', rest = ''] = tag.exec(plain) ?? [];
  const version = versionIn(label);
  return version && { version, text: rest.trim(), isRequested: false, isSure: true };
}

function readHeading(plain: string): MarkerLine | null {
  if (plain.length > headingLimit) return null;
  const [, before = '', label = '', noted = ''] = heading.exec(plain) ?? [];
  const version = /^version\W*$/iu.test(label) ? null : versionIn(label);
  if (version === null) return null;
  const inCapitals = label === label.toUpperCase() && !label.startsWith('VERSION');
  const text = isLine('no-edits', noted) ? noted : '';
  return { version, text, isRequested: false, isSure: inCapitals || sureDressing.test(before) };
}

/** Whether the text has at most `limit` words and no sign that ends a sentence. */
function isLabel(text: string, limit: number): boolean {
  return text.split(/\s+/u).length <= limit && !/[.!?,;…][*_]{0,3}$/u.test(text);
}

const capitalNames = versionWord.toUpperCase();
const markerInside = new RegExp(
  String.raw`[ \t]+(?=[*_#=]{0,3}VERSION[ \t]?:[ \t]?[*_]{0,2}(?:${capitalNames})(?![\p{L}\p{N}]))`,
  'gu',
);
const nothingBehind = new RegExp(String.raw`(?:${capitalNames})[*_=.: \t]*$`, 'u');

/**
 * Cuts a line before each marker in it that has edits or nothing behind it: `Here is VERSION: SAFE`. The announcement
 * before the first marker is left out. Within a text, a marker counts only behind an announcement or a command.
 */
export function cutAtMarkers(line: string, isText: boolean): readonly string[] {
  const pieces = cutAt(line, line.matchAll(markerInside));
  const [first = '', ...others] = pieces;
  const areMarkers = others.every(
    (piece) => nothingBehind.test(piece) || (readMarkerLine(piece)?.text ?? '') !== '',
  );
  const isAnnounced = isAnnouncement(first);
  const isProse = isText && !isAnnounced && readCommandLine(first) === null;
  if (others.length === 0 || !areMarkers || isProse) return [line];
  return isAnnounced ? others : pieces;
}

/** Cuts a line at blanks that were found in it. The blanks are left out. */
export function cutAt(line: string, blanks: Iterable<RegExpExecArray>): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { index, 0: found } of blanks) {
    pieces.push(line.slice(from, index));
    from = index + found.length;
  }
  return [...pieces, line.slice(from)];
}

/**
 * Returns the marker lines to request: `VERSION: SAFE` and so on, as in the specification. If the content has marker
 * lines in that form, a note makes these different.
 */
export function markerLinesFor(content: string): Record<VersionName, string> {
  const lines = /version/iu.test(content) ? content.split('\n').map((line) => line.trim()) : [];
  const own = new Set(lines.filter((line) => readMarkerLine(line)?.isRequested === true));
  let made = linesWith(own.size === 0 ? '' : ' (reply 1)');
  for (let number = 2; Object.values(made).some((line) => own.has(line)); number += 1)
    made = linesWith(` (reply ${number})`);
  return made;
}

function linesWith(suffix: string): Record<VersionName, string> {
  return perVersion((name) => `VERSION: ${versionMarkers[name]}${suffix}`);
}

/** The author's text, for comparison: lines of a reply that the author wrote are text, whatever they look like. */
export type OwnText = {
  /** Whether the author wrote the whole line. */
  has(line: string): boolean;
  /** Whether the author wrote these words. */
  holds(words: string): boolean;
  /** Whether the author wrote a line with nothing but the name of a version. */
  names(version: VersionName): boolean;
  /** Whether a text begins like the author's. Without an author's text, it always does. */
  begins(text: string): boolean;
  /** Returns a text without marks of the protocol that the author does not use: `[12]`, `@@ sentence 15 @@`, `</safe>`. */
  withoutMarks(text: string): string;
  /** Whether a line of the author begins with the word. */
  readonly saysVersion: boolean;
  readonly opensWithFence: boolean;
  readonly endsWithRule: boolean;
};

/**
 * How many equal characters show that a text begins like the author's text (`beginningLength`), or like one of the
 * author's lines (`lineLength`).
 */
const beginningLength = 8;
const lineLength = 40;

export function readOwnText(content: string): OwnText {
  const lines = new Set(content.split(/\r\n|\r|\n/u).map((line) => line.trim()));
  lines.delete('');
  const solid = content.trim();
  let named: ReadonlySet<VersionName> | null = null;
  let marks: RegExp | null = null;
  return {
    has: (line) => lines.has(line.trim()),
    holds: (words) => content.includes(words),
    names(version) {
      named ??= new Set([...lines].flatMap((line) => readMarkerLine(line)?.version ?? []));
      return named.has(version);
    },
    begins(text) {
      if (solid === '') return true;
      const start = text.trimStart();
      const [line = ''] = start.split('\n', 1);
      return (
        (start.length >= beginningLength && solid.startsWith(start.slice(0, beginningLength))) ||
        ((start.length >= lineLength || start.includes('\n')) &&
          content.includes(line.slice(0, lineLength).trimEnd()))
      );
    },
    withoutMarks(text) {
      marks ??= marksNotIn(content);
      return /[[{<@]/u.test(text) ? text.replace(marks, '') : text;
    },
    saysVersion: /^[^\p{L}\n\r\u2028\u2029]*versi[oó]n/imu.test(content),
    opensWithFence: isLine('opening-fence', solid.split('\n', 1)[0] ?? ''),
    endsWithRule: isLine('rule', solid.slice(solid.lastIndexOf('\n') + 1)),
  };
}

function marksNotIn(content: string): RegExp {
  const marks = [
    String.raw`(?<=^|[\s*_>"“(])${numberPattern(content)}[ \t]`,
    String.raw`</(?:${versionWord}|versions?|text)>`,
    String.raw`@@[^@\n]{1,40}@@[ \t]`,
  ].filter((source) => !new RegExp(source, 'iu').test(content));
  return new RegExp(marks.join('|') || '(?!)', 'giu');
}

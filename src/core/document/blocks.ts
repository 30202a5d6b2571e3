import type { Span } from '#core/lib/helpers.ts';

import { readConstructs, type Construct } from './dialects.ts';
import { frontMatterLength } from './front-matter.ts';
import { breakingElements } from './html-elements.ts';

/** A run of whole lines. `end` is before the last line end. */
export type RawBlock = Span & {
  /** `flow` is text that may hold prose, or HTML. Nothing is written into any other kind. */
  readonly kind: 'flow' | 'heading' | 'code' | 'table' | 'quote' | 'list' | 'other';
};

/** The blocks of a content, and the constructs of its dialects. */
export type Structure = { readonly blocks: readonly RawBlock[]; readonly constructs: readonly Construct[] };

/** Cuts the content into blocks, in order and in linear time. */
export function readBlocks(content: string, html: boolean): Structure {
  const bare = linesOf(content);
  const first = frontMatterLength(bare);
  const constructs = readConstructs(content, html, bare[first]?.start ?? content.length);
  const lines = constructs.length === 0 ? bare : linesAround(content, bare, constructs);
  const blocks: RawBlock[] = [];
  const add = (kind: RawBlock['kind'], from: number, next: number) =>
    blocks.push({ kind, start: lines[from]?.start ?? 0, end: lines[next - 1]?.end ?? 0 });
  if (first > 0) add('other', 0, first);
  for (let index = first; index < lines.length;) {
    const { kind, next } = blockFrom(lines, index, html);
    // Kramdown writes its table of contents in place of such a list.
    const isContents = kind === 'list' && /^\s*\{:\s?toc\b/u.test(lines[next - 1]?.text ?? '');
    if (kind !== 'blank') add(isContents ? 'other' : kind, index, next);
    index = next;
  }
  return { blocks, constructs };
}

/** Returns the lines, with marks at those that constructs cover. */
function linesAround(content: string, lines: readonly Line[], constructs: readonly Construct[]): Line[] {
  let at = 0;
  return lines.map((line) => {
    while ((constructs[at]?.end ?? Infinity) <= line.start) at += 1;
    const next = constructs[at]?.start ?? Infinity;
    if (next >= line.end) return line;
    if (next < line.start) return { ...line, goesOn: true };
    const filled = filledBy(content, constructs, at, line);
    return filled === null ? line : { ...line, filled };
  });
}

/** Returns what fills the lines from one on, or null. Tags and addresses stand between words. */
function filledBy(
  content: string,
  constructs: readonly Construct[],
  from: number,
  { start, end }: Line,
): Filled | null {
  let done = start;
  for (let at = from; ; at += 1) {
    const construct = constructs[at];
    if (construct === undefined || construct.kind === 'tag' || construct.kind === 'address') break;
    if (construct.start > Math.max(done, end)) break;
    if (!/^[ \t]*$/u.test(content.slice(done, construct.start))) break;
    done = construct.end;
    if (construct.kind === 'code') return { kind: 'code', end: done };
  }
  const rest = /^[ \t]*(?=[\r\n]|$)/u.exec(content.slice(done, done + structuralLength))?.[0];
  return done === start || rest === undefined ? null : { kind: 'other', end: done + rest.length };
}

type Found = { readonly kind: RawBlock['kind'] | 'blank'; readonly next: number };

/** Returns the kind of the block that begins with a line, and the index of the line behind the block. */
function blockFrom(lines: readonly Line[], first: number, html: boolean): Found {
  const { text = '', filled } = lines[first] ?? {};
  if (html && !isBlank(text)) return { kind: 'flow', next: lineWhere(lines, first, isBlank) };
  if (filled !== undefined) {
    const next = lineWhere(lines, first + 1, (_, at) => (lines[at]?.start ?? 0) > filled.end, true);
    return { kind: filled.kind, next };
  }
  const begun = lineKind(text);
  if (begun === 'text' || (begun === 'indented' && isTemplate(lines[first - 1])))
    return textFrom(lines, first);
  const { kind, endOf } = blocksFrom[begun];
  return { kind, next: endOf(lines, first) };
}

/** Whether a line has tags of a template. An indented line below it is no code. */
function isTemplate(line: Line | undefined): boolean {
  return (line?.filled?.kind === 'other' || line?.goesOn === true) && /[}\]]\s*$/u.test(line.text);
}

type EndOf = (lines: readonly Line[], first: number) => number;

const one: EndOf = (lines, first) => lineWhere(lines, first + 1, () => true);
const upTo =
  (ends: (text: string) => boolean): EndOf =>
  (lines, first) =>
    lineWhere(lines, first + 1, ends);

/** The block that a line of each kind begins, and the index of the line behind it. */
const blocksFrom: Readonly<Record<Exclude<LineKind, 'text'>, { kind: Found['kind']; endOf: EndOf }>> = {
  blank: { kind: 'blank', endOf: one },
  heading: { kind: 'heading', endOf: one },
  fence: { kind: 'code', endOf: fenceEnd },
  quote: { kind: 'quote', endOf: upTo(endsQuote) },
  table: { kind: 'table', endOf: tableEnd },
  list: { kind: 'list', endOf: listEnd },
  indented: { kind: 'code', endOf: upTo(isNotIndented) },
  definition: { kind: 'other', endOf: upTo(isNoPartOfDefinition) },
  raw: { kind: 'other', endOf: rawEnd },
  rule: { kind: 'other', endOf: one },
  grid: { kind: 'other', endOf: upTo((text) => !/^ {0,3}[+|]/u.test(text)) },
  formula: { kind: 'other', endOf: one },
  template: { kind: 'other', endOf: one },
};

function textFrom(lines: readonly Line[], first: number): Found {
  const beginsTable = (at: number) =>
    lines[at]?.text.includes('|') === true && isDelimiterRow(lines[at + 1]?.text ?? '');
  if (beginsTable(first)) return { kind: 'table', next: tableEnd(lines, first) };
  const ends = (text: string, at: number) =>
    isUnderline(text) || interruptsText(text) || beginsTable(at) || lines[at]?.filled !== undefined;
  const next = lineWhere(lines, first + 1, ends);
  const isDefined = lines.slice(first, Math.min(next, first + 30)).some(({ text }) => meaning.test(text));
  if (isDefined) return { kind: 'other', next };
  return isUnderline(lines[next]?.text ?? '') ? { kind: 'heading', next: next + 1 } : { kind: 'flow', next };
}

/** A line of a definition list: it says what the term above means. */
const meaning = /^ {0,3}:[ \t]+\S/u;

function fenceEnd(lines: readonly Line[], first: number): number {
  const fence = /^\s*(`+|~+|\$\$)/.exec(lines[first]?.text ?? '')?.[1] ?? '```';
  const closes = (text: string) =>
    fence === '$$' ? text.includes(fence) : /^ {0,3}\S/.test(text) && closesFence(text, fence);
  return Math.min(lines.length, lineWhere(lines, first + 1, closes, true) + 1);
}

/** The starts of raw HTML that goes on over blank lines, each with its end. */
const rawEnds: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*<!--/, /-->/],
  [/^\s*<\?/, /\?>/],
  [/^\s*<!\[/, /\]\]>/],
  [/^\s*<!/, />/],
  [/^\s*</, /<\/(?:pre|script|style|textarea)>/i],
];

/** Raw HTML ends with the line that contains its end, or with the content. */
function rawEnd(lines: readonly Line[], first: number): number {
  const text = lines[first]?.text ?? '';
  const end = rawEnds.find(([start]) => start.test(text))?.[1] ?? />/;
  return Math.min(lines.length, lineWhere(lines, first, (line) => end.test(line), true) + 1);
}

/** The row of dashes may look like a list, but belongs to the table. */
function tableEnd(lines: readonly Line[], first: number): number {
  const rows = first + (isDelimiterRow(lines[first + 1]?.text ?? '') ? 2 : 1);
  return lineWhere(lines, rows, (text) => {
    const kind = lineKind(text);
    return kind === 'blank' || kind === 'indented' || beginsBlock(text, kind);
  });
}

/** A list continues over blank lines as long as list items or indented lines follow. */
function listEnd(lines: readonly Line[], first: number): number {
  for (let last = first; ;) {
    const end = lineWhere(lines, last + 1, endsItems);
    last = lineWhere(lines, end, (text) => !isBlank(text));
    const text = lines[last]?.text ?? '';
    if (lineKind(text) !== 'list' && !/^(?: {2,}|\t)/.test(text)) return end;
  }
}

/**
 * Returns the index of the first line from `from` on for which the check holds, or the number of lines.
 *
 * @param reads whether it also reads lines inside of a construct; else these never end anything
 */
function lineWhere(
  lines: readonly Line[],
  from: number,
  holds: (text: string, at: number) => boolean,
  reads = false,
): number {
  const isEnd = ({ text, goesOn }: Line, at: number) => (reads || goesOn !== true) && holds(text, at);
  let at = from;
  for (let line = lines[at]; line !== undefined && !isEnd(line, at); line = lines[at]) at += 1;
  return at;
}

/** One line of the content. `end` is before its line end. */
export type Line = Span & {
  readonly text: string;
  /** Whether it begins inside a construct. */
  readonly goesOn?: boolean;
  /** What fills this line and maybe those below. */
  readonly filled?: Filled;
};

/** Code or constructs that fill whole lines. `end` is where the last line ends. */
type Filled = { readonly kind: 'code' | 'other'; readonly end: number };

export function linesOf(content: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: lineEnd, index } of content.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: content.slice(start, index), start, end: index });
    start = index + lineEnd.length;
  }
  lines.push({ text: content.slice(start), start, end: content.length });
  return lines;
}

/** Returns the line end of the content. The first one decides. */
export function lineEndOf(content: string): string {
  return /\r\n|\n|\r/.exec(content)?.[0] ?? '\n';
}

/** Longer lines have no structure. The limit keeps all patterns below fast on hostile input. */
export const structuralLength = 400;

/** The patterns of lines at the start of a block. The first one that matches counts. */
const patterns = [
  ['fence', /^ {0,3}(?:`{3,}[^`]*|~{3,}.*|\$\$(?:(?!\$\$).)*)$/],
  ['heading', /^ {0,3}#{1,6}(?:\s|$)/],
  ['rule', /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/],
  ['formula', /^ {0,3}\$\$(?:(?!\$\$).)+\$\$[ \t]*$/],
  ['quote', /^ {0,3}>/],
  ['raw', /^ {0,3}<(?:!--|\?|!\[CDATA\[|![a-z]|(?:pre|script|style|textarea)(?:[\s>]|$))/i],
  ['grid', /^ {0,3}\+(?:[-=:]{2,}\+)+[ \t]*$/],
  ['list', /^ {0,3}(?:[-*+•◦‣·]|\d{1,9}[.)])(?:\s|$)/],
  ['indented', /^(?: {4}| {0,3}\t)/],
  ['table', /^\s*\|/],
  ['definition', /^ {0,3}\*?\[[^\]]+\]:/],
  [
    'template',
    /^\s*(?:\[\/?[\w-]+(?:\s[^\]]*)?\]|:{3,}.*|!!!.*|\?\?\?.*|={3}[!+]? ?".*"|(?:[-*] )?[a-z][\w -]{0,40}::[ \t].*)\s*$/i,
  ],
] as const;

type LineKind = (typeof patterns)[number][0] | 'blank' | 'text';

function lineKind(line: string): LineKind {
  if (isBlank(line)) return 'blank';
  const head = line.slice(0, structuralLength);
  return patterns.find(([, pattern]) => pattern.test(head))?.[0] ?? 'text';
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function isNotIndented(line: string): boolean {
  return lineKind(line) !== 'indented';
}

/** The title of a definition may stand on a line of its own, and so may its address. */
function isNoPartOfDefinition(line: string): boolean {
  return isNotIndented(line) && !/^ {0,3}(?:["'(<]|https?:)/.test(line);
}

/** Whether a line of `---` or `===` makes a heading of the text above it. */
function isUnderline(line: string): boolean {
  return line.length <= structuralLength && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);
}

function isDelimiterRow(line: string): boolean {
  return (
    line.length <= structuralLength && line.includes('|') && /^[\s|:-]+$/.test(line) && line.includes('-')
  );
}

/** Whether a line ends a paragraph without a blank line before it. */
function interruptsText(line: string): boolean {
  const kind = lineKind(line);
  if (kind === 'text') return false;
  return kind === 'blank' || kind === 'table' || kind === 'template' || beginsBlock(line, kind);
}

const blockStarts = new Set<LineKind>(['fence', 'heading', 'rule', 'formula', 'quote', 'raw', 'grid']);

/** Whether a line begins another block, also without a blank line before it. */
function beginsBlock(line: string, kind: LineKind): boolean {
  if (kind === 'list') return /^ {0,3}(?:[-*+•◦‣·]|1[.)])\s+\S/.test(line.slice(0, structuralLength));
  return kind === 'text' ? beginsElement(line) : blockStarts.has(kind);
}

/** Whether a line ends a quotation. A line of text without a sign continues its last paragraph. */
function endsQuote(line: string): boolean {
  const kind = lineKind(line);
  return kind === 'blank' || (kind !== 'quote' && beginsBlock(line, kind));
}

/** Whether a line ends a list, or a part of it. Lines that are indented by more belong to an item. */
function endsItems(line: string): boolean {
  if (!/^ ?\S/.test(line)) return isBlank(line);
  const kind = lineKind(line);
  return kind !== 'list' && beginsBlock(line, kind);
}

const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/u;

/** Whether a line may close a fence with this mark. A fence with a language only opens code. */
export function closesFence(text: string, mark: string): boolean {
  return closing.exec(text)?.[1]?.startsWith(mark) === true;
}

function beginsElement(line: string): boolean {
  const name = /^ {0,3}<\/?([a-z][a-z\d]{0,20})(?=[\s>]|\/>|$)/i.exec(line)?.[1]?.toLowerCase();
  return name !== undefined && name !== 'br' && breakingElements.has(name);
}

const loneTag = /^ {0,3}<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>[ \t]*$/iu;

/** Returns the lines that belong to elements of HTML. These contain no Markdown up to the next blank line. */
export function htmlLinesOf(content: string, blocks: readonly RawBlock[]): Span[] {
  const found: Span[] = [];
  for (const block of blocks) {
    for (const [index, { text, ...line }] of linesOf(content.slice(block.start, block.end)).entries()) {
      const [start, end] = [block.start + line.start, block.start + line.end];
      const before = found.at(-1);
      const goesOn = before !== undefined && /^(?:\r\n|\n|\r)$/u.test(content.slice(before.end, start));
      // A line of dashes below a tag makes no heading of it.
      const begins =
        (block.kind === 'flow' || block.kind === 'heading') &&
        (beginsElement(text) || (index === 0 && loneTag.test(text)));
      if (text.trim() !== '' && (goesOn || begins)) found.push({ start, end });
    }
  }
  return found;
}

import type { Span } from '#core/lib/helpers.ts';

import { breakingElements } from './html-elements.ts';

/** A run of whole lines. `end` is before the last line end. */
export type RawBlock = Span & {
  /** `flow` is text that may hold prose, or HTML. Nothing is written into any other kind. */
  readonly kind: 'flow' | 'heading' | 'code' | 'table' | 'quote' | 'list' | 'other';
};

/** Cuts the content into blocks, in order and in linear time. */
export function readBlocks(content: string, html: boolean): RawBlock[] {
  const lines = linesOf(content);
  const blocks: RawBlock[] = [];
  const add = (kind: RawBlock['kind'], first: number, next: number) =>
    blocks.push({ kind, start: lines[first]?.start ?? 0, end: lines[next - 1]?.end ?? 0 });
  let index = html ? 0 : frontMatterLength(lines);
  if (index > 0) add('other', 0, index);
  while (index < lines.length) {
    const { kind, next } = blockFrom(lines, index, html);
    if (kind !== 'blank') add(kind, index, next);
    index = next;
  }
  return blocks;
}

type Found = { readonly kind: RawBlock['kind'] | 'blank'; readonly next: number };

/** Returns the kind of the block that begins with a line, and the index of the line behind the block. */
function blockFrom(lines: readonly Line[], first: number, html: boolean): Found {
  const text = lines[first]?.text ?? '';
  if (html && !isBlank(text)) return { kind: 'flow', next: htmlEnd(lines, first) };
  const begun = lineKind(text);
  if (begun === 'text') return textFrom(lines, first);
  const { kind, endOf } = blocksFrom[begun];
  return { kind, next: endOf(lines, first) };
}

type EndOf = (lines: readonly Line[], first: number) => number;

const one: EndOf = (_, first) => first + 1;
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
  formula: { kind: 'other', endOf: one },
  template: { kind: 'other', endOf: one },
};

/** HTML ends with a blank line, but a comment goes on over blank lines. */
function htmlEnd(lines: readonly Line[], first: number): number {
  let isComment = false;
  return lineWhere(lines, first, (text) => {
    if (!isComment && isBlank(text)) return true;
    const [opening, closing] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')];
    if (opening !== closing) isComment = opening > closing;
    return false;
  });
}

function textFrom(lines: readonly Line[], first: number): Found {
  const beginsTable = (at: number) =>
    lines[at]?.text.includes('|') === true && isDelimiterRow(lines[at + 1]?.text ?? '');
  if (beginsTable(first)) return { kind: 'table', next: tableEnd(lines, first) };
  const ends = (text: string, at: number) => isUnderline(text) || interruptsText(text) || beginsTable(at);
  const next = lineWhere(lines, first + 1, ends);
  return isUnderline(lines[next]?.text ?? '') ? { kind: 'heading', next: next + 1 } : { kind: 'flow', next };
}

function fenceEnd(lines: readonly Line[], first: number): number {
  const fence = /^\s*(`+|~+|\$\$)/.exec(lines[first]?.text ?? '')?.[1] ?? '```';
  const closes = (text: string) =>
    fence === '$$' ? text.includes(fence) : /^ {0,3}\S/.test(text) && closesFence(text, fence);
  return Math.min(lines.length, lineWhere(lines, first + 1, closes) + 1);
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
  return Math.min(lines.length, lineWhere(lines, first, (line) => end.test(line)) + 1);
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

/** Returns the index of the first line from `from` on for which the check holds, or the number of lines. */
function lineWhere(
  lines: readonly Line[],
  from: number,
  holds: (text: string, at: number) => boolean,
): number {
  let at = from;
  for (let line = lines[at]; line !== undefined && !holds(line.text, at); line = lines[at]) at += 1;
  return at;
}

/** A key of front matter: up to four words before a colon or an equals sign. */
const keyStart = /^[ \t]*[\p{L}\w"'.@/()-]+(?: [\p{L}\w"'.@/()-]+){0,3}[ \t]*[:=]/u;

/** Returns the number of lines of front matter. Other words are text between two rules, and so is a lone sentence. */
export function frontMatterLength(lines: readonly Line[]): number {
  const fence = lines[0]?.text.trimEnd();
  if (fence !== '---' && fence !== '+++') return 0;
  const close = lines.findIndex((line, index) => index > 0 && [fence, '...'].includes(line.text.trimEnd()));
  const inner = lines.slice(1, Math.max(1, close)).map(({ text }) => text);
  const isRead = inner.every(
    (text, at) => keyStart.test(text) || (at > 0 && /^(?:$|[ \t#[\]{}-])/.test(text)),
  );
  const isSentence = !inner.slice(1).some(Boolean) && !/^[ \t]*\S+[ \t]*[:=]/.test(inner[0] ?? '');
  return isRead && !isSentence ? close + 1 : 0;
}

/** One line of the content. `end` is before its line end. */
export type Line = Span & { readonly text: string };

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
  ['list', /^ {0,3}(?:[-*+•◦‣·]|\d{1,9}[.)])(?:\s|$)/],
  ['indented', /^(?: {4}| {0,3}\t)/],
  ['table', /^\s*\|/],
  ['definition', /^ {0,3}\*?\[[^\]]+\]:/],
  ['template', /^\s*(?:\{\{.*\}\}|\{%.*%\}|\{:.*\}|\[\/?[\w-]+(?:\s[^\]]*)?\]|:{3,}.*|!!!.*|\?\?\?.*)\s*$/],
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

const blockStarts = new Set<LineKind>(['fence', 'heading', 'rule', 'formula', 'quote', 'raw']);

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

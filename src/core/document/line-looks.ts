import { closesFence, htmlLinesOf, linesOf, readBlocks, type Line, type RawBlock } from './blocks.ts';
import { destinationOf, labelOf } from './inline-looks.ts';

/** How a line of Markdown looks to a reader. A line of running text has no look. */
export type LineLook = {
  readonly kind:
    | 'heading'
    | 'item'
    | 'numbered'
    | 'continued'
    | 'quote'
    | 'code'
    | 'row'
    | 'rule'
    | 'note'
    | 'html'
    | 'hidden';
  /** For a heading, from 1. For a list, from 0. For code, how deep it is quoted. */
  readonly level: number;
  /** The length of the signs at the start of the line, such as `## `. A reader does not see them. */
  readonly sign: number;
};

/** How the content looks to a reader, apart from the stretches inside its lines. */
export type DocumentLooks = {
  /** By the offset where each line starts. */
  readonly lines: ReadonlyMap<number, LineLook>;
  /** The labels that `[words][label]` and `[label]` can refer to, as `labelOf` writes them. */
  readonly labels: ReadonlySet<string>;
};

export function documentLooks(content: string): DocumentLooks {
  const looks = new Map<number, LineLook>();
  const labels = new Set<string>();
  const { blocks } = readBlocks(content, false);
  const html = new Set(htmlLinesOf(content, blocks).map(({ start }) => start));
  for (const block of blocks) {
    const text = content.slice(block.start, block.end);
    const label = block.kind === 'other' ? definedLabel(text) : null;
    if (label !== null) labels.add(label);
    const lines = linesOf(text);
    const readLook = createLookReader(block, lines);
    for (const [index, line] of lines.entries()) {
      const start = block.start + line.start;
      const own = readLook(line, index);
      const look = html.has(start) ? htmlLook : own;
      if (look !== null) looks.set(start, look);
    }
  }
  return { lines: looks, labels };
}

const plainLook = { level: 0, sign: 0 } as const;
const htmlLook = { ...plainLook, kind: 'html' } as const;
function createLookReader(block: RawBlock, lines: readonly Line[]) {
  if (block.kind === 'quote') {
    const read = createQuotedLines();
    return ({ text }: Line): LineLook => {
      const { sign, depth, code } = read(text);
      return code === null ? { kind: 'quote', level: 0, sign } : { ...codeLook(code), level: depth, sign };
    };
  }
  const reader = block.kind === 'code' || block.kind === 'list' ? createCodeLines() : null;
  return (line: Line, index: number): LineLook | null => {
    const code = reader?.read(line.text) ?? null;
    return code === null ? lookOf(block, lines, index, line) : codeLook(code);
  };
}

function codeLook(code: 'fence' | 'code'): LineLook {
  return { ...plainLook, kind: code === 'fence' ? 'hidden' : 'code' };
}

function lookOf({ kind }: RawBlock, lines: readonly Line[], index: number, { text }: Line): LineLook | null {
  switch (kind) {
    case 'heading':
      return headingLook(lines, index);
    case 'code':
      return codeLook('code');
    case 'table':
      return {
        ...plainLook,
        kind: index === 1 && /^[\s|:-]+$/u.test(text) && text.includes('-') ? 'hidden' : 'row',
      };
    case 'list':
      return itemLook(text);
    case 'other':
      return {
        ...plainLook,
        kind: /^\s*(?:[*_-]\s*){3,}$/u.test(text) && lines.length === 1 ? 'rule' : 'note',
      };
    case 'flow':
    case 'quote':
      return null;
  }
}

function headingLook(lines: readonly Line[], index: number): LineLook {
  const marks = /^ {0,3}(#{1,6})(?:[ \t]+|$)/u.exec(lines[index]?.text ?? '');
  if (marks !== null) return { kind: 'heading', level: marks[1]?.length ?? 1, sign: marks[0].length };
  // The last line underlines the others.
  if (index > 0 && index === lines.length - 1) return { ...plainLook, kind: 'hidden' };
  return { kind: 'heading', level: lines.at(-1)?.text.includes('=') === true ? 1 : 2, sign: 0 };
}

const deepest = 4;

function itemLook(text: string): LineLook {
  const indent = /^[ \t]*/u.exec(text)?.[0] ?? '';
  const level = Math.min(deepest, Math.floor(indent.replaceAll('\t', '    ').length / 2));
  const bullet = /^[ \t]*[-*+•◦‣·](?:[ \t]+|$)/u.exec(text)?.[0];
  if (bullet !== undefined) return { kind: 'item', level, sign: bullet.length };
  const isNumbered = /^[ \t]*\d{1,9}[.)](?:\s|$)/u.test(text);
  return { kind: isNumbered ? 'numbered' : 'continued', level, sign: indent.length };
}

/** A label that begins with `^` is of a footnote. */
const definition = /^ {0,3}\[((?!\^)(?:[^[\]\\]|\\.)+)\]:/u;

/** Returns the label that a block of Markdown defines, as `labelOf` writes it. Null: the block defines none. */
function definedLabel(block: string): string | null {
  const [line] = linesOf(block);
  const found = definition.exec(line?.text ?? '');
  if (found === null) return null;
  const label = labelOf(found[1] ?? '');
  const destination = block.slice(found[0].length).trim();
  return label === '' || destination === '' || destinationOf(destination) === null ? null : label;
}

/** The signs of an open fence, and the column where the text of its list item begins. */
type Fence = { readonly mark: string; readonly base: number };

const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/u;
const opening = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/u;
/**
 * Returns a reader that tells which lines of a block of code or of a list are fences, and which are code in a list item
 * or between fences. It must be given all lines in order.
 *
 * @param above what the first line continues; only a line that continues no text can begin indented code
 */
function createCodeLines(above: 'nothing' | 'text' = 'text') {
  /** The columns where the text of the open list items begins, outermost first. */
  let columns: number[] = [];
  let fence: Fence | null = null;
  let before: 'nothing' | 'code' | 'text' = above;

  function readText(text: string, indent: number): 'fence' | 'code' | null {
    const base = columns.findLast((column) => column <= indent) ?? 0;
    if (indent - base > 3) {
      if (before === 'text') return null;
      before = 'code';
      return 'code';
    }
    const mark = opening.exec(text)?.[1];
    const own = item.exec(text)?.[0];
    if (mark !== undefined || own !== undefined || before === 'nothing')
      columns = columns.filter((column) => column <= indent);
    before = 'text';
    if (own !== undefined) columns.push(widthOf(own));
    if (mark === undefined) return null;
    fence = { mark, base };
    return 'fence';
  }

  function read(text: string): 'fence' | 'code' | null {
    const isBlank = text.trim() === '';
    const indent = widthOf(/^[ \t]*/u.exec(text)?.[0] ?? '');
    // The item of the fence ends, and the fence with it.
    if (fence !== null && !isBlank && indent < fence.base) fence = null;
    if (fence !== null) {
      before = 'nothing';
      if (!closesFence(text, fence.mark) || indent - fence.base > 3) return 'code';
      fence = null;
      return 'fence';
    }
    if (!isBlank) return readText(text, indent);
    if (before === 'text') before = 'nothing';
    return null;
  }

  return { read, isInFence: () => fence !== null };
}

/** Returns a function that reads the lines of a quotation. It must be given all lines in order. */
function createQuotedLines() {
  let depth = 0;
  let lines = createCodeLines();
  return (text: string) => {
    // In quoted code, further signs are part of the code.
    const signs = signsOf(text, lines.isInFence() ? depth : Infinity);
    if (signs.depth !== depth) {
      lines = createCodeLines(signs.depth > depth ? 'nothing' : 'text');
      depth = signs.depth;
    }
    return { ...signs, code: lines.read(text.slice(signs.sign)) };
  };
}

const quoteSign = / {0,3}> ?/uy;

/** Returns how many quote signs begin a line, at most `most`, and their length in UTF-16 units. */
function signsOf(text: string, most: number) {
  quoteSign.lastIndex = 0;
  let sign = 0;
  let depth = 0;
  while (depth < most && quoteSign.test(text)) {
    sign = quoteSign.lastIndex;
    depth += 1;
  }
  return { sign, depth };
}

/** Returns how many columns a text takes. A tab goes on to the next multiple of four columns. */
function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === '\t' ? 4 - (width % 4) : 1;
  return width;
}

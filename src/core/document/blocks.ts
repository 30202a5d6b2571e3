import { atOnce } from '#core/lib/at-once.ts';

import { interruptsText, isDelimiterRow, isUnderline, lineKind, linesOf, type Line } from './lines.ts';

/** `flow` is text that may hold prose, or HTML. Nothing is written into any other kind. */
type BlockKind = 'flow' | 'heading' | 'code' | 'table' | 'quote' | 'list' | 'other';

/** A run of whole lines. `end` leaves out the last line end. */
export type Block = { readonly kind: BlockKind; readonly start: number; readonly end: number };

/** How many blocks and blank lines are read in one step. */
const blocksAStep = 4000;

/** Cuts the content into blocks, in order, in linear time. */
export function blocksOf(content: string, html: boolean): Block[] {
  return atOnce(readBlocks(content, html));
}

/** Cuts the content into blocks in steps. */
export function* readBlocks(content: string, html: boolean): Generator<undefined, Block[]> {
  const lines = linesOf(content);
  const blocks: Block[] = [];
  let index = html ? 0 : frontMatterLength(lines);
  if (index > 0) blocks.push(block('other', lines, 0, index));
  let read = 0;
  yield;
  while (index < lines.length) {
    read += 1;
    if (read % blocksAStep === 0) yield;
    const first = index;
    const text = lines[first]?.text ?? '';
    const kind = html && text.trim() !== '' ? 'text' : lineKind(text);
    if (kind === 'blank') {
      index += 1;
      continue;
    }
    const found = blockFrom(lines, first, kind, html);
    blocks.push(block(found.kind, lines, first, found.next));
    index = found.next;
  }
  return blocks;
}

type Found = { readonly kind: BlockKind; readonly next: number };

function blockFrom(
  lines: readonly Line[],
  first: number,
  kind: ReturnType<typeof lineKind>,
  html: boolean,
): Found {
  switch (kind) {
    case 'fence':
      return { kind: 'code', next: fenceEnd(lines, first) };
    case 'heading':
      return { kind: 'heading', next: first + 1 };
    case 'quote':
      return { kind: 'quote', next: blankAfter(lines, first) };
    case 'table':
      return { kind: 'table', next: blankAfter(lines, first) };
    case 'list':
      return { kind: 'list', next: listEnd(lines, first) };
    case 'indented':
      return { kind: 'code', next: indentedEnd(lines, first) };
    case 'definition':
      return { kind: 'other', next: indentedEnd(lines, first) };
    case 'rule':
    case 'template':
    case 'blank':
      return { kind: 'other', next: first + 1 };
    case 'text':
      return html ? { kind: 'flow', next: blankAfter(lines, first) } : textFrom(lines, first);
    default:
      return kind;
  }
}

function textFrom(lines: readonly Line[], first: number): Found {
  if (isDelimiterRow(lines[first + 1]?.text ?? '') && (lines[first]?.text ?? '').includes('|')) {
    return { kind: 'table', next: blankAfter(lines, first) };
  }
  let next = first + 1;
  for (; next < lines.length; next += 1) {
    const text = lines[next]?.text ?? '';
    if (isUnderline(text)) return { kind: 'heading', next: next + 1 };
    if (interruptsText(lineKind(text), text)) break;
  }
  return { kind: 'flow', next };
}

function fenceEnd(lines: readonly Line[], first: number): number {
  const fence = /^\s*(`+|~+|\$\$)/.exec(lines[first]?.text ?? '')?.[1] ?? '```';
  for (let next = first + 1; next < lines.length; next += 1) {
    if (lines[next]?.text.trim().startsWith(fence) === true) return next + 1;
  }
  return lines.length;
}

function blankAfter(lines: readonly Line[], first: number): number {
  let next = first + 1;
  while (next < lines.length && lines[next]?.text.trim() !== '') next += 1;
  return next;
}

/** A list continues over blank lines as long as list items or indented lines follow. */
function listEnd(lines: readonly Line[], first: number): number {
  let end = blankAfter(lines, first);
  for (;;) {
    let next = end;
    while (next < lines.length && lines[next]?.text.trim() === '') next += 1;
    const text = lines[next]?.text ?? '';
    if (next >= lines.length || !(lineKind(text) === 'list' || /^(?: {2,}|\t)/.test(text))) return end;
    end = blankAfter(lines, next);
  }
}

function indentedEnd(lines: readonly Line[], first: number): number {
  let next = first + 1;
  while (next < lines.length && lineKind(lines[next]?.text ?? '') === 'indented') next += 1;
  return next;
}

function frontMatterLength(lines: readonly Line[]): number {
  const fence = lines[0]?.text.trimEnd();
  if (fence !== '---' && fence !== '+++') return 0;
  if (!/^\s*[\w"'-]+\s*[:=]/.test((lines[1]?.text ?? '').slice(0, 200))) return 0;
  const close = lines.findIndex((line, index) => index > 0 && [fence, '...'].includes(line.text.trimEnd()));
  return close < 0 ? 0 : close + 1;
}

function block(kind: BlockKind, lines: readonly Line[], first: number, next: number): Block {
  return { kind, start: lines[first]?.start ?? 0, end: lines[next - 1]?.end ?? 0 };
}

import type { Document, Part } from '#core/document/document.ts';
import { linesOf } from '#core/document/blocks.ts';

import type { Change, Spot } from './edit.ts';
import { markupWords, type Piece, type Word } from './pieces.ts';

/** How the content sets its lines. Additions follow it. */
export type Layout = {
  /** Spaces between two sentences. */
  readonly gap: string;
  /** Width at which paragraphs are wrapped by hand. Null: they are not. */
  readonly width: number | null;
};

/** How one paragraph sets its lines. */
type Setting = 'running' | 'wrapped' | 'sentence-lines';

const widest = 130;

export function layoutOf(document: Document): Layout {
  const sample = document.content.slice(0, 50_000);
  const double = sample.match(/[.!?] {2}(?=\S)/g)?.length ?? 0;
  const single = sample.match(/[.!?] (?=\S)/g)?.length ?? 0;
  return { gap: double > single && double > 2 ? '  ' : ' ', width: widthOf(document) };
}

function widthOf(document: Document): number | null {
  const widths: number[] = [];
  for (const part of document.parts) {
    if (part.kind !== 'prose' || widths.length > 200) continue;
    const lengths = lengthsOf(document, part);
    if (lengths.length >= 3 && !breaksBySentence(document, part)) widths.push(...lengths.slice(0, 50));
  }
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length * 0.9)];
  return usual === undefined || usual > widest || usual < 30 ? null : usual;
}

function settingOf(document: Document, part: Part | undefined, layout: Layout): Setting {
  if (part === undefined) return layout.width === null ? 'running' : 'wrapped';
  const lengths = lengthsOf(document, part);
  if (lengths.length >= 2 && breaksBySentence(document, part)) return 'sentence-lines';
  const wraps = layout.width !== null && lengths.every((length) => length <= widest);
  return wraps && (lengths.length > 1 || (lengths[0] ?? 0) <= (layout.width ?? 0)) ? 'wrapped' : 'running';
}

function lengthsOf(document: Document, part: Part): number[] {
  return linesOf(sampleOf(document, part)).map((line) => line.text.trimEnd().length);
}

/** The first lines of a paragraph show its layout. */
function sampleOf({ content }: Document, part: Part): string {
  return content.slice(part.start, Math.min(part.end, part.start + 4000));
}

/** Whether each line of the paragraph holds whole sentences. */
function breaksBySentence(document: Document, part: Part): boolean {
  const lines = linesOf(sampleOf(document, part)).filter((line) => line.text.trim() !== '');
  const whole = lines.slice(0, -1).filter((line) => /[.!?:…]["'”’)*_]*\s*$/.test(line.text.slice(-60)));
  return lines.length > 1 && whole.length >= 0.75 * (lines.length - 1);
}

/** Sets new text in the layout of the text around it. Returns null if its links could not be read back. */
export function insertPieces(
  document: Document,
  layout: Layout,
  {
    spot,
    pieces,
    urls,
  }: { readonly spot: Spot; readonly pieces: readonly Piece[]; readonly urls: readonly string[] },
): Change | null {
  const words = markupWords(pieces, urls);
  return words === null ? null : insertWords(document, layout, spot, words);
}

function insertWords(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): Change {
  const { offset, ownParagraph } = spot;
  const text = ownParagraph
    ? paragraph(document, layout, spot, words)
    : openEnd(document.content, offset) + inline(document, layout, spot, words);
  return { start: offset, end: offset, text };
}

/** Sets words that replace a sentence of the part that begins at the offset. */
export function replaceWords(
  document: Document,
  layout: Layout,
  { offset, part }: Pick<Spot, 'offset' | 'part'>,
  words: readonly Word[],
): string {
  const { start, indent } = lineAt(document, offset);
  const setting = settingOf(document, document.parts[part], layout);
  if (setting !== 'wrapped' || layout.width === null) return lineOf(words);
  const lineEnd = document.lineEnd + indent;
  return wrap(words, { width: layout.width, column: offset - start, gap: '', lineEnd });
}

function inline(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): string {
  const { content, lineEnd } = document;
  const part = document.parts[spot.part];
  const setting = part?.kind === 'list' ? 'running' : settingOf(document, part, layout);
  const { start, indent } = lineAt(document, spot.offset);
  const gap = tightEnd.test(content.slice(Math.max(0, spot.offset - 6), spot.offset)) ? '' : layout.gap;
  if (setting === 'sentence-lines') return `${lineEnd}${indent}${lineOf(words)}`;
  if (setting === 'running' || layout.width === null) return `${gap}${lineOf(words)}`;
  return wrap(words, { width: layout.width, column: spot.offset - start, gap, lineEnd: lineEnd + indent });
}

/** Full stops that need no space behind them. */
const tightEnd = /[。！？｡．][」』）”’]{0,4}$/u;

/** Returns the start of the line and its indent. */
function lineAt({ content }: Document, offset: number): { start: number; indent: string } {
  const start = Math.max(content.lastIndexOf('\n', offset - 1), content.lastIndexOf('\r', offset - 1)) + 1;
  return { start, indent: /^[ \t]*/.exec(content.slice(start, Math.min(offset, start + 80)))?.[0] ?? '' };
}

function paragraph(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): string {
  const { content, lineEnd, html } = document;
  const marked = html || /<\/p>$/i.test(content.slice(Math.max(0, spot.offset - 8), spot.offset));
  const setting = settingOf(document, document.parts[spot.part], layout);
  const text =
    setting === 'wrapped' && layout.width !== null && !marked
      ? wrap(words, { width: layout.width, column: 0, gap: '', lineEnd })
      : lineOf(words);
  const gap = content.slice(0, spot.offset).trim() === '' ? '' : blankLine(content, spot.offset, lineEnd);
  return `${gap}${marked ? `<p>${text}</p>` : text}`;
}

/** At the end of the content the last line may already be finished. */
function blankLine(content: string, offset: number, lineEnd: string): string {
  return /[\r\n]$/.test(content.slice(Math.max(0, offset - 1), offset)) ? lineEnd : lineEnd + lineEnd;
}

function lineOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

type Measure = {
  readonly width: number;
  readonly column: number;
  readonly gap: string;
  readonly lineEnd: string;
};

/** Signs that would make a heading, a list or the like of a line. */
const lineOpener = /^(?:[-+*>#=|~`:•◦‣·!?$_{]|\d+[.)]$)/;

/**
 * Breaks lines between words like the paragraph does. A link is never broken, and no line begins like a list or a
 * heading.
 */
function wrap(words: readonly Word[], { width, column, gap, lineEnd }: Measure): string {
  let text = '';
  let at = column;
  let between = gap;
  for (const word of words) {
    const fits = at + between.length + word.width <= width;
    if (at > 0 && !fits && !lineOpener.test(word.text)) {
      text += lineEnd + word.text;
      at = word.width;
    } else {
      text += between + word.text;
      at += between.length + word.width;
    }
    between = ' ';
  }
  return text;
}

/** Returns what closes the author's words before an addition if they end without a sign, like items of lists. */
function openEnd(content: string, offset: number): string {
  const before = content.slice(Math.max(0, offset - 12), offset);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(before)) return '。';
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][)\]"'”’»*_~`]{0,4}$/u.test(before)
    ? '.'
    : '';
}

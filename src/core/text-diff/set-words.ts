import type { Document } from '#core/document/document.ts';

import type { Change, Spot } from '#core/edits/edit.ts';
import { settingOf } from '#core/edits/layout.ts';
import type { Layout } from '#core/edits/layout.ts';
import { wordsOf } from '#core/edits/pieces.ts';
import type { Piece, Word } from '#core/edits/pieces.ts';

/** Sets new text in the manner of the text around it; null where its links would not be read back as they are. */
export function insertPieces(
  document: Document,
  layout: Layout,
  {
    spot,
    pieces,
    urls,
  }: { readonly spot: Spot; readonly pieces: readonly Piece[]; readonly urls: readonly string[] },
): Change | null {
  const words = wordsOf(pieces, urls);
  return words === null ? null : insertWords(document, layout, spot, words);
}

function insertWords(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): Change {
  const { offset, ownParagraph } = spot;
  const text = ownParagraph
    ? paragraph(document, layout, spot, words)
    : openEnd(document.content, offset) + inline(document, layout, spot, words);
  return { start: offset, end: offset, text };
}

/** The words in place of a sentence of the part that begins at the offset. */
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

/** Full stops that no space follows. */
const tightEnd = /[。！？｡．][」』）”’]{0,4}$/u;

/** Where the line begins, and the white space that it begins with. */
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

/** At the end of the content the last line may be finished already. */
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

/** Signs that would make a heading, a list or the like of a line that begins with them. */
const lineOpener = /^(?:[-+*>#=|~`:•◦‣·!?$_{]|\d+[.)]$)/;

/** Breaks lines between words as the paragraph does; a link is never broken, and no line starts like a list or heading. */
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

/** What closes the author's words before an addition, where they end without a sign, as items of lists do. */
function openEnd(content: string, offset: number): string {
  const before = content.slice(Math.max(0, offset - 12), offset);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(before)) return '。';
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}][)\]"'”’»*_~`]{0,4}$/u.test(before)
    ? '.'
    : '';
}

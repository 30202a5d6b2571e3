import type { Woven } from '#core/built-in-writer/phrases/render.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import type { Document } from '#core/document/document.ts';

import { settingOf } from './layout.ts';
import type { Layout } from './layout.ts';

/** New text and where in the content it goes. Nothing else changes. */
export type Insertion = { readonly offset: number; readonly text: string };

/** A word of an addition, or a link with its anchor's words, and how wide a reader sees it. */
export type Word = { readonly text: string; readonly width: number };

type Spot = Pick<Place, 'offset' | 'part' | 'ownParagraph'>;

/** Sets an addition in the manner of the text around it. */
export function insertionOf(document: Document, layout: Layout, place: Spot, woven: Woven): Insertion {
  return insertWords(document, layout, place, wordsOf(woven));
}

export function insertWords(
  document: Document,
  layout: Layout,
  place: Spot,
  words: readonly Word[],
): Insertion {
  return {
    offset: place.offset,
    text: place.ownParagraph
      ? paragraph(document, layout, place, words)
      : openEnd(document.content, place.offset) + inline(document, layout, place, words),
  };
}

/** The words in place of a sentence of the part that begins at the offset. */
export function replaceWords(
  document: Document,
  layout: Layout,
  { offset, part }: Pick<Place, 'offset' | 'part'>,
  words: readonly Word[],
): string {
  const { start, indent } = lineAt(document, offset);
  const setting = settingOf(document, document.parts[part], layout);
  if (setting !== 'wrapped' || layout.width === null) return lineOf(words);
  const lineEnd = document.lineEnd + indent;
  return wrap(words, { width: layout.width, column: offset - start, gap: '', lineEnd });
}

function inline(document: Document, layout: Layout, place: Spot, words: readonly Word[]): string {
  const { content, lineEnd } = document;
  const part = document.parts[place.part];
  const setting = part?.kind === 'list' ? 'running' : settingOf(document, part, layout);
  const { start, indent } = lineAt(document, place.offset);
  const gap = tightEnd.test(content.slice(Math.max(0, place.offset - 6), place.offset)) ? '' : layout.gap;
  if (setting === 'sentence-lines') return `${lineEnd}${indent}${lineOf(words)}`;
  if (setting === 'running' || layout.width === null) return `${gap}${lineOf(words)}`;
  return wrap(words, { width: layout.width, column: place.offset - start, gap, lineEnd: lineEnd + indent });
}

/** Full stops that no space follows. */
const tightEnd = /[。！？｡．][」』）”’]{0,4}$/u;

/** Where the line begins, and the white space that it begins with. */
function lineAt({ content }: Document, offset: number): { start: number; indent: string } {
  const start = Math.max(content.lastIndexOf('\n', offset - 1), content.lastIndexOf('\r', offset - 1)) + 1;
  return { start, indent: /^[ \t]*/.exec(content.slice(start, Math.min(offset, start + 80)))?.[0] ?? '' };
}

function paragraph(document: Document, layout: Layout, place: Spot, words: readonly Word[]): string {
  const { content, lineEnd, html } = document;
  const marked = html || /<\/p>$/i.test(content.slice(Math.max(0, place.offset - 8), place.offset));
  const setting = settingOf(document, document.parts[place.part], layout);
  const text =
    setting === 'wrapped' && layout.width !== null && !marked
      ? wrap(words, { width: layout.width, column: 0, gap: '', lineEnd })
      : lineOf(words);
  const gap = content.slice(0, place.offset).trim() === '' ? '' : blankLine(content, place.offset, lineEnd);
  return `${gap}${marked ? `<p>${text}</p>` : text}`;
}

/** At the end of the content the last line may be finished already. */
function blankLine(content: string, offset: number, lineEnd: string): string {
  return /[\r\n]$/.test(content.slice(Math.max(0, offset - 1), offset)) ? lineEnd : lineEnd + lineEnd;
}

function lineOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** What is read of a link is the anchor, so it is as wide as its markup without the address. */
function wordsOf(woven: Woven): Word[] {
  const left = woven.before.split(' ');
  const right = woven.after.split(' ');
  const text = `${left.pop() ?? ''}${woven.link}${right.shift() ?? ''}`;
  const link = { text, width: text.length - woven.link.length + woven.link.indexOf(']]') };
  return [...left.map(wordOf), link, ...right.map(wordOf)];
}

function wordOf(text: string): Word {
  return { text, width: text.length };
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

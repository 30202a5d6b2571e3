import type { Woven } from '#core/built-in-writer/phrases/render.ts';
import type { Place } from '#core/built-in-writer/place/places.ts';
import type { Document } from '#core/scan/document.ts';

import { settingOf } from './layout.ts';
import type { Layout } from './layout.ts';

/** New text and where in the content it goes. Nothing else changes. */
export type Insertion = { readonly offset: number; readonly text: string };

/** Sets an addition in the manner of the text around it. */
export function insertionOf(document: Document, layout: Layout, place: Place, woven: Woven): Insertion {
  return {
    offset: place.offset,
    text: place.ownParagraph
      ? paragraph(document, layout, place, woven)
      : inline(document, layout, place, woven),
  };
}

function inline(document: Document, layout: Layout, place: Place, woven: Woven): string {
  const { content, lineEnd } = document;
  const setting = settingOf(document, document.parts[place.part], layout);
  const lineStart =
    Math.max(content.lastIndexOf('\n', place.offset - 1), content.lastIndexOf('\r', place.offset - 1)) + 1;
  const indent = /^[ \t]*/.exec(content.slice(lineStart, Math.min(place.offset, lineStart + 80)))?.[0] ?? '';
  if (setting === 'sentence-lines') return `${lineEnd}${indent}${lineOf(woven)}`;
  if (setting === 'running' || layout.width === null) return `${layout.gap}${lineOf(woven)}`;
  const column = place.offset - lineStart;
  return wrap(woven, { width: layout.width, column, gap: layout.gap, lineEnd: lineEnd + indent });
}

function paragraph(document: Document, layout: Layout, place: Place, woven: Woven): string {
  const { content, lineEnd, html } = document;
  const marked = html || /<\/p>$/i.test(content.slice(0, place.offset).slice(-8));
  const setting = settingOf(document, document.parts[place.part], layout);
  const text =
    setting === 'wrapped' && layout.width !== null && !marked
      ? wrap(woven, { width: layout.width, column: 0, gap: '', lineEnd })
      : lineOf(woven);
  const gap = content.slice(0, place.offset).trim() === '' ? '' : blankLine(content, place.offset, lineEnd);
  return `${gap}${marked ? `<p>${text}</p>` : text}`;
}

/** At the end of the content the last line may be finished already. */
function blankLine(content: string, offset: number, lineEnd: string): string {
  return /[\r\n]$/.test(content.slice(Math.max(0, offset - 1), offset)) ? lineEnd : lineEnd + lineEnd;
}

function lineOf(woven: Woven): string {
  return `${woven.before}${woven.link}${woven.after}`;
}

type Measure = {
  readonly width: number;
  readonly column: number;
  readonly gap: string;
  readonly lineEnd: string;
};

/** Breaks lines between words as the paragraph does; a link is never broken, and no line starts like a list or heading. */
function wrap(woven: Woven, { width, column, gap, lineEnd }: Measure): string {
  const left = woven.before.split(' ');
  const right = woven.after.split(' ');
  const link = `${left.pop() ?? ''}${woven.link}${right.shift() ?? ''}`;
  // What is read is the anchor, so the line is measured without the address.
  const linkLength = link.length - woven.link.length + woven.link.indexOf(']]');
  let text = '';
  let at = column;
  let between = gap;
  for (const word of [...left, link, ...right]) {
    const length = word === link ? linkLength : word.length;
    const fits = at + between.length + length <= width;
    if (at > 0 && !fits && !/^(?:[-+*>#=|~`:]|\d+[.)]$)/.test(word)) {
      text += lineEnd + word;
      at = length;
    } else {
      text += between + word;
      at += between.length + length;
    }
    between = ' ';
  }
  return text;
}

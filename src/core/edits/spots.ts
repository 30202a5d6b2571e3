import { linesOf } from '#core/document/blocks.ts';
import { parseDocument, type Block, type Document, headingLevel } from '#core/document/document.ts';
import { formatOf } from '#core/document/text-format.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import { isClosing } from '#core/document/closings.ts';
import { blankLine, firstEndingAt, memoizeWeakly } from '#core/lib/helpers.ts';
import { closedEnd, tightEnd } from '#core/document/words-and-sentences.ts';

import type { Change, Spot } from './edit.ts';
import { markupWords, type Piece, type Word } from './pieces.ts';

/** Returns the place behind the sentence, or the nearest allowed one. Null: there is none. */
export function spotNear(
  document: Document,
  sentences: readonly NumberedSentence[],
  aim: NumberedSentence,
): Spot | null {
  const isInList = /^(?:list|table)$/u.test(document.blocks[aim.block]?.kind ?? '');
  const behind = isInList ? paragraphBehind(document, aim.block) : null;
  if (behind !== null) return behind;
  const next = sentences.slice(aim.number - 1).find(({ insertable }) => insertable);
  // Between the first sentences behind a list, an addition about the list would come too late or too early.
  const after = isInList
    ? sentences.findLast(({ block, insertable }) => block === next?.block && insertable)
    : next;
  const before = sentences.slice(0, aim.number - 1).findLast(({ insertable }) => insertable);
  const { end: offset, block } = nearer(before, after, aim) ?? {};
  if (offset === undefined || block === undefined) return findLastResort(document);
  return { offset, block, ownParagraph: false };
}

/** Prefers the sentence's own block, then the text behind it, unless a place before it is much nearer. */
function nearer(
  before: NumberedSentence | undefined,
  after: NumberedSentence | undefined,
  aim: NumberedSentence,
): NumberedSentence | undefined {
  if (after === undefined || before === undefined) return after ?? before;
  const ahead = after.number - aim.number;
  const back = aim.number - before.number;
  if (after.block === aim.block) return before.block === aim.block && back < ahead ? before : after;
  if (before.block === aim.block) return before;
  return ahead > 3 * back ? before : after;
}

/** Returns all places for additions behind sentences and for paragraphs behind blocks, in the order of the content. */
export function spotsOf(document: Document, sentences: readonly NumberedSentence[]): Spot[] {
  const inline = sentences.flatMap(({ end, block, insertable }) =>
    insertable ? [{ offset: end, block, ownParagraph: false }] : [],
  );
  return [...inline, ...paragraphSpots(document)].toSorted(
    (a, b) => a.offset - b.offset || Number(a.ownParagraph) - Number(b.ownParagraph),
  );
}

/** The end of a text that introduces the text below it. */
const leadsOver = /(?:[:：,;，；、]|\.\.|…|[—–]|\s-)(?:\]\([^()\s]*\)|["'”’»)\]*_—–-]){0,8}\s*$/u;

/** Finds the last place for a paragraph between two blocks, for a content at whose end nothing may stand. */
export function lastBetween(document: Document): Spot | null {
  return paragraphSpots(document, -1).at(-1) ?? null;
}

/** Finds the place behind the first block that a paragraph may follow, or else at the end. */
const findLastResort = memoizeWeakly(
  (document: Document): Spot | null => paragraphSpots(document)[0] ?? findEnd(document),
);

function paragraphSpots(document: Document, to?: number): Spot[] {
  return document.blocks.slice(0, to).flatMap((_, index) => paragraphBehind(document, index) ?? []);
}

/** Returns the place for a paragraph behind a block. Null: none may stand there. */
function paragraphBehind({ content, blocks }: Document, index: number): Spot | null {
  const block = blocks[index];
  const next = blocks[index + 1];
  if (block === undefined || goesOn(content, block, next) || !mayFollow(content, block, next)) return null;
  return { offset: block.after, block: index, ownParagraph: true };
}

/** Whether the text below a block belongs to it: the block introduces it, or it begins inside a sentence. */
function goesOn(content: string, block: Block, next: Block | undefined): boolean {
  const end = content.slice(Math.max(block.start, block.end - 200), block.end);
  const isOpen = block.kind === 'prose' && next?.kind === 'list' && !closedEnd.test(end.trimEnd());
  const isLow = next !== undefined && /^\p{Ll}/u.test(content.slice(next.start, next.start + 2));
  return leadsOver.test(end) || isOpen || (isLow && !isClosing(content, next));
}

/** Returns the blocks without comments, such as those around each block of WordPress. */
export function textBlocks({ content, blocks }: Document): Block[] {
  return blocks.filter(
    ({ start, end }) => !/^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/u.test(content.slice(start, end)),
  );
}

/** Returns the place for a line behind one of the text blocks. Null: none may stand there. */
export function lineBehind(document: Document, texts: readonly Block[], index: number): Spot | null {
  const { content, blocks } = document;
  const [block, next] = [texts[index], texts[index + 1]];
  if (block === undefined) return null;
  const at = firstEndingAt(blocks, block.end);
  const until = next === undefined ? blocks.length : firstEndingAt(blocks, next.end);
  const closing = blocks
    .slice(at + 1, until)
    .findLastIndex(({ start, end }) => content.slice(start, end).trimStart().startsWith('<!-- /'));
  if (closing < 0) return paragraphBehind(document, at);
  return goesOn(content, block, next) ? null : paragraphBehind(document, at + 1 + closing);
}

const paragraphBreak = new RegExp(String.raw`${blankLine}|<(?:p|h[1-6])\b`, 'i');

function mayFollow(content: string, block: Block, next: Block | undefined): boolean {
  if (block.after < 0) return false;
  const gap = content.slice(block.after, next?.start ?? content.length);
  return (next === undefined && gap.trim() === '') || paragraphBreak.test(gap);
}

function isDefinition(content: string, { start }: Block): boolean {
  return /^\s{0,3}\[[^\]\n]{1,100}\]:/u.test(content.slice(start, start + 120));
}

/** More blocks than this are no closing. */
const mostClosings = 4;

/**
 * Finds the place at the end of the content: before a greeting, a postscript or the like, or else before its last line
 * end. Null: it would be inside something without an end, such as code. The first call for a document takes as long as
 * reading the content.
 */
export const findEnd = memoizeWeakly((document: Document): Spot | null => {
  const { content, html, lineEnd } = document;
  const isWithinTag = /<[a-z/!][^<>]{0,2000}$/iu.test(content.slice(-2000));
  if (isWithinTag || content.lastIndexOf('<!--') > content.lastIndexOf('-->')) return null;
  const longer = parseDocument(`${content}${lineEnd}${lineEnd}${html ? '<p>X.</p>' : 'X.'}`);
  const last = longer.blocks.at(-1);
  const isOpen = longer.html === html && last?.kind === 'prose' && last.start >= content.length;
  if (!isOpen) return null;
  const texts = textBlocks(document);
  const main = texts.findLastIndex(
    (block, at) => !isClosing(content, block, texts[at - 1]) && !isDefinition(content, block),
  );
  const behind = texts.slice(main + 1);
  const closings = behind.filter((block) => !isDefinition(content, block)).length;
  const isOpenEnd = leadsOver.test(content.slice(-200).trimEnd());
  const isInside = (behind.length > 0 || isOpenEnd) && closings <= mostClosings;
  const placeBehind = (index: number) => (isInside ? lineBehind(document, texts, index) : null);
  const before = placeBehind(main) ?? placeBehind(main - 1);
  return before ?? { offset: content.trimEnd().length, block: -1, ownParagraph: true };
});

/** How the content sets its lines. Additions are set in the same way. */
export type Layout = {
  /** Spaces between two sentences. */
  readonly gap: string;
  /** Width at which paragraphs are wrapped by hand. Infinity: they are not. */
  readonly width: number;
};

const widest = 130;

export function layoutOf(document: Document): Layout {
  const sample = document.content.slice(0, 50_000);
  const double = sample.match(/[.!?] {2}(?=\S)/g)?.length ?? 0;
  const single = sample.match(/[.!?] (?=\S)/g)?.length ?? 0;
  return { gap: double > single && double > 2 ? '  ' : ' ', width: widthOf(document) };
}

function widthOf({ content, blocks }: Document): number {
  const widths: number[] = [];
  for (const block of blocks) {
    if (block.kind !== 'prose' || widths.length > 200) continue;
    const lines = linesIn(content, block);
    if (lines.length >= 3 && !breakBySentence(lines))
      widths.push(...lines.slice(0, 50).map(({ length }) => length));
  }
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length * 0.9)];
  return usual === undefined || usual > widest || usual < 30 ? Infinity : usual;
}

/** How one paragraph sets its lines. With an infinite width, it does not wrap them. */
type Setting = { readonly width: number; readonly isBySentence: boolean };

function settingOf({ content }: Document, block: Block | undefined, { width }: Layout): Setting {
  if (block === undefined) return { width, isBySentence: false };
  const lines = linesIn(content, block);
  if (breakBySentence(lines)) return { width: Infinity, isBySentence: true };
  const fits = lines.every(({ length }) => length <= (lines.length > 1 ? widest : Math.min(widest, width)));
  return { width: fits ? width : Infinity, isBySentence: false };
}

/** Returns the first lines of a paragraph, which show its layout. */
function linesIn(content: string, { start, end }: Block): string[] {
  return linesOf(content.slice(start, Math.min(end, start + 4000))).map(({ text }) => text.trimEnd());
}

/** Whether each line of a paragraph holds whole sentences. */
function breakBySentence(all: readonly string[]): boolean {
  const lines = all.filter((line) => line !== '');
  const whole = lines.slice(0, -1).filter((line) => /[.!?:…]["'”’)*_]*\s*$/.test(line.slice(-60)));
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
  if (words === null) return null;
  const { offset } = spot;
  const text = (spot.ownParagraph ? paragraphText : sentenceText)(document, layout, spot, words);
  return { start: offset, end: offset, text };
}

/** Sets words that replace the sentence at the offset, in the layout of its block. */
export function replaceWords(
  document: Document,
  layout: Layout,
  { offset, block }: Pick<Spot, 'offset' | 'block'>,
  words: readonly Word[],
): string {
  const { width } = settingOf(document, document.blocks[block], layout);
  return wrap(words, { width, gap: '', ...lineAt(document, offset) });
}

/** Returns the arrow before an addition without words of its own. It points at the text behind it. */
export function calloutMark(text: string): string {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  // Hebrew, Arabic and their neighbours run to the left.
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u.test(first) ? '←' : '→';
}

type List = {
  /** Empty: none. */
  readonly heading: string;
  readonly items: readonly (readonly Piece[])[];
  readonly urls: readonly string[];
};

/** Sets a list as paragraphs behind a block, in the format of the content. Returns null if no link could be read back. */
export function insertList(
  document: Document,
  { offset }: Spot,
  { heading, items, urls }: List,
): Change | null {
  const { content, lineEnd, html } = document;
  const lines = items.flatMap(
    (pieces) =>
      markupWords(pieces, urls)
        ?.map(({ text }) => text)
        .join(' ') ?? [],
  );
  if (lines.length === 0) return null;
  const before = content.slice(0, offset);
  const isLast = document.blocks.every((block) => block.start < offset || isDefinition(content, block));
  // What stands behind the list, such as a greeting, must not come under its heading.
  const level = isLast ? sectionLevel(document) : null;
  const paragraphs = (html ? htmlList : markdownList)(document, before, { heading, lines, level });
  const text = paragraphs.join(lineEnd + lineEnd);
  return { start: offset, end: offset, text: `${before.trim() === '' ? '' : lineEnd + lineEnd}${text}` };
}

type Lines = { readonly heading: string; readonly lines: readonly string[]; readonly level: number | null };

function markdownList(
  { content, lineEnd }: Document,
  _before: string,
  { heading, lines, level }: Lines,
): string[] {
  const [, sign = '-'] = /^[ \t]{0,3}([-*+])[ \t]+\S/mu.exec(content) ?? [];
  const list = lines.map((line) => `${sign} ${line}`).join(lineEnd);
  if (heading === '') return [list];
  if (formatOf(content) === 'plain') return [heading.trimEnd(), list];
  const title = withoutColon(heading);
  return [level === null ? `**${title}**` : `${'#'.repeat(level)} ${title}`, list];
}

function htmlList(
  { content, lineEnd }: Document,
  before: string,
  { heading, lines, level }: Lines,
): string[] {
  const title = withoutColon(heading);
  if (isBetweenBlocks(content, before)) {
    const first = title === '' ? [] : [`<strong>${title}</strong>`];
    const paragraph = `<p>${[...first, ...lines.map((line) => `${calloutMark(line)} ${line}`)].join('<br>')}</p>`;
    return [[wordPressBlock.start, paragraph, wordPressBlock.end].join(lineEnd)];
  }
  const list = ['<ul>', ...lines.map((line) => `<li>${line}</li>`), '</ul>'].join(lineEnd);
  if (title === '') return [list];
  return [level === null ? `<p><strong>${title}</strong></p>` : `<h${level}>${title}</h${level}>`, list];
}

/** Returns a label without the colon that joins it to what it introduces. */
export function withoutColon(label: string): string {
  return label.replace(/\s*[:：]\s*$/u, '');
}

/** Returns the level of the highest headings below the title. Null: there are none. */
function sectionLevel({ content, blocks }: Document): number | null {
  const level = blocks.reduce((least, block) => {
    const own = headingLevel(content, block) ?? 1;
    return own > 1 ? Math.min(least, own) : least;
  }, Infinity);
  return level === Infinity ? null : level;
}

function sentenceText(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): string {
  const { content, blocks } = document;
  const block = blocks[spot.block];
  const { width, isBySentence } = settingOf(document, block, layout);
  const line = lineAt(document, spot.offset);
  const before = content.slice(Math.max(0, spot.offset - 40), spot.offset);
  const space = tightEnd.test(before) ? '' : layout.gap;
  const gap = isBySentence ? line.lineEnd : space;
  return openEnd(before) + wrap(words, { ...line, width, gap });
}

/** Returns the column of an offset, and a line end with the indent of its line. */
function lineAt({ content, lineEnd }: Document, offset: number): { column: number; lineEnd: string } {
  const start = Math.max(content.lastIndexOf('\n', offset - 1), content.lastIndexOf('\r', offset - 1)) + 1;
  const indent = /^[ \t]*/.exec(content.slice(start, Math.min(offset, start + 80)))?.[0] ?? '';
  return { column: offset - start, lineEnd: lineEnd + indent };
}

function paragraphText(document: Document, layout: Layout, spot: Spot, words: readonly Word[]): string {
  const { content, lineEnd, html, blocks } = document;
  const before = content.slice(0, spot.offset);
  const isMarked = html || /<\/p>$/i.test(before.slice(-8));
  const { width } = settingOf(document, blocks[spot.block], layout);
  const text = wrap(words, { width: isMarked ? Infinity : width, column: 0, gap: '', lineEnd });
  const paragraph = isMarked ? `<p>${text}</p>` : text;
  const marked = isBetweenBlocks(content, before)
    ? [wordPressBlock.start, paragraph, wordPressBlock.end].join(lineEnd)
    : paragraph;
  return `${before.trim() === '' ? '' : lineEnd + lineEnd}${marked}`;
}

const wordPressBlock = { start: '<!-- wp:paragraph -->', end: '<!-- /wp:paragraph -->' };

function isBetweenBlocks(content: string, before: string): boolean {
  return content.includes(wordPressBlock.start) && /-->\s*$/.test(before.slice(-20));
}

type Measure = {
  readonly width: number;
  readonly column: number;
  readonly gap: string;
  readonly lineEnd: string;
};

/** Matches words that would turn a line into a heading, a list item or the like. */
const lineOpener = /^(?:[-+*>#=|~`:•◦‣·!?$_{]|\d+[.)]$)/;

/** Breaks lines at the width of the paragraph, never in a link. No new line begins like a list or a heading. */
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

/** Returns the full stop that the author's words need before an addition, or an empty string. */
function openEnd(before: string): string {
  if (closedEnd.test(before)) return '';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(before)) return '。';
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{Sc}°%‰′″™®©²³][)\]"'”’»*_~`]{0,4}$/u.test(
    before,
  )
    ? '.'
    : '';
}

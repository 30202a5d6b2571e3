import { createHtmlReader, lineEndOf, linesOf, readBlocks, type RawBlock } from '#core/document/blocks.ts';
import type { TextFormat } from '#core/document/document.ts';
import { blankLine, wordSet } from '#core/lib/helpers.ts';

import { escapeHtml, escapeMarkdown } from './escape.ts';
import { htmlPieces } from './html-pieces.ts';

/**
 * A noncharacter that stands for the words of the disclosure until everything else is written, so that no reader or
 * converter of the text finds markup in them.
 */
export const disclosureSign = '\uFDD5';

/** Replaces the sign by the words of the disclosure. Null: there is no disclosure, and the text stays as it is. */
export function putDisclosure(text: string, disclosure: string | null, format: TextFormat): string {
  return disclosure === null ? text : text.replace(disclosureSign, () => writtenWords(disclosure, format));
}

/** Writes words of one line in this format so that they read back as the same words. */
export function writtenWords(words: string, format: TextFormat): string {
  if (format === 'plain') return words;
  return format === 'html' ? escapeHtml(words) : escapeMarkdown(words).replace(autolinkSigns, '\\$&');
}

/** Many readers of Markdown make links of bare addresses, but not if one of these signs is escaped. */
const autolinkSigns = /:(?=\/\/)|(?<=www)\.|@/giu;

/**
 * Returns the paragraph of the disclosure.
 *
 * @param words as they are written in this format
 * @param text the version. The paragraph gets the same kind of line ends and blocks.
 */
export function disclosureParagraph(words: string, text: string, format: TextFormat): string {
  const end = lineEndOf(text);
  if (format === 'plain') return words + end + end;
  if (format === 'markdown') return `*${words}*${end}${end}`;
  const paragraph = `<p><em>${words}</em></p>`;
  if (!text.includes('<!-- wp:')) return /[\r\n]/u.test(text) ? paragraph + end : paragraph;
  return `<!-- wp:paragraph -->${end}${paragraph}${end}<!-- /wp:paragraph -->${end}${end}`;
}

/** Elements that may have a new paragraph before them, but not inside them. */
const atoms = wordSet('p ul ol dl table blockquote pre h1 h2 h3 h4 h5 h6 figure');
/** Elements that only contain other elements. A block of text begins behind their tags. */
const holders = wordSet(
  'html body div section article main header footer aside nav form details summary center hr',
);

/** Returns the start of the block that contains the offset. A paragraph may be inserted there. */
export function blockStartAt(text: string, offset: number, format: TextFormat): number {
  if (format === 'html') return htmlBlockStart(text, offset);
  if (format === 'plain') return paragraphStart(text, 0, offset);
  const blocks = readBlocks(text, false);
  const isHtml = createHtmlReader(text);
  const isOpen = blocks.map((block) => {
    const lines = linesOf(text.slice(block.start, block.end)).map((line, index) =>
      isHtml(block, line, index),
    );
    return lines.at(-1) === true || open.has(block.kind);
  });
  let at = blocks.findLastIndex(({ start }) => start <= offset);
  while (at > 0 && isOpen[at - 1] === true && !isApart(text, blocks[at - 1], blocks[at])) at -= 1;
  return blocks[at]?.start ?? 0;
}

/** Kinds of blocks that a line of text directly below them continues, as it does HTML of any kind. */
const open = new Set<RawBlock['kind']>(['flow', 'list', 'quote', 'table']);
const blankLines = new RegExp(blankLine, 'gu');

/** Whether a blank line separates two blocks. */
function isApart(text: string, above?: RawBlock, below?: RawBlock): boolean {
  return text.slice(above?.end, below?.start).search(blankLines) >= 0;
}

function htmlBlockStart(text: string, offset: number): number {
  let at = 0;
  let atom: { readonly name: string; readonly start: number } | null = null;
  let depth = 0;
  let loose = 0;
  for (const piece of htmlPieces(text)) {
    if (at >= offset) break;
    const start = at;
    at += piece.source.length;
    if (piece.kind === 'text') continue;
    const { name, closes } = piece;
    // A paragraph without an end tag ends where another block begins.
    if (atom?.name === 'p' && !closes && (atoms.has(name) || holders.has(name))) atom = null;
    if (atom === null) {
      // A blank line in a comment or a script begins no paragraph.
      if (piece.source.search(blankLines) >= 0) loose = at;
      if (atoms.has(name) && !closes) [atom, depth] = [{ name, start }, 1];
      else if (atoms.has(name) || holders.has(name)) loose = at;
    } else if (name === atom.name) {
      depth += closes ? -1 : 1;
      if (depth === 0) [atom, loose] = [null, at];
    }
  }
  const start = atom?.start ?? paragraphStart(text, loose, offset);
  // WordPress puts a comment before each block. It belongs to the block.
  const before = text.slice(Math.max(0, start - 420), start);
  return start - (/<!-- wp:[a-z][^\n]{0,400}-->\s{0,8}$/u.exec(before)?.[0].length ?? 0);
}

/** Returns the start of the paragraph between blank lines, not before `from`. */
function paragraphStart(text: string, from: number, offset: number): number {
  let start = from;
  for (const gap of text.slice(from, offset).matchAll(blankLines)) start = from + gap.index + gap[0].length;
  return start + (/^\s*/u.exec(text.slice(start, offset))?.[0].length ?? 0);
}

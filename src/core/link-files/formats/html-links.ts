import { breakingElements } from '#core/document/html-elements.ts';
import { escapeAttribute, escapeHtml } from '#core/export/escape.ts';
import { htmlPieces, type HtmlPiece, type Tag } from '#core/export/html-pieces.ts';
import { onOneLine } from '#core/lib/helpers.ts';
import { linkFileFormat } from '#core/links/link.ts';
import { isWebAddress, withoutEntities } from '#core/links/web-address.ts';

import { joinDescription } from './description-parts.ts';

/** `own`: bookmarks that were exported here. */
type HtmlMaker = 'own' | 'bookmarks' | 'html';

/** A link of HTML, with its line counted from 1. */
type HtmlLink = { readonly row: number; readonly url: string; readonly description: string };

type HtmlLinks = {
  readonly maker: HtmlMaker;
  readonly links: readonly HtmlLink[];
  /** The words outside of all links, in the same lines. */
  readonly outside: string;
};

/** Whether a text has a link of HTML in it, or a table. */
export function looksLikeHtml(text: string): boolean {
  return /<a\s[^<>]*href|<table[\s>]|<!doctype netscape/iu.test(text);
}

/** A link whose end tag has not come yet. */
type OpenLink = { readonly row: number; readonly tag: Tag; words: string; picture: string };

/** Reads the links of HTML source. Of bookmarks it reads all links, and else only those of the web. */
export function readHtmlLinks(html: string): HtmlLinks {
  const links: HtmlLink[] = [];
  const outside: string[] = [];
  let maker: HtmlMaker = 'html';
  let row = 1;
  let open: OpenLink | null = null;

  for (const piece of htmlPieces(html)) {
    const lines = piece.source.match(/\r\n|\r|\n/gu) ?? [];
    maker = makerOf(piece, maker);
    if (piece.kind === 'tag' && piece.name === 'a') {
      if (open !== null) links.push(...linksOf(open, maker));
      open = piece.closes ? null : { row, tag: piece, words: '', picture: '' };
    }
    const words = wordsOf(piece);
    if (open !== null) {
      open.words += words;
      if (piece.kind === 'tag' && piece.name === 'img') open.picture ||= valueOf(piece, 'alt');
    }
    outside.push(open === null && piece.kind === 'text' ? words : ` ${lines.join('')}`);
    row += lines.length;
  }
  if (open !== null) links.push(...linksOf(open, maker));
  return { maker, links, outside: outside.join('') };
}

function makerOf(piece: HtmlPiece, earlier: HtmlMaker): HtmlMaker {
  if (piece.kind === 'text' || earlier === 'own') return earlier;
  if (piece.name === '') return /^<!doctype netscape-bookmark/iu.test(piece.source) ? 'bookmarks' : earlier;
  return piece.name === 'meta' && valueOf(piece, 'content') === linkFileFormat ? 'own' : earlier;
}

function linksOf({ row, tag, words, picture }: OpenLink, maker: HtmlMaker): HtmlLink[] {
  const href = valueOf(tag, 'href');
  const text = onOneLine(words) || onOneLine(picture) || onOneLine(valueOf(tag, 'title'));
  if (maker === 'own') return [{ row, url: href, description: valueOf(tag, 'description') }];
  const url = addressOf(href);
  const description = text === url ? '' : text;
  if (maker === 'html') return isWebAddress(url) ? [{ row, url, description }] : [];
  return [{ row, url, description: joinDescription(description, '', valueOf(tag, 'tags').split(',')) }];
}

/** Returns the value of an attribute as a browser reads it, or nothing. */
function valueOf({ attributes }: Tag, name: string): string {
  return withoutEntities(attributes.find((attribute) => attribute.name === name)?.value ?? '');
}

/** Returns an address as a browser reads it. One without a scheme has that of its page. */
function addressOf(href: string): string {
  const url = href.replace(/[\t\n\r]/gu, '').trim();
  return url.startsWith('//') ? `https:${url}` : url;
}

/** Returns the words of a piece, or a blank where it parts words. */
function wordsOf(piece: HtmlPiece): string {
  if (piece.kind === 'text') return withoutEntities(piece.source);
  return breakingElements.has(piece.name) ? ' ' : '';
}

/**
 * Returns the rows of the tables in HTML source, such as a spreadsheet that was saved as HTML. A cell with a link is that
 * link as HTML. Returns null if the tables are only there for the layout: less than half of the rows have one address.
 */
export function readHtmlTable(html: string): string[][] | null {
  const rows: string[][] = [];
  let cell: { source: string; words: string; links: number } | null = null;
  function endCell(): void {
    if (cell !== null) rows.at(-1)?.push(cell.links > 0 ? cellOf(cell.source) : onOneLine(cell.words));
    cell = null;
  }
  for (const piece of htmlPieces(html)) {
    if (piece.kind === 'tag' && /^(?:td|th|tr|table)$/u.test(piece.name)) {
      endCell();
      if (piece.name === 'tr' && !piece.closes) rows.push([]);
      if (/^t[dh]$/u.test(piece.name) && !piece.closes) cell = { source: '', words: '', links: 0 };
    } else if (cell !== null) {
      cell.source += piece.source;
      cell.words += wordsOf(piece);
      if (piece.kind === 'tag' && piece.name === 'a' && !piece.closes) cell.links += 1;
    }
  }
  endCell();
  const filled = rows.filter((row) => row.some((words) => words !== ''));
  const withLink = filled.filter((row) =>
    row.some((words) => words.startsWith('<a ') || isWebAddress(words)),
  );
  const isTable = filled.some((row) => row.length > 1) && withLink.length * 2 >= filled.length;
  return isTable && filled.length > 1 ? filled : null;
}

/** Returns the only link of a cell as HTML, or else its words. */
function cellOf(source: string): string {
  const { links, outside } = readHtmlLinks(source);
  const [link, more] = links;
  if (link === undefined || more !== undefined)
    return onOneLine([outside, ...links.map(({ url }) => url)].join(' '));
  const words = link.description || onOneLine(outside);
  return words === '' ? link.url : `<a href="${escapeAttribute(link.url)}">${escapeHtml(words)}</a>`;
}

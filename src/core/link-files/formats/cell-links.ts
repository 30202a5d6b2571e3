import { isWebAddress } from '#core/links/web-address.ts';

import { readHtmlLinks } from './html-links.ts';
import { markedLinkOf, type LinkInText } from './line-links.ts';

/** A formula such as `=HYPERLINK("https://…";"Pan")`. Its name depends on the language of the spreadsheet. */
const formula =
  /^'?=\s*[\p{L}._]{2,30}\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*(?:"((?:[^"]|"")*)"|[^",;()]*))?\s*\)\s*$/u;

/** Returns the address in a cell, and its name if the cell is a formula, HTML, Markdown or BBCode. */
export function linkOfCell(cell: string): LinkInText {
  const text = cell.trim();
  const marked = /^['=<[]/u.test(text) ? markedIn(text) : null;
  return marked !== null && isWebAddress(marked.url) ? marked : { url: cell, description: '' };
}

function markedIn(text: string): LinkInText | null {
  const [whole, address = '', words = ''] = formula.exec(text) ?? [];
  if (whole !== undefined)
    return { url: address.replaceAll('""', '"'), description: words.replaceAll('""', '"') };
  if (!text.startsWith('<')) return markedLinkOf(text);
  const { links, outside } = readHtmlLinks(text);
  const [link, more] = links;
  return link !== undefined && more === undefined && outside.trim() === '' ? link : null;
}

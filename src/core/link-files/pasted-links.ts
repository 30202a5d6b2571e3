import { makeFields } from '#core/links/link.ts';

import { cleanWords, linksOfLine, type LinkInText } from './formats/line-links.ts';
import { roleOf } from './formats/header-names.ts';
import type { FoundLink } from './import-plan.ts';

/** The links of one line of a text, counted from 1. */
type ReadLine = { readonly row: number; readonly links: readonly LinkInText[] };

const listMark = /^(?:[-*+•]|\d+[.)])\s+/u;

/**
 * Reads the links of a text, line by line. A description may also stand in a line of its own, before or behind its URL.
 * A line without a URL becomes a link without a URL, so that it is shown.
 */
export function readPastedLinks(text: string): FoundLink[] {
  const lines = text.split(/\r\n|\r|\n/u).map((line) => line.trim());
  const isList = isCommaList(lines.filter((line) => line !== ''));
  const read = lines.flatMap((line, index) => {
    if (line === '') return [];
    const links = linksOfLine(isList ? line.replace(',', ' ') : line.replace(listMark, ''));
    return { row: index + 1, links };
  });
  return pairLines(read).flatMap(({ row, links }) =>
    links.map((link) => ({ ...makeFields(() => ''), row, ...link })),
  );
}

/** Whether each line is an address, a comma and a description. At least half of the descriptions have several words. */
function isCommaList(lines: readonly string[]): boolean {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  return (
    count(/^https?:\/\/[^\s,]+,(?!https?:\/\/)/iu) === lines.length &&
    count(/\s/u) * 2 >= lines.length &&
    // Digits behind a comma may belong to the address. A tab ends it.
    count(/^(?!\S*#:~:text=)[^,]+,"?\p{L}[\p{L}\p{M}’'-]*[^\S\t]/u) > 0
  );
}

/** Whether a line has only words, or only an address, or both. "URL:" before an address describes nothing. */
function kindOf({ links }: ReadLine): 'words' | 'address' | 'both' {
  const [link, more] = links;
  if (link === undefined || more !== undefined) return 'both';
  if (link.url === '') return 'words';
  return link.description === '' || roleOf(link.description)?.kind === 'address' ? 'address' : 'both';
}

/**
 * Joins lines of words with lines of addresses if they alternate: the words stand before each address if the text begins
 * with words, or else behind it. Most addresses must have words there, and few lines may have both.
 */
function pairLines(lines: readonly ReadLine[]): readonly ReadLine[] {
  const kinds = lines.map(kindOf);
  const first = kinds.find((kind) => kind !== 'both');
  const step = first === 'words' ? -1 : 1;
  const hasWords = (index: number) => kinds[index] === 'address' && kinds[index + step] === 'words';
  const paired = kinds.filter((_, index) => hasWords(index)).length;
  const others = kinds.filter((kind, index) => kind !== 'words' && !hasWords(index)).length;
  if (paired <= others) return lines;
  return lines.flatMap((line, index) => {
    if (hasWords(index)) {
      const words = lines[index + step]?.links[0]?.description ?? '';
      return { ...line, links: line.links.map((link) => ({ ...link, description: cleanWords(words) })) };
    }
    return kinds[index] === 'words' && hasWords(index - step) ? [] : line;
  });
}

import { lineEndOf } from '#core/document/blocks.ts';
import type { TextFormat } from '#core/document/document.ts';

import { escapeHtml, escapeMarkdown } from './escape.ts';

/**
 * A noncharacter that stands for the words of the disclosure until everything else is written: what reads and converts
 * the text reads no markup in them.
 */
export const disclosureSign = '\uFDD5';

/** Puts the words of the disclosure in for their sign. Null: there is no disclosure, and the text stays as it is. */
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
 * @param text the version, whose line ends and blocks the paragraph has
 */
export function disclosureParagraph(words: string, text: string, format: TextFormat): string {
  const end = lineEndOf(text);
  if (format === 'plain') return words + end + end;
  if (format === 'markdown') return `*${words}*${end}${end}`;
  const paragraph = `<p><em>${words}</em></p>`;
  if (!text.includes('<!-- wp:')) return /[\r\n]/u.test(text) ? paragraph + end : paragraph;
  return `<!-- wp:paragraph -->${end}${paragraph}${end}<!-- /wp:paragraph -->${end}${end}`;
}

import type { LinkRelation } from './link-relation.ts';
import { escapeHtml } from './escape.ts';
import { isWebAddress } from '#core/links/web-address.ts';

type Link = { readonly anchor: string; readonly url: string };

/** Writes a link as HTML. If no browser can open the address, only the words stay. */
export function writeHtmlLink({ anchor, url }: Link, relation: LinkRelation): string {
  const words = escapeHtml(anchor);
  if (!isWebAddress(url)) return words;
  const rel = relation === 'none' ? '' : ` rel="${relation}"`;
  return `<a href="${escapeHtml(url)}"${rel}>${words}</a>`;
}

export function writePlainLink({ anchor, url }: Link): string {
  return `${anchor} (${url})`;
}

/** Writes a link that reads back as exactly this address with exactly these words. */
export function writeMarkdownLink({ anchor, url }: Link): string {
  const words = escapeWords(anchor);
  return isWebAddress(url) ? `[${words}](${markdownDestination(url)})` : `${words} (${url})`;
}

/** Also what only resembles an entity: some readers keep `&copy_1;`, and a browser shows `©_1;`. */
const entity = /&(?=#\d+;|#x[\da-f]+;|\w+;)/giu;

/** Writes an address for Markdown. Spaces and parentheses are only allowed between angle brackets. */
export function markdownDestination(url: string): string {
  const escaped = url
    .replace(/[\n\r]/gu, encodeURIComponent)
    .replace(/\\/gu, '\\\\')
    .replace(entity, '&amp;');
  return /[\s()<>]/u.test(url) ? `<${escaped.replace(/[<>]/gu, '\\$&')}>` : escaped;
}

function escapeWords(anchor: string): string {
  return (
    anchor
      .replace(/\s+/gu, ' ')
      // Some readers read `(` behind a bracket as the start of an address, also behind an escaped one.
      .replace(/[\\`*[\]<~]|(?<=\])\(|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!$/gu, '\\$&')
      .replace(entity, '&amp;')
  );
}

import { isWebAddress } from '#core/links/web-address.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe between tags. Quotes stay, because shortcodes need them. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/gu, (character) => entities[character] ?? character);
}

/** Makes text safe between tags and inside quoted attributes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

/** Resolves in escaped text what was an entity before. */
export function keepEntities(escaped: string): string {
  return escaped.replace(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu, '&$1;');
}

/** A `<` that may begin a tag, also at the end of the text, because other text may follow. */
const tagStart = /<(?=[a-z/!?]|$)/giu;
/** Also matches text that only resembles an entity: some readers keep `&copy_1;`, and a browser shows `©_1;`. */
const entityStart = /&(?=#?\w+;)/gu;
/** Signs at the start of a line that begin a heading, quotation, list, rule, table or code block. */
const lineStart = /^([ \t]*)(#{1,6}(?=\s|$)|>|[-+](?=[-+ \t|:]|$)|=|\||:(?=-)|~(?=~))/gmu;
const numberStart = /^([ \t]*\d{1,9})([.)])(?=\s|$)/gmu;
const indent = /^(?: {0,3}\t| {4})[ \t]*/gmu;

/** Writes text as Markdown that reads back as the same words, without tags, links or formatting. */
export function escapeMarkdown(text: string): string {
  return escapeTags(
    text.replace(/[\\`*[\]]|(?<!\s)~|~(?=[~\s]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'),
  )
    .replace(indent, '   ')
    .replace(lineStart, String.raw`$1\$2`)
    .replace(numberStart, String.raw`$1\$2`);
}

/** Turns tags and entities in Markdown into plain words. */
export function escapeTags(markdown: string): string {
  return markdown.replace(entityStart, '&amp;').replace(tagStart, '&lt;');
}

/** Writes plain text as HTML, with paragraphs between blank lines and a break at each line end. */
export function toParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/u)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block.trim()).replace(/\r?\n/gu, '<br>\n')}</p>`)
    .join('\n');
}

/** The `rel` values of an exported link, for search engines. */
export const linkRelations = ['sponsored nofollow', 'sponsored', 'nofollow', 'none'] as const;

export type LinkRelation = (typeof linkRelations)[number];

/** The `rel` of a paid link on the page. */
export const linkRel = 'sponsored nofollow noopener noreferrer';

type Link = { readonly anchor: string; readonly url: string };

/** Writes a link as HTML. If the address is not a web address, only the words stay. */
export function writeHtmlLink({ anchor, url }: Link, relation: LinkRelation): string {
  const words = escapeHtml(anchor);
  if (!isWebAddress(url)) return words;
  const rel = relation === 'none' ? '' : ` rel="${relation}"`;
  return `<a href="${escapeAttribute(url)}"${rel}>${words}</a>`;
}

export function writePlainLink({ anchor, url }: Link): string {
  return `${anchor} (${url})`;
}

/** Writes a link that reads back as exactly this address with exactly these words. */
export function writeMarkdownLink({ anchor, url }: Link): string {
  const words = escapeWords(anchor);
  return isWebAddress(url) ? `[${words}](${markdownDestination(url)})` : `${words} (${url})`;
}

/** Writes an address for Markdown. Spaces and parentheses are only allowed between angle brackets. */
export function markdownDestination(url: string): string {
  const escaped = url
    .replace(/[\n\r]/gu, encodeURIComponent)
    .replace(/\\/gu, '\\\\')
    .replace(entityStart, '&amp;');
  return /[\s()<>]/u.test(url) ? `<${escaped.replace(/[<>]/gu, '\\$&')}>` : escaped;
}

function escapeWords(anchor: string): string {
  return (
    anchor
      .replace(/\s+/gu, ' ')
      // Some readers read `(` behind a bracket as the start of an address, also behind an escaped one.
      .replace(/[\\`*[\]<~]|(?<=\])\(|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|!$/gu, '\\$&')
      .replace(entityStart, '&amp;')
  );
}

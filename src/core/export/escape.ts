const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

/** What may begin a tag, also where the text ends and other text may follow. */
const tagStart = /<(?=[a-z/!?]|$)/giu;
const entityStart = /&(?=#?\w{1,32};)/gu;
/** What makes a heading, quotation, list, rule, table or block of code at the start of a line. */
const lineStart = /^([ \t]*)(#{1,6}(?=\s|$)|>|[-+](?=[-+ \t|:]|$)|=|\||:(?=-)|~(?=~))/gmu;
const numberStart = /^([ \t]*\d{1,9})([.)])(?=\s|$)/gmu;
const indent = /^(?: {0,3}\t| {4})[ \t]*/gmu;

/** Text as Markdown that reads back as the same words: none of them becomes a tag, a link or formatting. */
export function escapeMarkdown(text: string): string {
  return escapeTags(
    text.replace(/[\\`*[\]]|(?<!\s)~|~(?=[~\s]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'),
  )
    .replace(indent, '   ')
    .replace(lineStart, String.raw`$1\$2`)
    .replace(numberStart, String.raw`$1\$2`);
}

/** Markdown in which tags and entities are words. */
export function escapeTags(markdown: string): string {
  return markdown.replace(entityStart, '&amp;').replace(tagStart, '&lt;');
}

/** Plain text as HTML: paragraphs where blank lines part them, a break for each line. */
export function toParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/u)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block.trim()).replace(/\r?\n/gu, '<br>\n')}</p>`)
    .join('\n');
}

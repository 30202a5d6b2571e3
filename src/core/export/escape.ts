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

/** What may begin a tag, also at the end, where other text may follow. */
const tagStart = /<(?=[a-z/!?]|$)/giu;
const entityStart = /&(?=#?\w{1,32};)/gu;
/** What makes a heading, quotation, list, rule, table or code block at the start of a line. */
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

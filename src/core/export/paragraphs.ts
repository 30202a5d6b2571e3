import { escapeHtml } from './escape-html.ts';

/** Plain text as HTML: paragraphs where blank lines part them, a break for each line. */
export function toParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/u)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escapeHtml(block.trim()).replace(/\r?\n/gu, '<br>\n')}</p>`)
    .join('\n');
}

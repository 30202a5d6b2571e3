import { escapeHtml } from './escape-html.ts';
import type { TextFormat } from './text-format.ts';

/** Paragraphs where blank lines part them; of Markdown, headings and lists too. Other signs stay as typed. */
export function toBlocks(text: string, format: TextFormat): string {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/u)
    .filter((block) => block.trim() !== '')
    .flatMap((block) => (format === 'markdown' ? markdownBlock(block) : [paragraph(block)]))
    .join('\n');
}

function paragraph(block: string): string {
  return `<p>${escapeHtml(block.trim()).replace(/\r?\n/gu, '<br>\n')}</p>`;
}

function markdownBlock(block: string): string[] {
  const parts: string[] = [];
  for (const group of groupLines(block.split(/\r?\n/u))) {
    const heading = /^(#{1,6}) +(.*)$/u.exec(group.lines[0] ?? '');
    if (heading !== null) {
      const level = heading[1]?.length ?? 1;
      parts.push(`<h${level}>${escapeHtml((heading[2] ?? '').trim())}</h${level}>`);
    } else if (group.list === '') parts.push(paragraph(group.lines.join('\n')));
    else {
      const items = group.lines.map((line) => `<li>${escapeHtml(line.replace(listSign, '').trim())}</li>`);
      parts.push(`<${group.list}>${items.join('')}</${group.list}>`);
    }
  }
  return parts;
}

const listSign = /^(?:[-*+]|\d{1,3}\.) +/u;

type LineGroup = { readonly list: '' | 'ul' | 'ol'; readonly lines: string[] };

/** Lines of one list or one paragraph belong together; a heading stands alone; an indented line continues an item. */
function groupLines(lines: readonly string[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const list = listSign.test(line) ? (/^\d/u.test(line) ? 'ol' : 'ul') : '';
    const last = groups.at(-1);
    const lastIndex = (last?.lines.length ?? 0) - 1;
    const heading = /^#{1,6} /u.test(line);
    if (last !== undefined && last.list !== '' && list === '' && /^\s/u.test(line)) {
      last.lines[lastIndex] = `${last.lines[lastIndex] ?? ''} ${line.trim()}`;
    } else if (last === undefined || last.list !== list || heading || /^#{1,6} /u.test(last.lines[0] ?? '')) {
      groups.push({ list, lines: [line] });
    } else last.lines.push(line);
  }
  return groups;
}

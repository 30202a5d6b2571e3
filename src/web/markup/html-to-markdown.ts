import TurndownService from 'turndown';

import { markdownDestination } from '#core/export/write-link.ts';
import { escapeMarkdown } from '#core/export/escape.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

import { parseWhole } from './inert-document.ts';
import { showHidden } from './quiet-html.ts';
import { tableToMarkdown } from './table-to-markdown.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
});

// Words of a page stay words, also where they look like a tag.
service.escape = escapeMarkdown;

service.remove(['script', 'style', 'head', 'title', 'meta', 'link', 'noscript', 'template']);

service.addRule('link', {
  filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
  replacement(words, node) {
    const href = node instanceof Element ? node.getAttribute('href')?.trim() : undefined;
    const text = words.replace(/\s+/gu, ' ').trim();
    // Editors leave anchors behind that lead nowhere or hold nothing.
    if (text === '' || href === undefined || /^(?:#|$)/u.test(href) || isScriptAddress(href)) return words;
    const [before = ''] = /^\s/u.exec(words) ?? [];
    const [behind = ''] = /\s$/u.exec(words) ?? [];
    return `${before}[${text}](${markdownDestination(href)})${behind}`;
  },
});

service.addRule('image', {
  filter: 'img',
  replacement(_, node) {
    if (!(node instanceof Element)) return '';
    const address = node.getAttribute('src') ?? '';
    const words = escapeMarkdown((node.getAttribute('alt') ?? '').replace(/\s+/gu, ' '));
    return /^https?:\/\//iu.test(address) ? `![${words}](${markdownDestination(address)})` : '';
  },
});

service.addRule('list-item', {
  filter: 'li',
  replacement(content, node, options) {
    const parent = node.parentNode;
    const items = parent === null ? [] : [...parent.childNodes].filter(({ nodeName }) => nodeName === 'LI');
    const place = items.findIndex((item) => item === node);
    const first = parent instanceof Element ? Number(parent.getAttribute('start') ?? 1) : 1;
    const sign = parent?.nodeName === 'OL' ? `${first + place}. ` : `${options.bulletListMarker ?? '-'} `;
    const text = content.trim().replace(/\n(?=.)/gu, `\n${' '.repeat(sign.length)}`);
    return `${sign}${text}${place < items.length - 1 ? '\n' : ''}`;
  },
});

service.addRule('table', {
  filter: 'table',
  replacement(content, node) {
    const table = node instanceof HTMLTableElement ? node : null;
    const rows = table === null ? null : tableToMarkdown(table, (cell) => service.turndown(cell));
    return rows === null ? content : `\n\n${rows}\n\n`;
  },
});

/** An element's content as Markdown, its links byte for byte. */
export function htmlToMarkdown(root: HTMLElement): string {
  return service
    .turndown(root)
    .replace(/[\u00A0 ]+$/gmu, '')
    .trim();
}

export function htmlTextToMarkdown(html: string): string {
  return showHidden(htmlToMarkdown(parseWhole(html)));
}

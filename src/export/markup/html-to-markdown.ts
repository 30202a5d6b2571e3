import TurndownService from 'turndown';

import { markdownDestination, escapeMarkdown } from '#core/export/escape.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

import { prepareHtml } from './prepare-html.ts';
import { hideAttributes, parse, showHidden } from './quiet-html.ts';
import { tableToMarkdown } from './table-to-markdown.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
});

// Parsing has removed styles, and what a template holds is no child of it.
service.remove(['script', 'title', 'noscript']);

/** Noncharacters that stand before each link and behind each mark of a footnote until the Markdown is complete. */
const linkSign = '\uFDD6';
const markSign = '\uFDD7';

service.addRule('link', {
  filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
  replacement(words, node) {
    if (!(node instanceof Element)) return words;
    const href = node.getAttribute('href')?.trim() ?? '';
    const own = words.replace(/\s+/gu, ' ').trim();
    const text = own === '' && node.querySelector('img') !== null ? escapeMarkdown(href) : own;
    // Editors leave anchors that lead nowhere.
    if (text === '' || /^(?:#|$)/u.test(href) || isScriptAddress(href)) return words;
    const [before = ''] = /^\s/u.exec(words) ?? [];
    const [after = ''] = /\s$/u.exec(words) ?? [];
    return `${before}${linkSign}[${text}](${markdownDestination(href)})${after}`;
  },
});

service.addRule('image', {
  filter: 'img',
  replacement(_, node) {
    if (!(node instanceof Element)) return '';
    const address = node.getAttribute('src') ?? '';
    const words = escapeMarkdown((node.getAttribute('alt') ?? '').replace(/\s+/gu, ' '));
    if (/^https?:\/\//iu.test(address)) return `![${words}](${markdownDestination(address)})`;
    // The words carry the link of a picture that is left out.
    return node.closest('a[href]:not([href^="#"])') === null ? '' : words;
  },
});

service.addRule('disclosure', {
  filter: ['details', 'summary'],
  replacement: (content) => `\n\n${content}\n\n`,
});

service.addRule('list-item', {
  filter: 'li',
  replacement(content, node) {
    const sign = `${node.getAttribute('data-sign') ?? '-'} `;
    const text = content.trim().replace(/\n(?=.)/gu, `\n${' '.repeat(sign.length)}`);
    const isLast = node instanceof Element && node.nextElementSibling === null;
    return `${sign}${text.replace(/^\\\[([ xX])\\\](?=\s)/u, '[$1]')}${isLast ? '' : '\n'}`;
  },
});

service.addRule('struck', {
  filter: ({ localName }) => /^(?:s|del|strike)$/u.test(localName),
  replacement: (content) => (content.trim() === '' || content.includes('\n') ? content : `~~${content}~~`),
});

service.addRule('table', {
  filter: 'table',
  replacement(content, node) {
    const rows =
      node instanceof HTMLTableElement ? tableToMarkdown(node, (cell) => service.turndown(cell)) : null;
    return rows === null ? content : `\n\n${rows}\n\n`;
  },
});

service.addRule('superscript', {
  filter: ['sup', 'sub'],
  replacement(content, { localName, firstElementChild: first }) {
    return first?.localName === 'footnote-mark' ? content : `<${localName}>${content}</${localName}>`;
  },
});

service.addRule('formula', {
  filter: ({ localName }) => localName === 'tex-words',
  replacement: (_, { textContent }) => `$${textContent}$`,
});

service.addRule('footnote-mark', {
  filter: ({ localName }) => localName === 'footnote-mark',
  replacement: (_, { textContent }) => `${textContent}${markSign}`,
});

service.addRule('footnote', {
  filter: (node) => node.hasAttribute('data-footnote'),
  replacement(content, node) {
    const text = content.trim().replace(/\n(?=.)/gu, '\n    ');
    return `\n\n[^${node.getAttribute('data-footnote')}]: ${text}\n\n`;
  },
});

/**
 * Returns the content of an element as Markdown, with its links byte for byte. Changes the element.
 *
 * @param escape makes plain text safe in Markdown, also text that looks like a tag
 */
export function htmlToMarkdown(root: HTMLElement, escape = escapeMarkdown): string {
  prepareHtml(root);
  service.escape = escape;
  return (
    service
      .turndown(root)
      // Without the backslash, Markdown would show a picture or another link.
      .replace(/(!?)\uFDD6/gu, (_, mark: string) => mark && String.raw`\!`)
      .replace(/\uFDD7(?=([(:])?)/gu, (_, next?: string) => (next === undefined ? '' : '\\'))
      .replace(/[\u00A0 ]+$/gmu, '')
      .trim()
  );
}

export function htmlTextToMarkdown(html: string): string {
  return showHidden(htmlToMarkdown(parse(hideAttributes(html))));
}

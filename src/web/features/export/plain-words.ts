import { parseWhole } from '#web/markup/inert-document.ts';
import { showHidden } from '#web/markup/quiet-html.ts';

const apart = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL DL BLOCKQUOTE PRE TABLE FIGURE HR DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE'.split(
    ' ',
  ),
);
const unread = new Set('SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME HEAD TITLE TEXTAREA'.split(' '));

/** Converts HTML to plain text: blank lines between paragraphs, and each link's address behind its words. */
export function toPlainWords(html: string): string {
  return showHidden(textOf(parseWhole(html), false))
    .replace(/[ \t]*\n[ \t]*/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

function textOf(node: Node, isExact: boolean): string {
  if (node instanceof Text) return isExact ? node.data : node.data.replace(/[\t\n\r ]+/gu, ' ');
  if (!(node instanceof Element) || unread.has(node.tagName)) return '';
  const inner = [...node.childNodes]
    .map((child) => textOf(child, isExact || node.tagName === 'PRE'))
    .join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'A':
      return withAddress(inner, node.getAttribute('href') ?? '');
    case 'IMG':
      return node.getAttribute('alt') ?? '';
    case 'LI':
      return `\n${markerOf(node)} ${inner.trim()}`;
    case 'TR':
      return `\n${inner.trim()}`;
    case 'TD':
    case 'TH':
      return `${inner.trim()}\t`;
    default:
      return apart.has(node.tagName) ? `\n\n${inner}\n\n` : inner;
  }
}

function withAddress(words: string, href: string): string {
  const isShown = /^[a-z][a-z\d+.-]*:/iu.test(href) && words.trim() !== href;
  return isShown ? `${words} (${href.replace(/^mailto:/iu, '')})` : words;
}

function markerOf(item: Element): string {
  const list = item.parentElement;
  if (list?.tagName !== 'OL') return '-';
  return `${Number(list.getAttribute('start') ?? 1) + [...list.children].indexOf(item)}.`;
}

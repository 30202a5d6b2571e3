import { escapeMarkdown, type LinkRelation } from '#core/export/escape.ts';
import type { ExportFormat } from '#core/export/export-format.ts';
import { putDisclosure } from '#core/export/write-disclosure.ts';
import {
  writeHtmlLinks,
  writeSource,
  type ExportOptions,
  type PreparedText,
} from '#core/export/write-source.ts';
import { wordSet } from '#core/lib/helpers.ts';
import { blocks, parseWhole, showHidden } from '#web/markup/quiet-html.ts';
import { markdownToHtml } from '#web/markup/markdown-to-html.ts';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { toWordPressBlocks } from './wordpress-blocks.ts';
import { checkDestinations, htmlWithPlaceholders, ownOf, prepare } from './write-rich-text.ts';

const unread = wordSet('SCRIPT NOSCRIPT IFRAME TITLE TEXTAREA');

/** Returns the version in this format. Throws if it has a destination that is neither selected nor the author's own. */
export async function writeFormat(
  target: ExportFormat,
  shown: ShownVersion,
  options: ExportOptions,
): Promise<string> {
  if (target === 'json') return writeJson(shown, options);
  const written = await write(target, prepare(shown, options), options);
  if (target === 'plain') return written;
  const own = await write(target, prepare(ownOf(shown), options), options);
  const read = target === 'markdown' ? markdownToHtml : (html: string) => html;
  checkDestinations(read(written), read(own), shown);
  return written;
}

async function writeJson(shown: ShownVersion, options: ExportOptions): Promise<string> {
  const { generation, version, report } = shown;
  const { format, disclosure } = prepare(shown, options);
  // The report describes the text without the disclosure. The disclosure has its own field.
  const text = await writeFormat(format, shown, { ...options, disclosure: false });
  const links = generation.links.map(({ id, url, description }) => ({ id, url, description }));
  return `${JSON.stringify({ version, format, text, disclosure, rel: options.relation, links, report }, null, 2)}\n`;
}

async function write(
  target: Exclude<ExportFormat, 'json'>,
  prepared: PreparedText,
  { relation }: ExportOptions,
) {
  const { format, text, links, disclosure } = prepared;
  if (target === format) return writeSource(prepared, relation);
  if (target === 'markdown' && format === 'plain')
    return writeSource({ ...prepared, text: escapeMarkdown(text), format: target }, relation);
  // The words of the disclosure are inserted at the end, so that they are not read as HTML.
  const html = (rel: LinkRelation) =>
    format === 'html'
      ? writeSource({ ...prepared, disclosure: null }, rel)
      : writeHtmlLinks({ text: htmlWithPlaceholders(prepared), links }, rel);
  switch (target) {
    case 'html':
      return putDisclosure(html(relation), disclosure, 'html');
    case 'wordpress':
      return putDisclosure(toWordPressBlocks(html(relation)), disclosure, 'html');
    case 'plain':
      return putDisclosure(toPlainWords(html(relation)), disclosure, 'plain');
    case 'markdown': {
      const { htmlTextToMarkdown } = await import('#web/markup/html-to-markdown.ts');
      return putDisclosure(htmlTextToMarkdown(html('none')), disclosure, 'markdown');
    }
  }
}

/** Converts HTML to plain text: blank lines between paragraphs, and each link's address behind its words. */
function toPlainWords(html: string): string {
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
      return node.matches(blocks) ? `\n\n${inner}\n\n` : inner;
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

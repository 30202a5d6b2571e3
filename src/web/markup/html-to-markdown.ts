import TurndownService from 'turndown';

import { markdownDestination, escapeMarkdown } from '#core/export/escape.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

import { blocks, hideAttributes, parse, showHidden } from './quiet-html.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
  hr: '---',
});

// This also escapes text that looks like a tag.
service.escape = escapeMarkdown;

// Parsing has removed styles, and what a template holds is no child of it.
service.remove(['script', 'title', 'noscript']);

/** A noncharacter. Stands before each link until the Markdown is complete. */
const linkSign = '\uFDD6';

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

/** Punctuation and symbols. A symbol may consist of several, with joiners. */
const edge = String.raw`(?:[\p{P}\p{S}][\p{M}\p{Cf}]*)*`;
const edgeAtStart = new RegExp(`^${edge}`, 'u');
const edgeAtEnd = new RegExp(`${edge}$`, 'u');

const formats = 'b, strong, i, em, s, del, strike';
const formatsAndLinks = `${formats}, a[href]`;

/** Makes headings, links, bold and italic words end on their line. Otherwise, Markdown would read the marks as text. */
function keepOnOneLine(root: HTMLElement): void {
  const breaks = root.querySelectorAll(
    ':is(h1, h2, h3, h4, h5, h6) :is(br, div), a[href]:not([href^="#"]) br',
  );
  for (const part of breaks) part.replaceWith(' ', ...part.childNodes, ' ');
  const torn = new Set<Node | null>();
  for (const part of root.querySelectorAll(`br, td, th, ${blocks}`))
    for (let node: Node | null = part; !torn.has(node); node = node?.parentNode ?? null) torn.add(node);
  for (const format of root.querySelectorAll(formatsAndLinks)) {
    if (!torn.has(format)) continue;
    wrapRuns(format, format, torn);
    // A link around code alone stays.
    if (!format.hasAttribute('href')) format.replaceWith(...format.childNodes);
  }
}

/**
 * Wraps what stands between line breaks and blocks into copies of the format. Only the first words
 * of a link get one, or else its first picture.
 *
 * @param torn line breaks, blocks, and all that holds one
 */
function wrapRuns(holder: Node, format: Element, torn: ReadonlySet<Node | null>): void {
  let run: Node | null = null;
  const onlyWords = format.nodeName === 'A' && format.textContent?.trim() !== '';
  for (const child of Array.from(holder.childNodes)) {
    const isPicture = !onlyWords && child instanceof Element && child.matches('img, :has(img)');
    const isBlank = child.textContent?.trim() === '' && !isPicture;
    if (torn.has(child)) {
      run = null;
      if (child.nodeName !== 'PRE') wrapRuns(child, format, torn);
    } else if (run !== null || (!isBlank && format.matches(formatsAndLinks))) {
      run ??= holder.insertBefore(format.cloneNode(), child);
      run.appendChild(child);
      format.removeAttribute('href');
    }
  }
}

/**
 * Moves punctuation at the edges of bold and italic words outside, if a letter or a digit follows or precedes. Markdown
 * would read the marks as text.
 */
function moveEdgesOut(root: HTMLElement): void {
  for (const words of root.querySelectorAll(formats)) {
    const { firstChild: first, lastChild: last, previousSibling: before, nextSibling: after } = words;
    const [end = ''] = edgeAtEnd.exec(last instanceof Text ? last.data.slice(-99) : '') ?? [];
    if (last instanceof Text && end !== '' && /^[\p{L}\p{N}]/u.test(after?.textContent ?? '')) {
      last.data = last.data.slice(0, -end.length);
      words.after(end);
    }
    const [start = ''] = edgeAtStart.exec(first instanceof Text ? first.data : '') ?? [];
    if (first instanceof Text && start !== '' && /[\p{L}\p{N}]$/u.test(before?.textContent ?? '')) {
      first.data = first.data.slice(start.length);
      words.before(start);
    }
  }
}

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
  replacement(content, node, options) {
    const parent = node.parentElement;
    const items = [...(parent?.children ?? [])].filter(({ nodeName }) => nodeName === 'LI');
    const place = items.findIndex((item) => item === node);
    const first = Number(parent?.getAttribute('start') ?? 1);
    const sign = parent?.nodeName === 'OL' ? `${first + place}. ` : `${options.bulletListMarker ?? '-'} `;
    const text = content.trim().replace(/\n(?=.)/gu, `\n${' '.repeat(sign.length)}`);
    return `${sign}${text}${place < items.length - 1 ? '\n' : ''}`;
  },
});

service.addRule('struck', {
  filter: (node) => /^(?:S|DEL|STRIKE)$/u.test(node.nodeName),
  replacement(content, node) {
    const around = node.parentElement?.closest('s, del, strike') ?? null;
    return around !== null || content.trim() === '' || content.includes('\n') ? content : `~~${content}~~`;
  },
});

service.addRule('table', {
  filter: 'table',
  replacement(content, node) {
    const rows = node instanceof HTMLTableElement ? tableToMarkdown(node) : null;
    return rows === null ? content : `\n\n${rows}\n\n`;
  },
});

/** Returns the content of an element as Markdown, with its links byte for byte. Changes the element. */
export function htmlToMarkdown(root: HTMLElement): string {
  keepOnOneLine(root);
  moveEdgesOut(root);
  // Google Docs and older editors put a list directly into a list.
  for (const list of root.querySelectorAll(':is(ol, ul) > :is(ol, ul)'))
    list.previousElementSibling?.append(list);
  return (
    service
      .turndown(root)
      // Without the backslash, Markdown would show a picture.
      .replace(/(!?)\uFDD6/gu, (_, mark: string) => mark && String.raw`\!`)
      .replace(/[\u00A0 ]+$/gmu, '')
      .trim()
  );
}

export function htmlTextToMarkdown(html: string): string {
  return showHidden(htmlToMarkdown(parse(hideAttributes(html))));
}

/** Returns the rows of a table between bars, below its caption. Returns null if it has one column, or blocks in its cells. */
function tableToMarkdown(table: HTMLTableElement): string | null {
  const rows = [...table.rows].map((row) => [...row.cells]);
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (width < 2 || table.querySelector('table, ul, ol, pre, blockquote, h1, h2, h3') !== null) return null;
  const lines = rows.map((cells) =>
    lineOf(Array.from({ length: width }, (_, index) => cellText(cells[index]))),
  );
  // A table in Markdown needs a head, so the first row becomes the head.
  lines.splice(1, 0, `${'| --- '.repeat(width)}|`);
  return [cellText(table.caption), '', ...lines].join('\n');
}

function cellText(cell: HTMLElement | null = null): string {
  return service
    .turndown(cell ?? '')
    .trim()
    .replace(/\s*\n\s*/gu, '<br>')
    .replace(/(?<!\\)\|/gu, '\\|');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

import { wordSet } from '#core/lib/helpers.ts';
import { putDisclosure } from '#core/export/disclosure.ts';
import { escapeMarkdown, toParagraphs, type LinkRelation } from '#core/export/escape.ts';
import type { Edit } from '#core/edits/edit.ts';
import type { VersionName } from '#core/edits/version-names.ts';
import type { ExportFormat } from '#core/export/export-format.ts';
import { htmlPieces } from '#core/export/html-pieces.ts';
import { markDirections, toSafeHtml } from '#core/export/safe-html.ts';
import {
  prepareText,
  writeHtmlLinks,
  writeSource,
  type ExportOptions,
  type PreparedText,
} from '#core/export/write-source.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import type { VersionReport } from '#core/report/version-report.ts';

import { htmlTextToMarkdown } from '#export/markup/html-to-markdown.ts';
import { writeSuperscripts } from '#export/markup/superscripts.ts';
import { markdownToHtml, withoutFrontMatter } from '#export/markup/markdown-to-html.ts';
import { blocks, hideAttributes, parse, showHidden } from '#export/markup/quiet-html.ts';

import { withParagraphs } from './classic-paragraphs.ts';
import { toWordPressBlocks } from './wordpress-blocks.ts';

/** A version as it was generated, or with the user's changes. */
type ShownVersion = {
  readonly generation: FinishedGeneration;
  readonly version: VersionName;
  readonly edits: readonly Edit[];
  readonly report: VersionReport;
};

/** What is copied: HTML for editors, or null, and plain text for all else. */
export type RichText = { readonly html: string | null; readonly plain: string };

/**
 * Returns what one click copies: HTML, and the text in the format of its content. Throws if the HTML has a destination
 * that is neither selected nor the author's own.
 */
export function writeRichText(shown: ShownVersion, options: ExportOptions): RichText {
  const html = checked(shown, (version) => {
    const prepared = prepare(version, options);
    // A copy keeps no ids, so no link could lead to them.
    const safe = toSafeHtml(htmlWithPlaceholders(prepared, false));
    const linked = writeHtmlLinks({ ...prepared, text: safe }, options.relation);
    return markDirections(putDisclosure(linked, prepared.disclosure, 'html'));
  });
  return { html, plain: writeSource(prepare(shown, options), options.relation) };
}

/** Returns the version in this format. Throws if it has a destination that is neither selected nor the author's own. */
export function writeFormat(target: ExportFormat, shown: ShownVersion, options: ExportOptions): string {
  if (target === 'json') return writeJson(shown, options);
  const write = (version: ShownVersion) => writeText(target, prepare(version, options), options.relation);
  if (target === 'plain') return write(shown);
  return checked(shown, write, target === 'markdown' ? (text) => markdownToHtml(text) : undefined);
}

export function prepare({ generation, edits }: ShownVersion, options: ExportOptions): PreparedText {
  const urls = generation.links.map(({ url }) => url);
  return prepareText({ content: generation.text, edits, urls }, options);
}

function writeJson(shown: ShownVersion, options: ExportOptions): string {
  const { generation, version, report } = shown;
  const { format, disclosure } = prepare(shown, options);
  // The report describes the text without the disclosure. The disclosure has its own field.
  const text = writeFormat(format, shown, { ...options, disclosure: false });
  const links = generation.links.map(({ id, url, description }) => ({ id, url, description }));
  return `${JSON.stringify({ version, format, text, disclosure, rel: options.relation, links, report }, null, 2)}\n`;
}

function writeText(target: Exclude<ExportFormat, 'json'>, prepared: PreparedText, relation: LinkRelation) {
  const { format, text, links, exchanged, disclosure } = prepared;
  if (target === format) return writeSource(prepared, relation);
  if (target === 'markdown' && format === 'plain')
    return writeSource({ ...prepared, text: escapeMarkdown(text), format: target }, relation);
  // The words of the disclosure are inserted at the end, so that they are not read as HTML.
  const html = (rel: LinkRelation) =>
    writeHtmlLinks({ text: htmlWithPlaceholders(prepared), links, exchanged }, rel);
  switch (target) {
    case 'html':
      return putDisclosure(html(relation), disclosure, 'html');
    case 'wordpress':
      return putDisclosure(toWordPressBlocks(html(relation)), disclosure, 'html');
    case 'plain':
      return putDisclosure(toPlainWords(html(relation)), disclosure, 'plain');
    case 'markdown':
      return putDisclosure(htmlTextToMarkdown(html('none')), disclosure, 'markdown');
  }
}

function htmlWithPlaceholders({ text, format }: PreparedText, hasAnchors = true): string {
  if (format === 'html') return withParagraphs(withoutFrontMatter(text));
  return format === 'markdown' ? markdownToHtml(text, hasAnchors) : toParagraphs(text);
}

/**
 * Writes a version, and throws if it has a destination that is neither a selected link nor the author's own at the same
 * place.
 *
 * @param toHtml returns HTML of what was written
 */
function checked(
  shown: ShownVersion,
  write: (version: ShownVersion) => string,
  toHtml = (written: string) => written,
): string {
  const written = write(shown);
  const exchanged = new Map(
    shown.edits.flatMap(({ relink }) =>
      relink === undefined ? [] : [[linkTo(relink.from), linkTo(relink.url)] as const],
    ),
  );
  const own = destinationsOf(toHtml(write({ ...shown, edits: [] }))).map(
    (each) => exchanged.get(each) ?? each,
  );
  const chosen = new Set(shown.generation.links.map(({ url }) => linkTo(url)));
  const passed = new Set<string>();
  let next = 0;
  for (const found of destinationsOf(toHtml(written))) {
    if (found === own[next]) {
      passed.add(found);
      next += 1;
      // A browser opens a link without an end again in each paragraph behind it, also in an added one.
    } else if (!chosen.has(found) && !(found.startsWith('a ') && passed.has(found)))
      throw new Error('A destination is neither chosen nor of the text itself.');
  }
  return written;
}

/** Attributes by which a browser opens, loads or runs something. */
const destinations =
  /^(?:href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping|content|style|on.*)$/u;

function destinationsOf(html: string): string[] {
  return [...htmlPieces(html)].flatMap((piece) => {
    if (piece.kind === 'text' || piece.closes) return [];
    const { name: element, attributes, content } = piece;
    const found = attributes
      .filter(({ name, value }) => destinations.test(name) && !(name === 'href' && value.startsWith('#')))
      .map(({ name, value }) => `${element} ${name} ${resolved(withoutEntities(value))}`);
    if (content === null) return found;
    const isCode = element === 'script' || element === 'style';
    return [...found, ...(isCode ? [`${element} ${content}`] : destinationsOf(content))];
  });
}

function linkTo(address: string): string {
  return `a href ${resolved(address)}`;
}

function resolved(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}

const unread = wordSet('SCRIPT NOSCRIPT IFRAME TITLE TEXTAREA');

/** Converts HTML to plain text: blank lines between paragraphs, and each link's address behind its words. */
/** A noncharacter. It stands for a line end of code, around which all blanks stay. */
const codeLineEnd = '\uFDD6';

function toPlainWords(html: string): string {
  const root = parse(hideAttributes(html));
  writeSuperscripts(root);
  return showHidden(textOf(root, false))
    .replace(/[ \t]*\n[ \t]*/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
    .replaceAll(codeLineEnd, '\n');
}

function textOf(node: Node, isExact: boolean): string {
  if (node instanceof Text)
    return isExact ? node.data.replaceAll('\n', codeLineEnd) : node.data.replace(/[\t\n\r ]+/gu, ' ');
  if (!(node instanceof Element) || unread.has(node.tagName)) return '';
  const inner = [...node.childNodes]
    .map((child) => textOf(child, isExact || node.tagName === 'PRE'))
    .join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'A':
      return isBackToMark(inner, node) ? '' : withAddress(inner, node.getAttribute('href') ?? '');
    case 'SUP':
      return markOfFootnote(node) ?? inner;
    case 'IMG':
      return node.getAttribute('alt') ?? '';
    case 'PRE':
      return `\n\n${inner.endsWith(codeLineEnd) ? inner.slice(0, -1) : inner}\n\n`;
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

/** Returns the marks of footnotes as `[1]`, or null if the element has none. */
function markOfFootnote(raised: Element): string | null {
  const marks = Array.from(raised.querySelectorAll('a[href^="#"]'), ({ textContent }) => textContent);
  return marks.length === 0 ? null : marks.map((mark) => `[${mark.replace(/[\s[\]]/gu, '')}]`).join('');
}

function isBackToMark(words: string, link: Element): boolean {
  return link.matches('[href^="#"]') && /^[\s\uFE0E↩↑^]+$/u.test(words);
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

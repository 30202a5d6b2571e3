import { htmlLinesOf, readBlocks } from './blocks.ts';
import { isHtml } from './document.ts';
import { labelOf } from './inline-looks.ts';
import { inlineOf, type Tag } from './markup.ts';
import { countsOf, mergeSpans, spanAround, type Span } from '#core/lib/helpers.ts';

import { readMarkup } from '#core/links/link-markup.ts';
import { withoutEntities } from '#core/links/web-address.ts';

/** Returns the URLs among these that a text links already, in any markup, one for each link. */
export function linkedUrls(text: string, urls: readonly string[]): string[] {
  const marked = readMarkup(text, urls).flatMap((each) => (each.type === 'link' ? [each.url] : []));
  const countOf = createOwnLinkCounter(text);
  const own = [...new Set(urls)].flatMap((url) => Array.from({ length: countOf(url) }, () => url));
  return [...marked, ...own];
}

const start = /(?:\](?:(\()|:)[ \t]*<?|<)$/u;
const end = /^(?:[)>"'\s]|$)/u;

/**
 * Returns a function that counts the links of Markdown and HTML to a URL. Images, and what code and comments only show,
 * do not count.
 *
 * @param content the text whose format counts: a version is read like its content
 */
export function createOwnLinkCounter(text: string, content = text): (url: string) => number {
  const hasTags = /<a\s/iu.test(text);
  let known: ReturnType<typeof readText> | null = null;
  const read = () => (known ??= readText(text, content));

  function isLink(at: number, written: string): boolean {
    const before = text.slice(Math.max(0, at - longestStart), at);
    const [found, inline] = start.exec(before) ?? [];
    if (found === undefined) return false;
    const { html, unread, definitions } = read();
    // Programs link an address in signs, also in plain text.
    if (html || spanAround(unread, at) !== undefined) return false;
    const close = at - found.length;
    const isBare = !found.endsWith('<');
    if (/\s/u.test(written) && (isBare || found === '<')) return false;
    if (inline !== undefined) {
      const behind = text.slice(at + written.length, at + written.length + longestStart);
      if (!inlineEnd.test(behind) || (isBare && !balanced.test(written))) return false;
      return isOpened(text, close, unread);
    }
    return definitions.get(close) ?? !isBare;
  }

  return (url) => {
    // Signs of a URL may be written as entities, but its host rarely is.
    const host = /\/\/([\w.-]+)/u.exec(url)?.[1] ?? '';
    let count = hasTags && content.includes(host) ? (read().hrefs.get(url) ?? 0) : 0;
    for (const written of new Set([url, url.replaceAll('&', '&amp;')]))
      for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length))
        if (end.test(text.slice(at + written.length, at + written.length + 1)) && isLink(at, written))
          count += 1;
    return count;
  };
}

/** What stands behind the destination of an inline link: its end, or a title. */
const inlineEnd = /^>?(?:\s*\)|\s+["'(])/u;

/** Each parenthesis has its partner, as Markdown asks of an address without signs around it. */
const balanced = /^(?:[^()]|\((?:[^()]|\([^()]*\))*\))*$/u;

/** What stands directly before or behind a destination. In UTF-16 units. */
const longestStart = 100;
/** Longer words are not read as those of a link. In UTF-16 units. */
const longestWords = 20_000;

/** Returns what a text is: its spans of code, comments, scripts and the like, and its tags of links. */
function readText(text: string, content: string) {
  const html = isHtml(content);
  const blocks = readBlocks(text, html);
  const unread: Span[] = [];
  const anchors: Tag[] = [];
  const htmlLines = html || kramdown.test(text) ? [] : htmlLinesOf(text, blocks);
  const running: Span[] = [];
  let open: { readonly name: string; readonly start: number } | null = null;
  for (const block of blocks) {
    if (block.kind === 'code') {
      unread.push(block);
      continue;
    }
    if (block.kind !== 'other') running.push(block);
    const { opaque, tags } = inlineOf(text, block.start, block.end, html);
    unread.push(...opaque.filter((span) => text[span.start] === '`' || text.startsWith('<!--', span.start)));
    anchors.push(...tags.filter(({ name, closes }) => name === 'a' && !closes));
    for (const tag of tags) {
      if (open === null && !tag.closes && rawText.test(tag.name)) open = tag;
      else if (open !== null && tag.closes && tag.name === open.name) {
        unread.push({ start: open.start, end: tag.end });
        open = null;
      }
    }
  }
  const hidden = mergeSpans(unread);
  const shown = anchors.filter((tag) => spanAround(hidden, tag.start) === undefined);
  const notMarkdown = mergeSpans([...hidden, ...htmlLines]);
  return {
    html,
    unread: notMarkdown,
    definitions: definitionsOf(text, notMarkdown, running),
    hrefs: countsOf(shown.flatMap(hrefsOf)),
  };
}

/** An element of HTML whose words are Markdown, as Jekyll reads it. */
const kramdown = /<[a-z][^<>]*\smarkdown=/iu;

/** The label of a definition, but not of a footnote. Words behind an address or a title make it a sentence. */
const definitionStart =
  /^(?:[ \t]|>|(?:[*+-]|\d{1,9}[.)])(?=[ \t])){0,12}\[(?!\^)(?:\\.|[^[\]\\\n\r]){1,999}(?=\]:[ \t]*(?:<[^<>\n\r]*>|[^\s<]\S*(?!\S))[ \t]*(?:["'(].*["')][ \t]*)?$)/gmu;

/** A link or an image whose words, or else the label behind them, may name a definition. */
const reference = /!?(?:\[(?:\\.|[^[\]\\]){1,999}\]){1,2}/gu;

/**
 * Returns where the labels of definitions end, and whether a link uses them. The first one of a label counts. A line
 * that continues the text above defines nothing.
 *
 * @param running blocks of text
 */
function definitionsOf(text: string, unread: readonly Span[], running: readonly Span[]) {
  const ends = new Set<number>();
  for (const { 0: found, index } of text.matchAll(definitionStart)) {
    const close = index + found.length;
    const continues = found.startsWith('[') && spanAround(running, index) !== undefined;
    if (!continues && spanAround(unread, close) === undefined) ends.add(close);
  }
  const used = new Set<string>();
  for (const { 0: found, index } of text.matchAll(reference)) {
    const close = index + found.length - 1;
    // An escaped mark of an image is text before a link.
    const isLink = found.startsWith('!') === isEscaped(text, index) && !ends.has(close);
    if (isLink && spanAround(unread, close) === undefined) used.add(labelAt(text, close));
  }
  return new Map(Array.from(ends, (close) => [close, used.delete(labelAt(text, close))]));
}

const attribute = /(?<=[\s"'/])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu;

/** Returns the address of a tag as it is written and as a browser reads it, once if they are equal. */
function hrefsOf({ attributes }: Tag): string[] {
  for (const [, name, double, single, bare] of ` ${attributes}`.matchAll(attribute))
    if (name?.toLowerCase() === 'href') {
      const written = (double ?? single ?? bare ?? '').trim();
      return [...new Set([written, withoutEntities(written)])];
    }
  return [];
}

const rawText = /^(?:script|style|textarea|title|template)$/u;

/** Whether the bracket at `close` ends the words of a link: they begin with a bracket, and it is no image. */
function isOpened(text: string, close: number, unread: readonly Span[]): boolean {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - longestWords); at -= 1) {
    const code = spanAround(unread, at);
    if (code !== undefined) {
      at = code.start;
      continue;
    }
    if (text[at] !== ']' && text[at] !== '[') continue;
    if (!isEscaped(text, at)) depth += text[at] === ']' ? 1 : -1;
    if (depth === 0) return at < close && text[at - 1] !== '!';
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

/** Returns the label in brackets that ends at `close`. */
function labelAt(text: string, close: number): string {
  return labelOf(text.slice(text.lastIndexOf('[', close), close + 1));
}

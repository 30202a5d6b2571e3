import { readBlocks } from '#core/document/blocks.ts';
import { formatOf } from '#core/document/document.ts';
import { inlineOf } from '#core/document/markup.ts';
import { atOnce, mergeSpans, spanAround, type Span } from '#core/lib/helpers.ts';

import { readMarkup } from './link-markup.ts';

/**
 * Returns the URLs among these that a text links already, one for each link: links in the markup of Linkweft, and
 * links of Markdown and HTML.
 */
export function linkedUrls(text: string, urls: readonly string[]): string[] {
  const marked = readMarkup(text, urls).flatMap((each) => (each.type === 'link' ? [each.url] : []));
  const countOf = createOwnLinkCounter(text);
  const own = [...new Set(urls)].flatMap((url) => Array.from({ length: countOf(url) }, () => url));
  return [...marked, ...own];
}

const start = /(?:(\]\([ \t]*<?)|(\bhref[ \t]*=[ \t]*["']?)|(\]:[ \t]*<?)|<)$/iu;
const end = /^(?:[)>"'\s]|$)/u;

/**
 * Returns a function that counts the links of Markdown and HTML to a URL. Images, and what code and comments only show,
 * do not count.
 *
 * @param content the text whose format counts: a version is read like its content
 */
export function createOwnLinkCounter(text: string, content = text): (url: string) => number {
  let known: ReturnType<typeof readText> | null = null;
  const read = () => (known ??= readText(text, content));

  function isLink(at: number): boolean {
    const before = text.slice(Math.max(0, at - longestStart), at);
    const [found, inline, attribute, definition] = start.exec(before) ?? [];
    if (found === undefined) return false;
    const { html, unread } = read();
    if (spanAround(unread, at) !== undefined) return false;
    if (attribute !== undefined) return /<a\s[^<>]*$/iu.test(before);
    // Programs link an address in signs, also in plain text.
    if (html) return false;
    const close = at - found.length;
    if (inline !== undefined) return isOpened(text, close);
    return definition === undefined || isUsed(text, close);
  }

  return (url) => {
    let count = 0;
    for (const written of new Set([url, url.replaceAll('&', '&amp;')]))
      for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length))
        if (end.test(text.slice(at + written.length, at + written.length + 1)) && isLink(at)) count += 1;
    return count;
  };
}

/** What stands before a destination, with the attributes before it. In UTF-16 units. */
const longestStart = 2000;

/** Returns whether a text is HTML, and its spans of code, comments, scripts and the like. */
function readText(text: string, content: string) {
  const html = formatOf(content) === 'html';
  const unread: Span[] = [];
  let open: { readonly name: string; readonly start: number } | null = null;
  for (const block of atOnce(readBlocks(text, html))) {
    if (block.kind === 'code') {
      unread.push(block);
      continue;
    }
    const { opaque, tags } = atOnce(inlineOf(text, block.start, block.end, html));
    unread.push(...opaque.filter((span) => text[span.start] === '`' || text.startsWith('<!--', span.start)));
    for (const tag of tags) {
      if (open === null && !tag.closes && rawText.test(tag.name)) open = tag;
      else if (open !== null && tag.closes && tag.name === open.name) {
        unread.push({ start: open.start, end: tag.end });
        open = null;
      }
    }
  }
  return { html, unread: mergeSpans(unread) };
}

const rawText = /^(?:script|style|textarea|title|template)$/u;

/** Whether the bracket at `close` ends the words of a link: they begin with a bracket, and it is no image. */
function isOpened(text: string, close: number): boolean {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - longestStart); at -= 1) {
    if (text[at - 1] !== '\\') {
      if (text[at] === ']') depth += 1;
      else if (text[at] === '[') depth -= 1;
    }
    if (depth === 0) return at < close && text[at - 1] !== '!';
  }
  return false;
}

/** Whether a text refers to the label of a definition, whose bracket ends at `close`. */
function isUsed(text: string, close: number): boolean {
  const open = text.lastIndexOf('[', close);
  const label = text.slice(open, close + 1).toLowerCase();
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(label); at >= 0; at = lower.indexOf(label, at + 1)) {
    const isDefinition =
      lower[at + label.length] === ':' && /(?:^|\n)[ \t]{0,3}$/u.test(lower.slice(Math.max(0, at - 4), at));
    if (!isDefinition) return true;
  }
  return false;
}

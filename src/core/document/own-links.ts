import { htmlLinesOf, readBlocks, type RawBlock } from './blocks.ts';
import type { Tag } from './dialects.ts';
import { labelOf } from './inline-looks.ts';
import { inlineOf } from './markup.ts';
import { isHtml } from './text-format.ts';
import { mergeSpans, onOneLine, overlapping, spanAround, type Span } from '#core/lib/helpers.ts';

import { readMarkup } from '#core/links/link-markup.ts';
import { isWebAddress, withoutEntities } from '#core/links/web-address.ts';

/**
 * How the address of a link is written:
 *
 * - `destination`: in Markdown, without signs around it.
 * - `angle`: the destination of Markdown between `<` and `>`.
 * - `autolink`: alone between `<` and `>`.
 * - `bare`: alone, without signs. Most programs link it.
 * - `double`, `single`, `unquoted`: in an attribute of HTML.
 * - `json`: in the comment of a WordPress block.
 */
export type AddressForm =
  | 'destination'
  | 'angle'
  | 'autolink'
  | 'bare'
  | 'double'
  | 'single'
  | 'unquoted'
  | 'json';

/** A link of the author's own. The span is that of its address, as it is written, without the signs around it. */
export type OwnLink = Span & {
  readonly form: AddressForm;
  /** As a reader of the format reads it. */
  readonly address: string;
  /** Where the first words that carry it begin. */
  readonly at: number;
  /** The words that carry it, on one line without tags. Of a definition, those of all links that use it. */
  readonly words: string;
  /** Whether the same link stands in the text once more, and this is only its copy in the comment of its block. */
  readonly isCopy: boolean;
};

/** Returns the URLs among these that a text links already, in any markup, one for each link. */
export function linkedUrls(text: string, urls: readonly string[]): string[] {
  const marked = readMarkup(text, urls).flatMap((each) => (each.type === 'link' ? [each.url] : []));
  const linksTo = createOwnLinkFinder(text);
  const own = [...new Set(urls)].flatMap((url) => linksTo(url).map(() => url));
  return [...marked, ...own];
}

/**
 * Returns a function that finds the links of Markdown and HTML to a URL. Images, bare addresses, and what code and
 * comments only show, are none.
 *
 * @param content the text whose format counts: a version is read like its content
 */
export function createOwnLinkFinder(text: string, content = text): (url: string) => readonly Span[] {
  const mayLink = /[<\]]/u.test(text);
  let known: ReadonlyMap<string, readonly Span[]> | null = null;
  return (url) => {
    // Signs of a URL may be written as entities, but its host rarely is.
    const host = /\/\/([\w.-]+)/u.exec(url)?.[1] ?? '';
    if (!mayLink || !text.includes(host)) return [];
    known ??= linksByUrl(text, content);
    return known.get(url) ?? [];
  };
}

/** A link is found by its address as it is written and as it is read. */
function linksByUrl(text: string, content: string): ReadonlyMap<string, readonly Span[]> {
  const links = new Map<string, Span[]>();
  for (const link of ownLinksOf(text, content)) {
    if (link.form === 'bare' || link.form === 'json') continue;
    for (const url of new Set([text.slice(link.start, link.end), link.address])) {
      const known = links.get(url);
      if (known === undefined) links.set(url, [link]);
      else known.push(link);
    }
  }
  return links;
}

/**
 * Returns the links of the author's own with a web address, in the order of the text. Links in link markup are not among
 * them.
 *
 * @param content the text whose format counts: a version is read like its content
 */
export function ownLinksOf(text: string, content = text): OwnLink[] {
  const html = isHtml(content);
  const read = readText(text, html);
  const links = [...htmlLinks(text, read), ...(html ? [] : markdownLinks(text, read))];
  const addresses = new Set(links.map(({ address }) => address));
  const all = [...links, ...blockLinks(text, addresses)].filter(({ address }) => isWebAddress(address));
  return all.toSorted((a, b) => a.start - b.start);
}

type ReadBlock = RawBlock & { readonly opaque: readonly Span[] };

type ReadText = {
  /** Blocks that may hold links of Markdown. */
  readonly blocks: readonly ReadBlock[];
  /** Code, comments, scripts and the like. */
  readonly hidden: readonly Span[];
  /** These and the lines of HTML, in which Markdown is not read. */
  readonly unread: readonly Span[];
  /** The tags of links, in order. */
  readonly anchors: readonly Tag[];
};

/** An element of HTML whose words are Markdown, as Jekyll reads it. */
const kramdown = /<[a-z][^<>]*\smarkdown=/iu;
/** Front matter, and elements of HTML whose text is read by nobody or as it is. */
const noText = /^\s*(?:-{3}|\+{3}|<)/u;
const rawText = /^(?:script|style|textarea|title|template)$/u;

function readText(text: string, html: boolean): ReadText {
  const { blocks, constructs } = readBlocks(text, html);
  const unread: Span[] = [];
  const anchors: Tag[] = [];
  const running: ReadBlock[] = [];
  let open: { readonly name: string; readonly start: number } | null = null;
  for (const block of blocks) {
    if (block.kind === 'code') {
      unread.push(block);
      continue;
    }
    const { opaque, tags } = inlineOf(text, block.start, block.end, html, constructs);
    if (block.kind !== 'other' || !noText.test(text.slice(block.start, block.start + 80)))
      running.push({ ...block, opaque });
    unread.push(...opaque.filter((span) => text[span.start] === '`' || text.startsWith('<!--', span.start)));
    anchors.push(...tags.filter(({ name }) => name === 'a'));
    for (const tag of tags) {
      if (open === null && !tag.closes && rawText.test(tag.name)) open = tag;
      else if (open !== null && tag.closes && tag.name === open.name) {
        unread.push({ start: open.start, end: tag.end });
        open = null;
      }
    }
  }
  const hidden = mergeSpans(unread);
  const htmlLines = html || kramdown.test(text) ? [] : htmlLinesOf(text, blocks);
  const shown = anchors.filter((tag) => spanAround(hidden, tag.start) === undefined);
  return { blocks: running, hidden, unread: mergeSpans([...hidden, ...htmlLines]), anchors: shown };
}

const attribute = /(?<=[\s"'/])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu;

/** Returns the links of HTML. */
function htmlLinks(text: string, { anchors }: ReadText): OwnLink[] {
  return anchors.flatMap((tag, index) => {
    const href = tag.closes ? null : hrefOf(tag);
    if (href === null) return [];
    const end = Math.min(anchors[index + 1]?.start ?? tag.end, tag.end + longestWords);
    return { ...href, at: tag.start, words: wordsOfHtml(text.slice(tag.end, end), tag), isCopy: false };
  });
}

/** Longer words of a link are cut. In UTF-16 units. */
const longestWords = 1000;

function wordsOfHtml(inner: string, { attributes }: Tag): string {
  const words = onOneLine(withoutEntities(inner.replace(/<[^<>]*>/gu, ' ')));
  if (words !== '') return words;
  const [, alternative = ''] =
    /\b(?:alt|title|aria-label)\s*=\s*"([^"]*)"/iu.exec(`${inner} ${attributes}`) ?? [];
  return onOneLine(withoutEntities(alternative));
}

/** Returns the address of a tag, as a browser reads it, with its place. Null: it has none. */
function hrefOf({ attributes, name, start }: Tag): Place | null {
  // A blank stands before the first attribute.
  const first = start + name.length;
  for (const found of ` ${attributes}`.matchAll(attribute)) {
    const [whole, key = '', double, single, bare] = found;
    if (key.toLowerCase() !== 'href') continue;
    const value = double ?? single ?? bare ?? '';
    const written = value.trim();
    const quote = bare === undefined ? 1 : 0;
    const at = first + found.index + whole.length - quote - value.length + value.indexOf(written);
    const form = double !== undefined ? 'double' : single !== undefined ? 'single' : 'unquoted';
    return { start: at, end: at + written.length, form, address: withoutEntities(written) };
  }
  return null;
}

/** Returns the links of Markdown, and those that programs link in plain text. */
function markdownLinks(text: string, read: ReadText): OwnLink[] {
  const definitions = definitionsOf(text, read);
  const known = {
    ends: new Set(definitions.map(({ close }) => close)),
    byLabel: new Map(definitions.toReversed().map((each) => [each.label, each])),
  };
  const links: OwnLink[] = [];
  const whole: Span[] = definitions.map(({ index, place }) => ({ start: index, end: place.end }));
  for (const block of read.blocks) {
    const found = bracketLinks(text, block, read.unread, known);
    links.push(...found.links);
    whole.push(...found.whole);
  }
  const taken = mergeSpans([...read.unread, ...whole]);
  for (const block of read.blocks) links.push(...loneAddresses(text, block, taken));
  for (const { place, uses } of definitions) {
    const [at] = uses.values();
    if (at !== undefined) links.push({ ...place, at, words: [...uses.keys()].join(', '), isCopy: false });
  }
  return links;
}

type Definition = {
  readonly index: number;
  /** The end of its label in brackets. */
  readonly close: number;
  readonly label: string;
  readonly place: Place;
  /** The words of each link that uses it, with the place of the first. */
  readonly uses: Map<string, number>;
};

/** The definitions of a text. The first one of a label counts. */
type Definitions = {
  readonly ends: ReadonlySet<number>;
  readonly byLabel: ReadonlyMap<string, Definition>;
};

type Opening = { readonly at: number; readonly isImage: boolean };

/**
 * Returns the links of a block with words in brackets and a destination in parentheses, and their whole spans. Adds the
 * words of links that use a definition to it.
 */
function bracketLinks(
  text: string,
  block: ReadBlock,
  unread: readonly Span[],
  { ends, byLabel }: Definitions,
) {
  const links: OwnLink[] = [];
  const whole: Span[] = [];
  const open: Opening[] = [];
  /** A link contains no link, so this number of brackets cannot begin one any more, except for images. */
  let off = 0;
  const skipped = mergeSpans([
    ...overlapping(unread, block),
    ...block.opaque.filter(({ start }) => text[start] === '<'),
  ]);
  let inner = -1;
  const token = /\\[^]|[[\]]/gu;
  token.lastIndex = block.start;
  for (let found = token.exec(text); found !== null && found.index < block.end; found = token.exec(text)) {
    const at = found.index;
    const closed = spanAround(skipped, at + 0.5);
    if (closed !== undefined) {
      token.lastIndex = Math.max(closed.end, at + 1);
      continue;
    }
    if (found[0] === '[') {
      open.push({ at, isImage: text[at - 1] === '!' && !isEscaped(text, at - 1) });
      inner = at;
    }
    if (found[0] !== ']') continue;
    const start = open.pop();
    const isFlat = inner === start?.at;
    inner = at;
    const isOff = open.length < off && start?.isImage === false;
    off = Math.min(off, open.length);
    if (start === undefined || isOff || ends.has(at)) continue;
    const target = destinationAt(text, at + 1);
    const label = target === null ? labelBehind(text, { start: start.at, end: at }, isFlat) : null;
    const definition = label === null ? undefined : byLabel.get(label.name);
    if (target === null && definition === undefined) continue;
    if (target !== null) whole.push({ start: start.at, end: target.close });
    token.lastIndex = target?.close ?? label?.end ?? at + 1;
    if (start.isImage) continue;
    off = open.length;
    const words = wordsOfMarkdown(text.slice(start.at + 1, Math.min(at, start.at + longestWords)));
    if (target !== null) links.push({ ...target.place, at: start.at, words, isCopy: false });
    else if (definition?.uses.has(words) === false) definition.uses.set(words, start.at);
  }
  return { links, whole };
}

const ownLabel = /\[((?:\\.|[^[\]\\]){0,999})\]/uy;

/** Returns the label behind the words of a link, or else these words as their own label. Null: they are none. */
function labelBehind(
  text: string,
  { start, end }: Span,
  isFlat: boolean,
): { readonly name: string; readonly end: number } | null {
  ownLabel.lastIndex = end + 1;
  const [found = '', label = ''] = ownLabel.exec(text) ?? [];
  const isOwn = label.trim() === '';
  if (isOwn && (!isFlat || end - start > longestLabel)) return null;
  return { name: labelOf(isOwn ? text.slice(start, end + 1) : `[${label}]`), end: end + 1 + found.length };
}

/** Longer labels name nothing. In UTF-16 units. */
const longestLabel = 999;

type Place = Pick<OwnLink, 'start' | 'end' | 'form' | 'address'>;

/** Longer addresses are not read. In UTF-16 units. */
const longestAddress = 10_000;

/** Returns the destination in the parentheses of a link, and where they end. Null: this is none. */
function destinationAt(text: string, from: number): { readonly place: Place; readonly close: number } | null {
  if (text[from] !== '(') return null;
  const place = addressAt(text, skipBlanks(text, from + 1), true);
  if (place === null) return null;
  const behind = place.form === 'angle' ? place.end + 1 : place.end;
  const close = endOfTitle(text, behind);
  return text[close] === ')' ? { place, close: close + 1 } : null;
}

/** Returns the place behind the title of a link and the blanks around it. */
function endOfTitle(text: string, from: number): number {
  const at = skipBlanks(text, from);
  if (at === from) return at;
  const close = { '"': '"', "'": "'", '(': ')' }[text[at] ?? ''];
  if (close === undefined) return at;
  const limit = Math.min(text.length, at + longestWords);
  for (let index = at + 1; index < limit; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === close) return skipBlanks(text, index + 1);
  }
  return from;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/u.test(text.charAt(at))) at += 1;
  return at;
}

/** Reads a destination of Markdown. `isInline`: parentheses in it have partners. */
function addressAt(text: string, from: number, isInline: boolean): Place | null {
  const isAngle = text[from] === '<';
  const start = isAngle ? from + 1 : from;
  const limit = Math.min(text.length, start + longestAddress);
  let depth = 0;
  let end = start;
  for (; end < limit; end += 1) {
    const sign = text.charAt(end);
    if (isAngle ? /[<>\n\r]/u.test(sign) : /[\s<]/u.test(sign)) break;
    if (sign === '\\' && /[!-/:-@[-`{-~]/u.test(text.charAt(end + 1))) end += 1;
    else if (isInline && !isAngle && sign === '(') depth += 1;
    else if (isInline && !isAngle && sign === ')') {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  if (end === start || depth > 0 || (isAngle && text[end] !== '>')) return null;
  const written = text.slice(start, end);
  const address = withoutEntities(written.replace(/\\([!-/:-@[-`{-~])/gu, '$1'));
  return { start, end, form: isAngle ? 'angle' : 'destination', address };
}

/** Returns the words of a link of Markdown without signs. Of an image alone, its alternative text. */
function wordsOfMarkdown(source: string): string {
  return onOneLine(
    source
      .replace(/!\[([^[\]]*)\](?:\([^()]*\))?/gu, '$1')
      .replace(/<[^<>]*>|[*_~`]/gu, '')
      .replace(/\\([!-/:-@[-`{-~])/gu, '$1'),
  );
}

/** Returns the addresses of a block that stand alone, in signs or without them. */
function loneAddresses(text: string, block: ReadBlock, taken: readonly Span[]): OwnLink[] {
  let done = 0;
  return block.opaque.flatMap(({ start, end }): OwnLink | [] => {
    if (start < done || spanAround(taken, start + 0.5) !== undefined) return [];
    if (text[start] === '<') {
      const address = text.slice(start + 1, end - 1);
      if (!isWebAddress(address) || /[\s<>]/u.test(address)) return [];
      return {
        start: start + 1,
        end: end - 1,
        at: start,
        form: 'autolink',
        address,
        words: address,
        isCopy: false,
      };
    }
    const written = bareAddressAt(text, start, block.kind === 'table' ? block.end : text.length, block.kind);
    if (written === '') return [];
    done = start + written.length;
    const address = /^www\./iu.test(written) ? `https://${written}` : written;
    return { start, end: done, at: start, form: 'bare', address, words: written, isCopy: false };
  });
}

/** The signs behind which programs link an address. Two parentheses belong to link markup. */
const beforeBare = /(?:^|[\s*_~“„«‘：，。、（]|(?<!\()\()$/u;
const endOfBare = /[\s<>"“”„«»。，、；：！？（）「」『』【】]/u;

/** Returns the address at an offset as far as programs link it, as GitHub does. Empty: they link none. */
function bareAddressAt(text: string, start: number, limit: number, kind: RawBlock['kind']): string {
  if (!beforeBare.test(text.slice(Math.max(0, start - 2), start))) return '';
  if (!/^(?:https?:\/\/|www\.)/iu.test(text.slice(start, start + 8))) return '';
  const most = Math.min(limit, start + longestAddress);
  let end = start;
  let depth = 0;
  for (; end < most; end += 1) {
    const sign = text.charAt(end);
    if (endOfBare.test(sign) || (kind === 'table' && sign === '|')) break;
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
  }
  for (; end > start; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ')' && depth < 0) depth += 1;
    else if (!/[?!.,:;*_~'’\]}]/u.test(last)) break;
  }
  return text.slice(start, end);
}

/** The label of a definition, but not of a footnote. Words behind an address or a title make it a sentence. */
const definitionStart =
  /^(?:[ \t]|>|(?:[*+-]|\d{1,9}[.)])(?=[ \t])){0,12}\[(?!\^)(?:\\.|[^[\]\\\n\r]){1,999}(?=\]:[ \t]*(?:<(?:\\.|[^<>\\\n\r])*>|[^\s<]\S*(?!\S))[ \t]*(?:["'(].*["')][ \t]*)?$)/gmu;

/** Returns the definitions. A line that continues the text above defines nothing. */
function definitionsOf(text: string, { unread, blocks }: ReadText): Definition[] {
  const running = blocks.filter(({ kind }) => kind !== 'other');
  return [...text.matchAll(definitionStart)].flatMap(({ 0: start, index }) => {
    const close = index + start.length;
    const continues = start.startsWith('[') && spanAround(running, index) !== undefined;
    const place = addressAt(text, skipBlanks(text, close + 2), false);
    if (continues || place === null || spanAround(unread, close) !== undefined) return [];
    const label = labelOf(text.slice(text.lastIndexOf('[', close), close + 1));
    return { index, close, label, place, uses: new Map<string, number>() };
  });
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

const blockComment = '<!-- wp:';
const jsonText = /"((?:[^"\\\n]|\\.)*)"(\s*:)?/gu;
/** The names of attributes of WordPress blocks that hold the address of a link. */
const linkAttribute = /^(?:url|href|link)$|(?:Url|URL|Href|Link)$/u;
const wordsAttribute = /^(?:text|label|title|content|name)$|(?:Text|Label|Title)$/u;

/**
 * Returns the addresses in the comments of WordPress blocks: copies of links in the text, and the links of blocks that
 * consist of their comment.
 */
function blockLinks(text: string, addresses: ReadonlySet<string>): OwnLink[] {
  const links: OwnLink[] = [];
  for (let at = text.indexOf(blockComment); at >= 0;) {
    const end = text.indexOf('-->', at);
    if (end < 0) break;
    const isWhole = text.slice(at, end).trimEnd().endsWith('/');
    const values = jsonValuesIn(text, at, end);
    const words = values.find(({ key }) => wordsAttribute.test(key))?.value ?? '';
    for (const { key, value, ...span } of values) {
      const isLink = isWhole && linkAttribute.test(key);
      if (isLink || addresses.has(value))
        links.push({ ...span, at, form: 'json', address: value, words: onOneLine(words), isCopy: !isLink });
    }
    at = text.indexOf(blockComment, end);
  }
  return links;
}

/** Returns the texts of JSON between two offsets, each with the name before it. */
function jsonValuesIn(text: string, from: number, to: number) {
  let key = '';
  return [...text.slice(from, to).matchAll(jsonText)].flatMap(
    ({ 0: found, 1: written = '', 2: colon, index }) => {
      const value = jsonTextOf(written);
      if (colon !== undefined) {
        key = value ?? '';
        return [];
      }
      const start = from + index + 1;
      return value === null ? [] : { key, value, start, end: start + found.length - 2 };
    },
  );
}

function jsonTextOf(written: string): string | null {
  try {
    const value: unknown = JSON.parse(`"${written}"`);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

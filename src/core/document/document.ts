import { mergeSpans, overlapping, spanAround, type Span } from '#core/lib/helpers.ts';

import { lineEndOf, linesOf, readBlocks, structuralLength, type RawBlock } from './blocks.ts';
import { breakingElements } from './html-elements.ts';
import { createRunReader, elementSpans, inlineOf, type Run, type RunReader, type Tag } from './markup.ts';
import { sentencesIn } from './words-and-sentences.ts';

export type Sentence = Span & {
  /** Nothing may be added behind it: it is a heading, a link, a quotation or the like, or ends inside one. */
  readonly guarded: boolean;
};

/** A paragraph, a list, a heading or the like. Sentences are only written into `prose`. A table has none. */
export type Block = Span & {
  readonly kind: 'prose' | 'heading' | 'list' | 'table' | 'closed';
  readonly sentences: readonly Sentence[];
  /** Spans without words of the text: code, tags, addresses. */
  readonly opaque: readonly Span[];
  /** Spans whose words get no link: links, images, code, longer quotations, templates. In order. */
  readonly sealed: readonly Span[];
  /** The offset for a new paragraph: behind the block and the `</p>` that closes it. -1: none may follow. */
  readonly after: number;
};

export type Document = {
  readonly content: string;
  readonly html: boolean;
  readonly lineEnd: string;
  readonly blocks: readonly Block[];
};

/**
 * Reads a content into blocks and sentences.
 *
 * @param html whether the content is read as HTML; a version is read like its content
 */
export function parseDocument(content: string, html = isHtml(content)): Document {
  const runsOf = createRunReader(content);
  const blocks: Block[] = [];
  const document = { content, html, lineEnd: lineEndOf(content), blocks };
  const linkOver = createLinkReader();
  for (const block of readBlocks(content, html)) readBlock(document, block, runsOf, linkOver);
  return document;
}

function readBlock(
  { content, html, blocks }: { content: string; html: boolean; blocks: Block[] },
  block: RawBlock,
  runsOf: RunReader,
  linkOver: LinkReader,
): void {
  if (block.kind === 'code' || block.kind === 'other') {
    blocks.push({ ...block, kind: 'closed', sentences: [], opaque: [block], sealed: [block], after: -1 });
    return;
  }
  const { guarded: marked, opaque, tags } = inlineOf(content, block.start, block.end, html);
  // Tags of blocks stand between texts. Something that ends before one does not go on in it.
  const between = new Set(tags.flatMap(({ name, start }) => (breakingElements.has(name) ? start : [])));
  const guarded = marked.filter(({ start }) => !between.has(start));
  const elements = elementSpans(tags, block.end);
  const links = linkOver(block, tags);
  const whole = mergeSpans([...guarded, ...links, ...elements]);
  const sealed = mergeSpans([
    ...opaque,
    ...links,
    ...[...guarded, ...elements].filter((span) => isSealed(content, span)),
  ]);
  const hasCode = block.kind === 'list' && holdsCode(content, block);
  for (const run of runsOf(block, tags)) {
    const { start, end } = run;
    const kind = kindOf(block, run);
    let sentences: Sentence[] = [];
    if (kind === 'heading') sentences = [{ start, end, guarded: true }];
    else if (kind === 'prose' || kind === 'list') {
      const isList = block.kind === 'list';
      const stretches = isList ? listItemsOf(content, run, hasCode) : [{ start, end, closed: false }];
      sentences = readSentences(content, stretches, whole);
    }
    const after = afterOf(block, run, kind, tags.length > 0);
    if (kind === 'closed' || kind === 'table' || sentences.length > 0)
      blocks.push({
        start,
        end,
        kind,
        sentences,
        opaque: overlapping(opaque, run),
        sealed: overlapping(sealed, run),
        after,
      });
  }
}

/** A shorter quotation is an expression, not the words of somebody else. In UTF-16 units. */
const shortQuotation = 24;
const sealedElement = /^<(?:a|code|kbd|q|samp|var|cite|button|sup)\b/iu;

/** Whether the words of a guarded span get no link. Those of brackets, emphasis and short quotations may get one. */
function isSealed(content: string, { start, end }: Span): boolean {
  const sign = content[start] ?? '';
  if (sign === '(') return content[start - 1] === ']';
  if (sign === '<') return sealedElement.test(content.slice(start, start + 12));
  if (/["“”„«»「『]/u.test(sign)) return end - start >= shortQuotation;
  return !/[*_~]/u.test(sign);
}

type LinkReader = ReturnType<typeof createLinkReader>;

/**
 * Returns a function that finds what a link of an earlier block covers in a block. It must be given all blocks with
 * tags in order. A link ends with its end tag, or where another one begins.
 */
function createLinkReader() {
  let isOpen = false;
  return ({ start, end }: Span, tags: readonly Tag[]): Span[] => {
    const wasOpen = isOpen;
    const links = tags.filter(({ name }) => name === 'a');
    const last = links.at(-1);
    if (last !== undefined) isOpen = !last.closes && /\bhref\b/iu.test(last.attributes);
    return wasOpen ? [{ start, end: links[0]?.start ?? end + 1 }] : [];
  };
}

/** @param whole ordered spans; nothing may be added inside one */
function readSentences(
  content: string,
  stretches: readonly (Span & { closed: boolean })[],
  whole: readonly Span[],
): Sentence[] {
  const sentences: Sentence[] = [];
  for (const stretch of stretches) {
    for (const sentence of sentencesIn(content, stretch, overlapping(whole, stretch))) {
      const around = spanAround(whole, sentence.end - 1);
      const isWhole = around !== undefined && around.start <= sentence.start;
      const guarded = stretch.closed || isWhole || spanAround(whole, sentence.end) !== undefined;
      sentences.push({ ...sentence, guarded });
    }
  }
  return sentences;
}

function kindOf(block: RawBlock, run: Run): Block['kind'] {
  if (block.kind === 'heading' || (block.kind === 'list' && !run.closed)) return block.kind;
  if (block.kind === 'table' && !run.closed) return 'table';
  if (block.kind !== 'flow' || run.closed) return 'closed';
  return run.list ? 'list' : 'prose';
}

function afterOf(block: RawBlock, run: Run, kind: Block['kind'], hasTags: boolean): number {
  if (run.closed) return -1;
  if (kind === 'list') return run.list ? -1 : block.end;
  if (kind !== 'prose') return -1;
  if (run.paragraphEnd >= 0) return run.paragraphEnd;
  return !hasTags || run.end === block.end ? run.end : -1;
}

/** The text of one item of a list, without the sign of the list. */
type ListItem = Span & {
  /** The item contains more than running text, or continues a paragraph above. Nothing may be added in it. */
  readonly closed: boolean;
};

const mark = /^[ \t]*(?:[-*+•◦‣·]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u;
const structure = /^[ \t]*(?:`{3}|~{3}|\$\$|>|\||\{\{|\{%|:{3}|!!!)|^(?: {8}|\t\t)/u;

/** Returns the items of a stretch of a list in order, including nested ones. */
function listItemsOf(content: string, stretch: Span, isClosed: boolean): ListItem[] {
  const items: ListItem[] = [];
  for (const line of linesOf(content.slice(stretch.start, stretch.end))) {
    const head = line.text.slice(0, structuralLength);
    const own = mark.exec(head)?.[0];
    const end = stretch.start + line.end;
    const last = items.at(-1);
    if (own === undefined && last !== undefined) {
      items[items.length - 1] = { ...last, end, closed: last.closed || structure.test(head) };
    } else {
      const start = stretch.start + line.start + (own?.length ?? 0);
      const closed = isClosed || own === undefined || structure.test(head.slice(own.length));
      items.push({ start, end, closed });
    }
  }
  return items;
}

/** Whether the list contains code. If so, a single line does not show whether it is text. */
function holdsCode(content: string, { start, end }: Span): boolean {
  return /(?:^|[\n\r])[ \t]*(?:`{3}|~{3}|\$\$)/u.test(content.slice(start, end));
}

export type TextFormat = 'html' | 'markdown' | 'plain';

const htmlTag =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|br|hr|table|blockquote|section|article|figure|pre)\b[^<>]{0,500}>/giu;
/** Headings and fences of Markdown. The text of an HTML page contains hardly any. */
const clearSign = /^#{1,6} \S|^```/gmu;
const markdownSigns = [
  /^(?:[-*+]|\d{1,3}\.) \S|^> \S|\]\([^\s()]{1,500}|\*\*\S|^\[[^\]\n]{1,200}\]: \S/gmu,
  /^\|(?: ?:?-{3,}:? ?\|)+$|(?<![\w*\\])\*(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\*(?![\w*])/gmu,
  /(?<![~\p{L}\p{N}])~~(?=[^\s~])[^~\n]{1,500}(?<!\s)~~(?!~)/gu,
  clearSign,
];
/** HTML inside paragraphs. Most texts that only speak of tags have no closed pair around words. */
const inlineHtml = [
  /<(a(?=\s[^<>]{0,500}\bhref=["']?(?:https?:|mailto:|[/#]))|abbr|b|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|su[bp]|u)\b[^<>]{0,500}>(?=\S)[^]{1,500}?(?<=\S)<\/\1>/giu,
  /<img\s(?:[^<>]{0,500}\s)?src=["']?(?:https?:)?\/|(?<=[\p{L}\p{N}.,;:!?)])<br ?\/?>/giu,
  /^(?:<[bh]r ?\/?>|<!--.{1,200}-->)[ \t]*$/gimu,
];
/** Markdown and HTML need these entities to show the sign as text. Plain text does not. */
const neededEntity = /&lt;(?=[a-z/!?])|&amp;(?=#?\w{1,32};)/iu;
/** Code of Markdown, which may show tags. */
const markdownCode = /^ {0,3}(`{3}|~{3})[^]{0,5000}?^ {0,3}\1|`[^`\n]{1,200}`/gmu;
/** Code, comments and tags of HTML, which may show or contain signs of Markdown. */
const notText =
  /<(pre|code|script|style|textarea)\b[^]{0,5000}?<\/\1\s*>|<!--[^]{0,5000}?-->|<\/?[a-z][^<>]{0,500}>/giu;

/** How many tags count as much as one sign of Markdown, and as one heading or fence. */
const [tagsASign, tagsAClearSign] = [4, 20];

/** How much of a text shows whether it is HTML, in UTF-16 units. */
const headLength = 20_000;

/** Returns the format of a text, by the signs in it. */
export function formatOf(text: string): TextFormat {
  const head = text.slice(0, headLength);
  if (isHtml(head)) return 'html';
  if (hasSign(text, [neededEntity, ...markdownSigns])) return 'markdown';
  return hasSign(head.replace(markdownCode, ' '), inlineHtml) ? 'markdown' : 'plain';
}

function hasSign(text: string, signs: readonly RegExp[]): boolean {
  return signs.some((sign) => text.search(sign) >= 0);
}

/** Whether the format of a text is HTML. Reads only its head. */
export function isHtml(text: string): boolean {
  const head = text.slice(0, headLength);
  if (!head.includes('</')) return false;
  const tags = head.replace(markdownCode, ' ').match(htmlTag) ?? [];
  if (tags.length < 2 || !tags.some((tag) => tag.startsWith('</'))) return false;
  const outside = head.replace(notText, ' ');
  const clearSigns = countOf(outside, [clearSign]) * (tagsAClearSign - tagsASign);
  return tags.length >= countOf(outside, markdownSigns) * tagsASign + clearSigns;
}

function countOf(text: string, signs: readonly RegExp[]): number {
  return signs.reduce((sum, sign) => sum + (text.match(sign)?.length ?? 0), 0);
}

/** Returns the level of a heading of Markdown or HTML. Null: the block is none. */
export function headingLevel(content: string, { kind, start, end }: Block): number | null {
  const before = content.slice(Math.max(0, start - 200), start);
  if (kind === 'closed') return Number(/<h([1-6])\b[^<>]*>\s*$/iu.exec(before)?.[1] ?? 0) || null;
  if (kind !== 'heading') return null;
  const text = content.slice(start, end).trim();
  const [signs] = /^#{1,6}/u.exec(text) ?? [];
  return signs?.length ?? (text.endsWith('=') ? 1 : 2);
}

/** Returns a stretch of the content with blanks in place of code, tags and addresses. All offsets stay the same. */
export function withoutOpaque(content: string, opaque: readonly Span[], { start, end }: Span): string {
  let text = content.slice(start, end);
  for (const span of overlapping(opaque, { start, end })) {
    const [from, to] = [Math.max(span.start, start) - start, Math.min(span.end, end) - start];
    text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
  }
  return text;
}

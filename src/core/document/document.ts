import { mergeSpans, overlapping, spanAround, type Span } from '#core/lib/helpers.ts';

import { lineEndOf, linesOf, readBlocks, structuralLength, type RawBlock } from './blocks.ts';
import { hasDisclosure, isDisclosure } from './disclosures.ts';
import { breakingElements } from './html-elements.ts';
import type { Construct, Tag } from './dialects.ts';
import { createRunReader, elementSpans, inlineOf, isHidden, type Run, type RunReader } from './markup.ts';
import { createDoubledReader } from './doubled-text.ts';
import { isHtml } from './text-format.ts';
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
  /** Whether the author tells that the text is an advertisement or has links that are paid. */
  readonly isDisclosed: boolean;
};

/**
 * Reads a content into blocks and sentences.
 *
 * @param html whether the content is read as HTML; a version is read like its content
 */
export function parseDocument(content: string, html = isHtml(content)): Document {
  const { blocks: raw, constructs } = readBlocks(content, html);
  const reader: BlockReader = {
    content,
    html,
    constructs,
    runsOf: createRunReader(content, constructs, html),
    linkOver: createLinkReader(),
    isDoubled: createDoubledReader(content, constructs),
  };
  const blocks = raw.flatMap((block) => readBlock(reader, block));
  return { content, html, lineEnd: lineEndOf(content), ...closeDisclosures(content, blocks) };
}

/** Closes the paragraphs with a disclosure of the author. In a list or a table, only its words get no link. */
function closeDisclosures(content: string, blocks: readonly Block[]) {
  let isDisclosed = false;
  const closed = blocks.map((block): Block => {
    const { start, end, kind, sentences, opaque, sealed } = block;
    const isCode = opaque[0]?.start === start && opaque[0].end === end;
    const textOf = (span: Span) => withoutOpaque(content, opaque, span);
    if (isCode || kind === 'heading') return block;
    if (kind === 'prose' || kind === 'closed') {
      if (!(kind === 'prose' ? isDisclosure : hasDisclosure)(textOf(block))) return block;
      isDisclosed = true;
      return { start, end, kind: 'closed', sentences: [], opaque, sealed: [{ start, end }], after: -1 };
    }
    const parts = kind === 'list' ? sentences : linesOf(content.slice(start, end)).map(behind(start));
    const disclosing = parts.filter((part) => hasDisclosure(textOf(part)));
    if (disclosing.length === 0) return block;
    isDisclosed = true;
    return { ...block, sealed: mergeSpans([...sealed, ...disclosing]) };
  });
  return { blocks: closed, isDisclosed };
}

const behind =
  (offset: number) =>
  ({ start, end }: Span): Span => ({ start: start + offset, end: end + offset });

/** What the reading of a block needs of the whole content. */
type BlockReader = {
  readonly content: string;
  readonly html: boolean;
  readonly constructs: readonly Construct[];
  readonly runsOf: RunReader;
  readonly linkOver: LinkReader;
  readonly isDoubled: (run: Span) => boolean;
};

function readBlock(reader: BlockReader, block: RawBlock): Block[] {
  const { content, html, constructs, runsOf, linkOver, isDoubled } = reader;
  if (block.kind === 'code' || block.kind === 'other')
    return [{ ...block, kind: 'closed', sentences: [], opaque: [block], sealed: [block], after: -1 }];
  const { guarded: marked, opaque, tags } = inlineOf(content, block.start, block.end, html, constructs);
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
  return runsOf(block, tags).flatMap((found): Block[] => {
    const run =
      found.closed || isCaption(content, found) || isDoubled(found) ? { ...found, closed: true } : found;
    const { start, end } = run;
    const kind = kindOf(block, run);
    const inRun = { opaque: overlapping(opaque, run), sealed: overlapping(sealed, run) };
    const after = afterOf(block, run, kind, tags.length > 0);
    const read = (sentences: Sentence[]): Block => ({ start, end, kind, sentences, ...inRun, after });
    if (kind === 'heading') return [read([{ start, end, guarded: true }])];
    if (kind !== 'prose' && kind !== 'list') return [read([])];
    const stretches = block.kind === 'list' ? listItemsOf(content, run, hasCode) : [run];
    const sentences = readSentences(content, stretches, whole);
    return sentences.length === 0 ? [] : [read(sentences)];
  });
}

const image = String.raw`!\[[^\]\n]{0,500}\]\([^()\n]{0,2000}\)(?:\{[^{}\n]{0,200}\})?|<img\b[^<>]{0,2000}>`;
/** A picture, or a link with a picture, and emphasized words below or beside it, to the end. */
const caption = new RegExp(
  String.raw`^(?:${image}|\[(?:${image})\]\([^()\n]{0,2000}\)|<a\b[^<>]{0,2000}>(?:${image})</a>)(?:\s|<br ?/?>|\\){0,9}` +
    String.raw`(?:([*_]{1,3})(?=\S)(?:(?!\1)[^]){1,3000}\1|<(em|i|small|sub)>[^<>]{1,3000}</\2>)\s*$`,
  'iu',
);

/** Whether a run is a picture with its caption. */
function isCaption(content: string, { start, end }: Span): boolean {
  const text = content.slice(start, Math.min(end, start + 8000)).trimStart();
  return /^[![<]/u.test(text) && caption.test(text);
}

/** A shorter quotation is an expression, not the words of somebody else. In UTF-16 units. */
const shortQuotation = 24;
const sealedElement = /^<(?:a|code|kbd|q|samp|var|cite|button|sup)\b/iu;

/** Whether the words of a guarded span get no link. Those of brackets, emphasis and short quotations may get one. */
function isSealed(content: string, { start, end }: Span): boolean {
  const sign = content[start] ?? '';
  if (sign === '(') return content[start - 1] === ']';
  if (sign === '<') {
    const tag = content.slice(start, start + 300);
    return sealedElement.test(tag) || isHidden(/^<[a-z][^<>]*/iu.exec(tag)?.[0] ?? '');
  }
  if (/["“”„«»「『《]/u.test(sign)) return end - start >= shortQuotation;
  return !/[*_~=^（【〈〔［]/u.test(sign);
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
  stretches: readonly (Span & { readonly closed: boolean })[],
  whole: readonly Span[],
): Sentence[] {
  const sentences: Sentence[] = [];
  for (const stretch of stretches) {
    for (const found of sentencesIn(content, stretch, overlapping(whole, stretch))) {
      const end = endWithoutBlanks(content, found);
      const sentence = { start: found.start, end };
      const around = spanAround(whole, sentence.end - 1);
      const isWhole = around !== undefined && around.start <= sentence.start;
      const guarded = stretch.closed || isWhole || spanAround(whole, sentence.end) !== undefined;
      sentences.push({ ...sentence, guarded });
    }
  }
  return sentences;
}

const writtenBlanks = /(?:\s|&nbsp;|&#160;|&#xa0;)+$/iu;

/** Editors put a space that HTML shows behind the last sentence of a paragraph. */
function endWithoutBlanks(content: string, { start, end }: Span): number {
  if (content[end - 1] !== ';') return end;
  const tail = content.slice(Math.max(start + 1, end - 60), end);
  return end - (writtenBlanks.exec(tail)?.[0].length ?? 0);
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
  const within = overlapping(opaque, { start, end });
  if (within.length === 0) return content.slice(start, end);
  const parts: string[] = [];
  let from = start;
  for (const span of within) {
    const to = Math.min(span.end, end);
    if (to <= from) continue;
    const cut = Math.max(span.start, from);
    parts.push(content.slice(from, cut), ' '.repeat(to - cut));
    from = to;
  }
  parts.push(content.slice(from, end));
  return parts.join('');
}

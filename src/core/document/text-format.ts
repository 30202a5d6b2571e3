import { memoize, type Span } from '#core/lib/helpers.ts';

import { readBlocks, type RawBlock } from './blocks.ts';
import type { Construct, Tag } from './dialects.ts';
import { inlineOf } from './markup.ts';

export type TextFormat = 'html' | 'markdown' | 'plain';

/** Returns the format of a text, by what its reader finds. */
export const formatOf = memoize((text: string): TextFormat => {
  if (isHtml(text)) return 'html';
  return isMarkdown(text) ? 'markdown' : 'plain';
}, 8);

/** Markdown and HTML need these entities to show the sign as text. Plain text does not. */
const neededEntity = /&lt;(?=[a-z/!?])|&amp;(?=#?\w{1,32};)/iu;

function isMarkdown(text: string): boolean {
  const { blocks, constructs } = readBlocks(text, false);
  if (constructs.some((construct) => construct.kind !== 'tag' && construct.isMarkdown)) return true;
  if (neededEntity.test(text) || blocks.some((block) => isMarkdownBlock(text, block))) return true;
  const running = blocks.filter(({ kind }) => kind === 'flow' || kind === 'list');
  return running.some((block) => hasInlineMarkdown(text, block, constructs));
}

/** Whether a block is not a part of plain text. Signs that plain texts use too say nothing. */
function isMarkdownBlock(content: string, { kind, start, end }: RawBlock): boolean {
  const text = content.slice(start, end);
  switch (kind) {
    case 'flow':
      return false;
    case 'list':
      return /^(?:[-*+]|\d{1,3}\.) \S/mu.test(text);
    case 'code':
      return /^ {0,3}(?:(`{3}|~{3})[^]*[\r\n][ \t]*\1|\$\$[^]*\$\$)/u.test(text);
    case 'table':
      return /^[ \t|:]*-{3}[ \t|:-]*$/mu.test(text);
    case 'quote':
      return /^> ?\S/u.test(text);
    case 'heading':
      return true;
    case 'other':
      return !/^\s*\[/u.test(text) || /\]:|<(?:a|img)\s/iu.test(text);
  }
}

/** Elements inside paragraphs. Most texts that only speak of tags have no closed pair around words. */
const inlineHtml = [
  /<(a(?=\s[^<>]{0,500}\bhref=["']?(?:https?:|mailto:|[/#]))|abbr|b|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|su[bp]|u)\b[^<>]{0,500}>(?=\S)[^]{1,500}?(?<=\S)<\/\1>/giu,
  /<img\s(?:[^<>]{0,500}\s)?src=["']?(?:https?:)?\/|(?<=[\p{L}\p{N}.,;:!?)])<br ?\/?>/giu,
  /^<[bh]r ?\/?>[ \t]*$/gimu,
];

/** Whether a block has code, emphasis, links, pictures or elements, as Markdown writes them. */
function hasInlineMarkdown(content: string, block: RawBlock, constructs: readonly Construct[]): boolean {
  const { guarded, opaque, tags } = inlineOf(content, block.start, block.end, false, constructs);
  if (guarded.some((span) => isMarkdownSpan(content, span))) return true;
  if (tags.length === 0) return false;
  if (tags.some((tag) => isComponent(content, tag))) return true;
  let text = content.slice(block.start, block.end);
  for (const { start, end } of opaque)
    if (content[start] === '`') {
      const [from, to] = [start - block.start, end - block.start];
      text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
    }
  return inlineHtml.some((pattern) => text.search(pattern) >= 0);
}

function isMarkdownSpan(content: string, { start, end }: Span): boolean {
  const sign = content[start] ?? '';
  if (/[`*_~]/u.test(sign)) return !/[\p{L}\p{N}\\]/u.test(content[start - 1] ?? ' ');
  if (!/[[!]/u.test(sign)) return false;
  const isDouble = content.startsWith('[[', sign === '!' ? start + 1 : start);
  return (
    isDouble ||
    content[end] === '(' ||
    /^\[\^[\w-]+\]$/u.test(content.slice(start, Math.min(end, start + 40)))
  );
}

/** Whether a tag belongs to JSX, or folds text. A text about tags gives them no values. */
function isComponent(content: string, { name, attributes, start }: Tag): boolean {
  return name === 'details' || (/^<[A-Z]/u.test(content.slice(start, start + 2)) && attributes.includes('='));
}

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
/** Code of Markdown, which may show tags. */
const markdownCode = /^[ \t]*(`{3}|~{3})[^]{0,5000}?^[ \t]*\1|`[^`\n]{1,200}`/gmu;
/** Code, comments and tags of HTML, which may show or contain signs of Markdown. */
const notText =
  /<(pre|code|script|style|textarea)\b[^]{0,5000}?<\/\1\s*>|<!--[^]{0,5000}?-->|<\/?[a-z][^<>]{0,500}>/giu;

/** How many tags count as much as one sign of Markdown, and as one heading or fence. */
const [tagsASign, tagsAClearSign] = [4, 20];

/** How much of a text shows whether it is HTML, in UTF-16 units. */
const headLength = 20_000;

/** Whether the format of a text is HTML. Its tags and signs are counted in its head. */
export function isHtml(text: string): boolean {
  const head = text.slice(0, headLength);
  if (!head.includes('</')) return false;
  const found = head.replace(markdownCode, ' ').match(htmlTag) ?? [];
  // The values of JSX.
  const tags = found.filter((tag) => !tag.includes('={'));
  if (tags.length < 2 || !tags.some((tag) => tag.startsWith('</'))) return false;
  const outside = head.replace(notText, ' ');
  const clearSigns = countOf(outside, [clearSign]) * (tagsAClearSign - tagsASign);
  return tags.length >= countOf(outside, markdownSigns) * tagsASign + clearSigns;
}

function countOf(text: string, signs: readonly RegExp[]): number {
  return signs.reduce((sum, sign) => sum + (text.match(sign)?.length ?? 0), 0);
}

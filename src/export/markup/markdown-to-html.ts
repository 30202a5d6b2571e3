import {
  Marked,
  type MarkedExtension,
  type RendererThis,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';

import { linesOf } from '#core/document/blocks.ts';
import { readConstructs } from '#core/document/dialects.ts';
import { frontMatterLength } from '#core/document/front-matter.ts';
import { breakingElements, inlineElements } from '#core/document/html-elements.ts';
import { escapeAttribute, escapeHtml, keepEntities } from '#core/export/escape.ts';
import { htmlPieces } from '#core/export/html-pieces.ts';
import type { Span } from '#core/lib/helpers.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

import { createFootnoteWriter, footnoteId, takeFootnotes } from './markdown-footnotes.ts';

const options: MarkedExtension = {
  gfm: true,
  breaks: true,
  // A bare address stays text, and so does one that is a footnote.
  tokenizer: { url: () => undefined, def: (source) => (/^ *\[\^/u.test(source) ? undefined : false) },
  renderer: {
    // As text, because editors drop a checkbox.
    checkbox: ({ raw }: Tokens.Checkbox) => raw,
    link(this: RendererThis, { href, title, tokens }: Tokens.Link) {
      const words = this.parser.parseInline(tokens);
      if (isScriptAddress(href)) return words;
      const hint = typeof title === 'string' ? ` title="${keepEntities(escapeAttribute(title))}"` : '';
      return `<a href="${keepEntities(escapeAttribute(href))}"${hint}>${words}</a>`;
    },
  },
};
const plain = new Marked(options);

/** Noncharacters. The first stands for an asterisk that multiplies two numbers, the second for a single tilde. */
const timesSign = '\uFDD6';
const tildeSign = '\uFDD8';
/** Beside two asterisks, it makes them a sign of bold text, also between a letter and punctuation. */
const joiner = '\uFDD7';
const boldEnd = /(?<=[^\P{P}*\\])\*\*(?=[\p{L}\p{N}])/gu;
const boldStart = /(?<=[\p{L}\p{N}])\*\*(?=[^\P{P}*\\])/gu;

/** Noncharacters around the number of a construct. In an address, they are encoded. */
const [constructStart, constructEnd] = ['\uFDD9', '\uFDDA'];
const constructSign = /(?:\uFDD9|%EF%B7%99)(\d+)(?:\uFDDA|%EF%B7%9A)/gu;
/** What a site does not show: comments of templates, imports and exports. */
const unshown = /^(?:\{\/\*|\{#|%%|\{%-?\s*comment\b|\{::comment\b|import\b|export\b)/u;

/**
 * Returns Markdown as HTML, without its front matter and without comments of templates. Shortcodes, expressions and
 * HTML in it stay. Tags of no element of HTML become text. The footnotes are a list at the end.
 *
 * @param hasAnchors whether the marks of footnotes and the list are linked to each other
 */
export function markdownToHtml(markdown: string, hasAnchors = true): string {
  const { shown, constructs } = withoutConstructs(
    withoutFrontMatter(markdown).replace(/[\uFDD6-\uFDDA]/gu, ''),
  );
  const source = shown
    .replace(/(?<![~\\])~(?!~)/gu, tildeSign)
    .replace(/(?<=\d)\*(?=\d)/gu, timesSign)
    .replace(boldEnd, `${joiner}**`)
    .replace(boldStart, `**${joiner}`);
  const { text, footnotes } = takeFootnotes(source);
  const writer = createFootnoteWriter(footnotes, hasAnchors ? footnoteId(source, footnotes) : null);
  const marked = footnotes.size === 0 ? plain : new Marked(options, writer.extension);
  const tokens = marked.lexer(text);
  const isWrapped = isHardWrapped(tokens);
  const write = (read: TokensList) => {
    if (isWrapped) void marked.walkTokens(read, joinLines);
    return marked.parser(read).trim();
  };
  const html = [write(tokens), writer.list((note) => write(marked.lexer(note)))].join('\n').trim();
  // In the address of a picture, they are encoded.
  return escapeUnknownTags(html, constructs)
    .replace(/\uFDD6|%EF%B7%96/gu, '*')
    .replace(/\uFDD8|%EF%B7%98/gu, '~')
    .replace(/\uFDD7|%EF%B7%97/gu, '');
}

/** Returns the text with a sign for each construct that is not HTML, and the constructs. Markdown would change them. */
function withoutConstructs(text: string): { readonly shown: string; readonly constructs: readonly string[] } {
  const constructs: string[] = [];
  let shown = '';
  let done = 0;
  for (const construct of readConstructs(text, false)) {
    const source = text.slice(construct.start, construct.end);
    const isUnshown = unshown.test(source);
    if (!isUnshown && mayBeInAddress(text, construct)) continue;
    const isKept =
      construct.kind === 'opaque' &&
      (construct.isMarkdown ? !/^<[!?]/u.test(source) : source.startsWith('['));
    if (!isUnshown && !isKept) continue;
    const sign = isUnshown ? '' : `${constructStart}${constructs.push(source) - 1}${constructEnd}`;
    shown += text.slice(done, construct.start) + sign;
    done = construct.end;
  }
  return { shown: shown + text.slice(done), constructs };
}

/** Whether a stretch stands on one line with an address, and may be a part of it. A whole destination is none. */
function mayBeInAddress(text: string, { start, end }: Span): boolean {
  const before = /[^\r\n]*$/u.exec(text.slice(Math.max(0, start - 5000), start))?.[0] ?? '';
  const behind = /^[^\r\n]*/u.exec(text.slice(end, end + 5000))?.[0] ?? '';
  return !before.endsWith('](') && `${before}${behind}`.includes('://');
}

export function withoutFrontMatter(text: string): string {
  const lines = linesOf(text);
  return text.slice(lines[frontMatterLength(lines)]?.start ?? text.length);
}

/**
 * Turns tags such as `<Enter>` into text. Elements of SVG and MathML stay, and closed custom elements. Quotes outside
 * of tags are written as such, because shortcodes need them.
 *
 * @param constructs what their signs stand for
 */
function escapeUnknownTags(html: string, constructs: readonly string[]): string {
  const pieces = [...htmlPieces(html)];
  const closed = new Set(pieces.map((piece) => (piece.kind === 'tag' && piece.closes ? piece.name : '')));
  const withConstructs = (source: string, escape: (text: string) => string) =>
    source.replace(constructSign, (_, index: string) => escape(constructs[Number(index)] ?? ''));
  let foreign = 0;
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') {
        const text = piece.source.replace(/&quot;/gu, '"').replace(/&#39;/gu, "'");
        return withConstructs(text, escapeHtml);
      }
      const { name, closes } = piece;
      const source = withConstructs(piece.source, escapeAttribute);
      if (name === 'svg' || name === 'math') foreign = Math.max(0, foreign + (closes ? -1 : 1));
      const isKnown = name === '' || breakingElements.has(name) || inlineElements.has(name);
      return isKnown || foreign > 0 || (name.includes('-') && closed.has(name))
        ? source
        : keepEntities(escapeHtml(source));
    })
    .join('');
}

/** Turns a break at a simple line end into a part of the text. */
function joinLines(token: Token): void {
  if (token.type === 'br' && /^ ?\n/u.test(token.raw)) Object.assign(token, { type: 'text', text: '\n' });
}

const shortestWrap = 50;
const longestWrap = 120;

/** Whether the paragraphs are cut into lines of about the same length, so that their line ends mean nothing. */
function isHardWrapped(tokens: TokensList): boolean {
  const continued: number[] = [];
  let long = 0;
  void plain.walkTokens(tokens, (token) => {
    if (token.type !== 'paragraph' && !(token.type === 'text' && 'tokens' in token)) return;
    const lengths = token.raw
      .trim()
      .replace(/\]\([^()\s]*\)/gu, '')
      .split('\n')
      .map(({ length }) => length);
    long += lengths.filter((length) => length > longestWrap).length;
    continued.push(...lengths.slice(0, -1));
  });
  const middle = continued.toSorted((a, b) => a - b)[continued.length >> 1] ?? 0;
  return middle >= shortestWrap && long < continued.length;
}

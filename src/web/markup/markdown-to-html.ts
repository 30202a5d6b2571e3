import { Marked, type RendererThis, type Token, type Tokens, type TokensList } from 'marked';

import { frontMatterLength, linesOf } from '#core/document/blocks.ts';
import { breakingElements, inlineElements } from '#core/document/html-elements.ts';
import { escapeText } from '#core/export/escape.ts';
import { htmlPieces } from '#core/export/html-pieces.ts';
import { isScriptAddress } from '#core/links/web-address.ts';

const marked = new Marked({
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
      const hint = typeof title === 'string' ? ` title="${escapeText(title)}"` : '';
      return `<a href="${escapeText(href)}"${hint}>${words}</a>`;
    },
  },
});

/** Noncharacters. The first stands for an asterisk that multiplies two numbers, the second for a single tilde. */
const timesSign = '\uFDD6';
const tildeSign = '\uFDD8';
/** Beside two asterisks, it makes them a sign of bold text, also between a letter and punctuation. */
const joiner = '\uFDD7';
const boldEnd = /(?<=[^\P{P}*\\])\*\*(?=[\p{L}\p{N}])/gu;
const boldStart = /(?<=[\p{L}\p{N}])\*\*(?=[^\P{P}*\\])/gu;

/** Returns Markdown as HTML, without its front matter. HTML in it stays. Tags of no element of HTML become text. */
export function markdownToHtml(markdown: string): string {
  const lines = linesOf(markdown);
  const source = markdown
    .slice(lines[frontMatterLength(lines)]?.start ?? markdown.length)
    .replace(/[\uFDD6-\uFDD8]/gu, '')
    .replace(/(?<![~\\])~(?!~)/gu, tildeSign)
    .replace(/(?<=\d)\*(?=\d)/gu, timesSign)
    .replace(boldEnd, `${joiner}**`)
    .replace(boldStart, `**${joiner}`);
  const tokens = marked.lexer(source);
  if (isHardWrapped(tokens)) void marked.walkTokens(tokens, joinLines);
  // In the address of a picture, they are encoded.
  return escapeUnknownTags(marked.parser(tokens).trim())
    .replace(/\uFDD6|%EF%B7%96/gu, '*')
    .replace(/\uFDD8|%EF%B7%98/gu, '~')
    .replace(/\uFDD7|%EF%B7%97/gu, '');
}

/** Turns tags such as `<Enter>` into text. Elements of SVG and MathML stay, and closed custom elements. */
function escapeUnknownTags(html: string): string {
  const pieces = [...htmlPieces(html)];
  const closed = new Set(pieces.map((piece) => (piece.kind === 'tag' && piece.closes ? piece.name : '')));
  let foreign = 0;
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.source;
      const { name, closes, source } = piece;
      if (name === 'svg' || name === 'math') foreign = Math.max(0, foreign + (closes ? -1 : 1));
      const isKnown = name === '' || breakingElements.has(name) || inlineElements.has(name);
      return isKnown || foreign > 0 || (name.includes('-') && closed.has(name)) ? source : escapeText(source);
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
  void marked.walkTokens(tokens, (token) => {
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

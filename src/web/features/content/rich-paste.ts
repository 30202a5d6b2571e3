import { htmlToMarkdown } from '#export/markup/html-to-markdown.ts';
import { hiddenValue, hidePasted, parse, selectable, trusted } from '#export/markup/quiet-html.ts';
import { escapeHtml, escapeTags } from '#core/export/escape.ts';
import { formatOf } from '#core/document/text-format.ts';
import { logFailure } from '#web/lib/log.ts';

import { cleanPasted } from './clean-pasted.ts';

const formatting =
  'h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, strong, b, em, i, s, del, strike, a[href], img[src^="http"]';

/** What plain text cannot say. */
const beyondPlain = 'sup, sub, math';
const leftOutPicture = `img:not([src^="http" i], [${selectable('role')}="checkbox"] > img)`;
const codeStyle = /white-space:\s*pre\b|monospace/iu;

/** Signs of Markdown in the plain text. Bullets do not count, because word processors write them for lists. */
const markdownSource = /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu;

/** What was pasted, and where. */
export type Pasted = RichText & { readonly start: number; readonly plain: string };

/** `leftOut`: how many pictures are not in the Markdown, because their addresses are on no web server. */
type RichText = { readonly markdown: string; readonly leftOut: number };

/**
 * Returns the copied HTML as Markdown, with text that looks like a tag escaped. Returns null if the plain text says the
 * same, or is itself the source of a page or of Markdown.
 */
export function markdownOf(html: string, plain: string): RichText | null {
  const body = parse(hidePasted(html));
  const words = body.textContent;
  cleanPasted(body);
  const isMended =
    body.querySelector(beyondPlain) !== null || withoutSpace(body.textContent) !== withoutSpace(words);
  const looksTagged = escapeTags(body.textContent) !== body.textContent;
  if (formatOf(plain) !== 'plain' && isCode(body)) return null;
  if (markdownSource.test(plain)) return looksTagged ? { markdown: escapeTags(plain), leftOut: 0 } : null;
  if (body.querySelector(formatting) === null && !looksTagged && !isMended) return null;
  const leftOut = body.querySelectorAll(leftOutPicture).length;
  const markdown = htmlToMarkdown(body);
  if (markdown === plain.trim() || markdown === '') return null;
  if (formatOf(markdown) !== 'plain') return { markdown, leftOut };
  // Without a sign of Markdown, backslashes would be read as text.
  return isMended ? { markdown: asText(html), leftOut } : null;
}

/**
 * Pastes formatted text at the cursor as Markdown. Returns null if it pasted the plain text instead, because the HTML has
 * no formatting, is longer than `capacity` characters, or cannot be read.
 */
export function pasteRich(
  field: HTMLTextAreaElement,
  html: string,
  plain: string,
  capacity: number,
): Pasted | null {
  const start = field.selectionStart;
  let read: RichText | null = null;
  try {
    read = markdownOf(html, plain);
  } catch (failure) {
    logFailure('What was pasted could not be read with its formatting.', failure);
  }
  if (read === null || read.markdown.length > capacity) {
    insertText(field, plain);
    return null;
  }
  const markdown = asParagraphs(field, read.markdown);
  insertText(field, markdown);
  return { start, plain, markdown, leftOut: read.leftOut };
}

function asText(html: string): string {
  const body = parse(hidePasted(html));
  cleanPasted(body);
  return htmlToMarkdown(body, (text) => text);
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Matches blocks of Markdown: with a blank line, a heading, a list, a quotation, a table, code or a rule. */
const blocks = /\n\n|^(?:#|[->|] |\d+\. |```|---)/u;

/** Makes blocks begin on a new paragraph, and the text behind the cursor as well. */
export function asParagraphs(field: HTMLTextAreaElement, markdown: string): string {
  if (!blocks.test(markdown)) return markdown;
  const line = field.value.slice(0, field.selectionStart).split('\n').at(-1) ?? '';
  const rest = field.value.slice(field.selectionEnd);
  const isApart = /^(?:\s*$|\n\s*\n)/u.test(rest);
  const gap = rest.startsWith('\n') ? '\n' : '\n\n';
  return `${line.trim() === '' ? '' : '\n\n'}${markdown}${isApart ? '' : gap}`;
}

function isCode(body: HTMLElement): boolean {
  const length = body.textContent.trim().length * 0.9;
  return [...body.querySelectorAll(`pre, code, [${selectable('style')}]`)].some(
    (element) =>
      (/^(?:PRE|CODE)$/u.test(element.tagName) || codeStyle.test(hiddenValue(element, 'style'))) &&
      element.textContent.trim().length >= length,
  );
}

/**
 * Inserts text at the cursor, as one step that the browser can undo. The text is inserted as HTML, because a browser
 * would need ten seconds for a thousand lines of plain text.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  const expected = field.value.slice(0, field.selectionStart) + text + field.value.slice(field.selectionEnd);
  const before = { start: field.selectionStart, end: field.selectionEnd, value: field.value };
  // A dialog that has been opened in the meantime keeps the focus.
  const isDone =
    document.activeElement === field && document.execCommand('insertHTML', false, trusted(escapeHtml(text)));
  if (isDone && field.value === expected) return;
  if (field.value === before.value) field.setRangeText(text, before.start, before.end, 'end');
  else field.setRangeText(expected, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

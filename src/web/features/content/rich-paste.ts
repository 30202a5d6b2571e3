import { cleanPasted } from '#web/markup/clean-pasted.ts';
import { htmlToMarkdown } from '#web/markup/html-to-markdown.ts';
import { parseAllowed, trusted } from '#web/markup/inert-document.ts';
import { styleName } from '#web/markup/quiet-html.ts';
import { escapeHtml, escapeTags } from '#core/export/escape.ts';
import { formatOf } from '#core/document/text-format.ts';

const formatting =
  'h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, strong, b, em, i, a[href], img[src^="http"]';

/** How programs say that a text is code. */
const codeStyle = /white-space:\s*pre\b|monospace/iu;

/** Signs that the plain text is Markdown already; a bullet may also be what a word processor makes of a list. */
const markdownSource = /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu;

/**
 * What was copied, as Markdown: with its formatting, and with words that look like a tag as words. Null where the plain
 * text says the same, or is the source of a page or of Markdown.
 */
export function markdownOf(html: string, plain: string): string | null {
  const body = cleanPasted(parseAllowed(html));
  const looksTagged = escapeTags(body.textContent) !== body.textContent;
  if (formatOf(plain) !== 'plain' && isCode(body)) return null;
  if (markdownSource.test(plain)) return looksTagged ? escapeTags(plain) : null;
  if (body.querySelector(formatting) === null && !looksTagged) return null;
  const markdown = htmlToMarkdown(body);
  return markdown === '' || markdown === plain.trim() ? null : markdown;
}

/** Whether all of it is code, but for a few words. */
function isCode(body: HTMLElement): boolean {
  const length = body.textContent.trim().length * 0.9;
  return [...body.querySelectorAll(`pre, code, [${styleName}]`)].some(
    (element) =>
      (/^(?:PRE|CODE)$/u.test(element.tagName) || codeStyle.test(element.getAttribute(styleName) ?? '')) &&
      element.textContent.trim().length >= length,
  );
}

/**
 * Puts text where the cursor is, as one step that the browser can undo. Inserted as text, a thousand lines would take a
 * browser ten seconds; as HTML that holds nothing but text they take none.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  const expected = field.value.slice(0, field.selectionStart) + text + field.value.slice(field.selectionEnd);
  const before = { start: field.selectionStart, end: field.selectionEnd, value: field.value };
  const isDone = document.execCommand('insertHTML', false, trusted(escapeHtml(text)));
  if (isDone && field.value === expected) return;
  if (field.value === before.value) field.setRangeText(text, before.start, before.end, 'end');
  else field.setRangeText(expected, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

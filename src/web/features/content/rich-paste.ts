import { cleanPasted } from '#web/markup/clean-pasted.ts';
import { htmlToMarkdown } from '#web/markup/html-to-markdown.ts';
import { parseAllowed, trusted } from '#web/markup/inert-document.ts';
import { styleName } from '#web/markup/quiet-html.ts';
import { escapeHtml, escapeTags } from '#core/export/escape.ts';
import { formatOf } from '#core/document/document.ts';

const formatting =
  'h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, strong, b, em, i, a[href], img[src^="http"]';

/** Styles of code. */
const codeStyle = /white-space:\s*pre\b|monospace/iu;

/** Signs of Markdown in the plain text. Bullets do not count, because word processors write them for lists. */
const markdownSource = /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu;

/**
 * Returns the copied HTML as Markdown, with text that looks like a tag escaped. Returns null if the plain text is the
 * same, or is itself the source of a page or of Markdown.
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

/** Returns whether nearly all of the text is code. */
function isCode(body: HTMLElement): boolean {
  const length = body.textContent.trim().length * 0.9;
  return [...body.querySelectorAll(`pre, code, [${styleName}]`)].some(
    (element) =>
      (/^(?:PRE|CODE)$/u.test(element.tagName) || codeStyle.test(element.getAttribute(styleName) ?? '')) &&
      element.textContent.trim().length >= length,
  );
}

/**
 * Inserts text at the cursor, as one step that the browser can undo. The text is inserted as HTML: a thousand lines of
 * plain text would take a browser ten seconds.
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

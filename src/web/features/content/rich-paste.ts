import { cleanPasted } from '#web/markup/clean-pasted.ts';
import { htmlToMarkdown } from '#web/markup/html-to-markdown.ts';
import { parseAllowed, trusted } from '#web/markup/inert-document.ts';
import { escapeHtml } from '#core/rich-text/escape-html.ts';

const formatting =
  'h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, strong, b, em, i, a[href], img[src^="http"]';

/** What was copied with its formatting, as Markdown; null where it has none to keep. */
export function markdownOf(html: string, plain: string): string | null {
  const body = cleanPasted(parseAllowed(html));
  if (body.querySelector(formatting) === null) return null;
  const markdown = htmlToMarkdown(body);
  return markdown === '' || markdown === plain.trim() ? null : markdown;
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

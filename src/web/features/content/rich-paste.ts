import { htmlToMarkdown } from '#web/markup/html-to-markdown.ts';
import { hiddenStyle, hidePasted, parse, trusted } from '#web/markup/quiet-html.ts';
import { escapeHtml, escapeTags } from '#core/export/escape.ts';
import { formatOf } from '#core/document/document.ts';

const formatting =
  'h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, strong, b, em, i, s, del, strike, a[href], img[src^="http"]';

/** Selects elements by their hidden style. */
const styled = String.raw`\fdd2 style`;
const codeStyle = /white-space:\s*pre\b|monospace/iu;

/** Signs of Markdown in the plain text. Bullets do not count, because word processors write them for lists. */
const markdownSource = /\]\((?:https?:|\/)|^#{1,6} \S|^```|\*\*\S[^*\n]*\*\*/mu;

/** `leftOut`: how many pictures are not in the Markdown, because their addresses are on no web server. */
type RichText = { readonly markdown: string; readonly leftOut: number };

/**
 * Returns the copied HTML as Markdown, with text that looks like a tag escaped. Returns null if the plain text is the
 * same, or is itself the source of a page or of Markdown.
 */
export function markdownOf(html: string, plain: string): RichText | null {
  const body = cleanPasted(parse(hidePasted(html)));
  const looksTagged = escapeTags(body.textContent) !== body.textContent;
  if (formatOf(plain) !== 'plain' && isCode(body)) return null;
  if (markdownSource.test(plain)) return looksTagged ? { markdown: escapeTags(plain), leftOut: 0 } : null;
  if (body.querySelector(formatting) === null && !looksTagged) return null;
  const leftOut = body.querySelectorAll('img:not([src^="http" i], [role="checkbox"] > img)').length;
  const markdown = htmlToMarkdown(body);
  // Without a sign of Markdown, the backslashes would be read as text.
  if (markdown === plain.trim() || formatOf(markdown) === 'plain') return null;
  return { markdown, leftOut };
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
  return [...body.querySelectorAll(`pre, code, [${styled}]`)].some(
    (element) =>
      (/^(?:PRE|CODE)$/u.test(element.tagName) || codeStyle.test(element.getAttribute(hiddenStyle) ?? '')) &&
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
  const isDone = document.execCommand('insertHTML', false, trusted(escapeHtml(text)));
  if (isDone && field.value === expected) return;
  if (field.value === before.value) field.setRangeText(text, before.start, before.end, 'end');
  else field.setRangeText(expected, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Turns the HTML that word processors, mail programs and pages copy into plain HTML. Changes and returns `body`. */
function cleanPasted(body: HTMLElement): HTMLElement {
  for (const element of body.querySelectorAll(`[${styled}*="mso-list:Ignore" i]`)) markOrdered(element);
  makeWordLists(body);
  for (const element of body.querySelectorAll(`span[${styled}], font[${styled}]`)) useElements(element);
  // Google Docs wraps everything into a bold element that is not bold.
  for (const element of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(element);
  for (const element of body.querySelectorAll(`b[${styled}], strong[${styled}]`))
    if (/font-weight:\s*(?:normal|400)/iu.test(styleOf(element))) unwrap(element);
  for (const element of body.querySelectorAll('li > p:only-child')) unwrap(element);
  for (const element of body.querySelectorAll(`:is(span, a, b, strong, i, em)[${styled}]`))
    if (/display:\s*block/iu.test(styleOf(element))) putIntoBlock(element);
  // The block itself keeps the words before and behind it apart.
  for (const element of body.querySelectorAll('p, div')) if (isEmpty(element)) element.replaceChildren();
  return body;
}

function putIntoBlock(element: Element): void {
  const block = element.ownerDocument.createElement('div');
  element.replaceWith(block);
  block.append(element);
}

/** Programs write blank lines as empty paragraphs. */
function isEmpty(element: Element): boolean {
  return element.textContent.trim() === '' && element.querySelector('img, hr, table, li') === null;
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function styleOf(element: Element): string {
  return element.getAttribute(hiddenStyle) ?? '';
}

/** Makes elements of bold, italic and struck styles, as in Google Docs. Ignores underlines and colours, as links have. */
function useElements(element: Element): void {
  const style = styleOf(element);
  if (element.textContent.trim() === '' || element.closest('h1, h2, h3, h4, h5, h6') !== null) return;
  if (/font-weight:\s*(?:bold|[6-9]00)/iu.test(style)) wrap(element, 'strong');
  if (/font-style:\s*italic/iu.test(style)) wrap(element, 'em');
  if (/text-decoration[^;]*line-through/iu.test(style)) wrap(element, 's');
}

function wrap(element: Element, name: 'strong' | 'em' | 's'): void {
  const holder = element.ownerDocument.createElement(name);
  holder.append(...element.childNodes);
  element.append(holder);
}

/** Removes the sign before a list item of Word, and marks the item if the list is ordered. */
function markOrdered(sign: Element): void {
  const isOrdered = /^\s*\(?[\da-z]{1,4}[.)]/iu.test(sign.textContent);
  if (isOrdered) sign.closest('p, h1, h2, h3, h4, h5, h6')?.setAttribute('data-ordered', '');
  sign.remove();
}

function makeWordLists(body: HTMLElement): void {
  const open: { readonly level: number; readonly list: Element }[] = [];
  let last: Element | null = null;
  for (const item of body.querySelectorAll(`p[${styled}*="mso-list:" i]`)) {
    const level = Number(/level(\d)/iu.exec(styleOf(item))?.[1] ?? 1);
    if (last === null || item.previousElementSibling !== last) open.length = 0;
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if ((open.at(-1)?.level ?? 0) < level) {
      const list = body.ownerDocument.createElement(item.hasAttribute('data-ordered') ? 'ol' : 'ul');
      const parent = open.at(-1)?.list.lastElementChild ?? null;
      if (parent === null) item.before(list);
      else parent.append(list);
      open.push({ level, list });
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    open.at(-1)?.list.append(entry);
    last = open[0]?.list ?? null;
    item.remove();
  }
}

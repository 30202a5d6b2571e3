import { rename, unwrap, wrapContent } from '#export/markup/nodes.ts';
import { hiddenValue, selectable } from '#export/markup/quiet-html.ts';

import { makeWordLists } from './word-lists.ts';

const [cite, label, role, style] = [
  selectable('cite'),
  selectable('class'),
  selectable('role'),
  selectable('style'),
];

/** Selects what a reader of the source does not see as text, and what belongs to its editor. */
const notOfText = [
  // Comments of Word: their marks, and the list of them.
  `[${style}*="mso-element:comment-list" i]`,
  `[${style}*="mso-special-character:comment" i]`,
  'a[href*="#_msocom_"]',
  // Words that Word marks as deleted. A link to the author tells them from words that the author has struck.
  `del[${cite}^="mailto:"]`,
  `[${style}*="display:none" i]`,
  `[${style}*="display: none" i]`,
  `br[${style}*="page-break" i]`,
  // The sign of an item, which its list has too.
  `[${label}~="ListMarkerWrappingSpan"]`,
].join();

/** Selects white space that Word has for tabs and double spaces. */
const wordSpace = `[${style}*="mso-tab-count" i], [${style}*="mso-spacerun" i]`;
const headings = ':is(h1, h2, h3, h4, h5, h6)';

/** Turns the HTML that word processors, mail programs and pages copy into plain HTML. Changes `body`. */
export function cleanPasted(body: HTMLElement): void {
  for (const part of body.querySelectorAll(notOfText)) part.remove();
  for (const space of body.querySelectorAll(wordSpace))
    if (space.textContent.trim() === '') space.replaceWith(' ');
  removeDocsComments(body);
  makeDocsCode(body);
  makeHeadings(body);
  makeWordLists(body);
  readStyles(body);
  makeMarksLocal(body);
  makeBlocks(body);
}

/** Removes comments of Google Docs, as it writes them into a page: `[a]`, and boxes at the end. */
function removeDocsComments(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href*="#cmnt"]')) {
    const [place, ref] = /#cmnt(_ref)?\d+$/u.exec(link.getAttribute('href') ?? '') ?? [];
    if (place === undefined) continue;
    const paragraph = link.closest('p');
    const box = paragraph?.closest(`div[${style}*="border" i]`) ?? null;
    if (ref === undefined) (link.closest('sup') ?? link).remove();
    else (box?.firstElementChild === paragraph ? box : paragraph)?.remove();
  }
}

/** Private characters that Google Docs writes around the paragraphs of a block of code. */
const [codeEnd, codeStart] = ['\uEC02', '\uEC03'];

function makeDocsCode(body: HTMLElement): void {
  if (!/[\uEC02\uEC03]/u.test(body.textContent)) return;
  let lines: Element[] = [];
  for (const line of body.querySelectorAll('p, br')) {
    const text = line.textContent.trim();
    const isWithin = line.parentElement === lines[0]?.parentElement;
    if (line.localName === 'br' && !isWithin) continue;
    if (line.previousElementSibling !== lines.at(-1)) lines = [];
    if (lines.length > 0 || text.startsWith(codeStart)) lines.push(line);
    if (lines.length === 0 || !text.endsWith(codeEnd)) continue;
    const pre = body.ownerDocument.createElement('pre');
    lines[0]?.before(pre);
    for (const part of lines) pre.append(part);
    for (const node of textsIn(pre)) node.data = node.data.replaceAll('\u00A0', ' ');
    wrapContent(pre, 'code');
    lines = [];
  }
  for (const node of textsIn(body)) node.data = node.data.replace(/[\uEC02\uEC03]/gu, '');
}

function textsIn(root: Element): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

function makeHeadings(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`[${role}="heading"]`)) {
    if (element.closest('h1, h2, h3, h4, h5, h6') !== null) continue;
    const level = Number(/^[1-6]$/u.exec(hiddenValue(element, 'aria-level'))?.[0] ?? 2);
    rename(element, `h${level}`);
  }
  // Signs that link to their heading.
  for (const link of body.querySelectorAll(`${headings} a[href*="#"]`))
    if (/^[\s\p{Cf}\p{M}#¶§\u{1F517}]*$/u.test(link.textContent) && link.querySelector('img') === null)
      link.remove();
}

/** Makes elements of the styles that carry meaning. Google Docs wraps everything into a bold element that is not bold. */
function readStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`:is(span, font, a)[${style}]`)) readStyle(element);
  for (const element of body.querySelectorAll(`b[${selectable('id')}^="docs-internal-guid"]`))
    unwrap(element);
  for (const element of body.querySelectorAll(`:is(b, strong)[${style}]`))
    if (/font-weight:\s*(?:normal|400)/iu.test(hiddenValue(element, 'style'))) unwrap(element);
}

/** Ignores underlines and colours, as links have. */
function readStyle(element: Element): void {
  const css = hiddenValue(element, 'style');
  if (element.textContent.trim() === '') return;
  const [, small] = /vertical-align:\s*(sub|super)\b/iu.exec(css) ?? [];
  if (small !== undefined && element.closest('sub, sup') === null)
    wrapContent(element, small.toLowerCase() === 'sub' ? 'sub' : 'sup');
  if (element.localName === 'a' || element.closest('h1, h2, h3, h4, h5, h6') !== null) return;
  if (/font-weight:\s*(?:bold|[6-9]00)/iu.test(css)) wrapContent(element, 'strong');
  if (/font-style:\s*italic/iu.test(css)) wrapContent(element, 'em');
  if (/text-decoration[^;]*line-through/iu.test(css)) wrapContent(element, 's');
}

/** A browser copies a link within a page with the address of the page. Of a footnote, only the mark is of use. */
function makeMarksLocal(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href*="#"]:not([href^="#"])')) {
    const isRaised = link.closest('sup') !== null || link.querySelector('sup') !== null;
    const [, fragment = ''] = link.getAttribute('href')?.split('#', 2) ?? [];
    if (isRaised && /^\s*\[?\d{1,3}\]?\s*$/u.test(link.textContent))
      link.setAttribute('href', `#${fragment}`);
  }
}

function makeBlocks(body: HTMLElement): void {
  for (const words of body.querySelectorAll('li > p:first-child:not(:has(~ :not(ul, ol)))'))
    if (isApart(words)) unwrap(words);
  for (const element of body.querySelectorAll(`:is(span, a, b, strong, i, em)[${style}]`))
    if (/display:\s*block/iu.test(hiddenValue(element, 'style'))) wrapIn(element, 'div');
  // The block itself keeps the words before and behind it apart. Programs write blank lines as empty paragraphs.
  for (const element of body.querySelectorAll('p, div'))
    if (element.textContent.trim() === '' && element.querySelector('img, hr, table, li, input') === null)
      element.replaceChildren();
}

/** Whether no words stand directly beside the element. */
function isApart({ previousSibling: before, nextSibling: after }: Element): boolean {
  return [before, after].every((node) => !(node instanceof Text) || node.data.trim() === '');
}

function wrapIn(element: Element, name: string): void {
  const holder = element.ownerDocument.createElement(name);
  element.replaceWith(holder);
  holder.append(element);
}

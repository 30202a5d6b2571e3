import { styleName } from './quiet-html.ts';

/** Turns the HTML that word processors, mail programs and pages copy into plain HTML. Changes and returns `body`. */
export function cleanPasted(body: HTMLElement): HTMLElement {
  for (const element of body.querySelectorAll(`[${styleName}*="mso-list:Ignore" i]`)) markOrdered(element);
  makeWordLists(body);
  for (const element of body.querySelectorAll(`span[${styleName}], font[${styleName}]`)) useElements(element);
  // Google Docs wraps everything into a bold element that is not bold.
  for (const element of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(element);
  for (const element of body.querySelectorAll(`b[${styleName}], strong[${styleName}]`))
    if (/font-weight:\s*(?:normal|400)/iu.test(styleOf(element))) unwrap(element);
  for (const element of body.querySelectorAll('li > p:only-child')) unwrap(element);
  for (const element of body.querySelectorAll('p, div')) if (isEmpty(element)) element.remove();
  return body;
}

/** Programs write blank lines as empty paragraphs. */
function isEmpty(element: Element): boolean {
  return element.textContent.trim() === '' && element.querySelector('img, hr, table, li') === null;
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function styleOf(element: Element): string {
  return element.getAttribute(styleName) ?? '';
}

/** Makes elements of bold and italic styles, as in Google Docs. Ignores underlines and colours: all links have them. */
function useElements(element: Element): void {
  const style = styleOf(element);
  if (element.textContent.trim() === '' || element.closest('h1, h2, h3, h4, h5, h6') !== null) return;
  if (/font-weight:\s*(?:bold|[6-9]00)/iu.test(style)) wrap(element, 'strong');
  if (/font-style:\s*italic/iu.test(style)) wrap(element, 'em');
}

function wrap(element: Element, name: 'strong' | 'em'): void {
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

/** Makes lists of Word's paragraphs with a level. */
function makeWordLists(body: HTMLElement): void {
  const open: { readonly level: number; readonly list: Element }[] = [];
  let last: Element | null = null;
  for (const item of body.querySelectorAll(`p[${styleName}*="mso-list:" i]`)) {
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

import { blocks } from './quiet-html.ts';

/** Replaces an element by its content. */
export function unwrap(element: Element): void {
  while (element.firstChild !== null) element.before(element.firstChild);
  element.remove();
}

/** Moves all nodes of one element to the end of another. */
export function moveContent(from: Element, to: Element): void {
  while (from.firstChild !== null) to.append(from.firstChild);
}

/** Replaces an element by one with another name and the same content, and returns it. */
export function rename(element: Element, name: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(name);
  moveContent(element, renamed);
  element.replaceWith(renamed);
  return renamed;
}

/** Puts the content of an element into a new element inside it. */
export function wrapContent(element: Element, name: string): void {
  const holder = element.ownerDocument.createElement(name);
  moveContent(element, holder);
  element.append(holder);
}

/** Returns the text of code, with a line end where an element ends a line. */
export function linesOf(code: Element): string {
  const parts: string[] = [];
  let isLineOver = false;
  const add = (words: string) => {
    if (words === '') return;
    if (isLineOver && parts.at(-1)?.endsWith('\n') === false) parts.push('\n');
    isLineOver = false;
    parts.push(words);
  };
  const walk = (node: Node) => {
    if (node instanceof Text) add(isLineOver ? node.data.replace(/^\n/u, '') : node.data);
    else if (node.nodeName === 'BR') add('\n');
    else {
      const isLine = node !== code && node instanceof Element && node.matches(blocks);
      isLineOver ||= isLine;
      node.childNodes.forEach(walk);
      isLineOver ||= isLine;
    }
  };
  walk(code);
  return parts.join('');
}

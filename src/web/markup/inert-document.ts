import { hideAttributes, showHidden, toAllowedHtml } from './quiet-html.ts';

/** This policy is only for HTML that is parsed and for text that is written as HTML. Neither runs anything. */
const policy = window.trustedTypes?.createPolicy('inert-document', { createHTML: (html: string) => html });

/** Parses copied HTML in a document without a window. Keeps the allowed elements and attributes. */
export function parseAllowed(html: string): HTMLElement {
  return parse(toAllowedHtml(html));
}

/**
 * Parses the author's own HTML in a document without a window, with all elements. Text made from it must go through
 * `showHidden`.
 */
export function parseWhole(html: string): HTMLElement {
  return parse(hideAttributes(html));
}

/** Parses HTML. The content security policy checks it, although nothing runs or is fetched. */
function parse(quietHtml: string): HTMLElement {
  return new DOMParser().parseFromString(trusted(quietHtml), 'text/html').body;
}

export function trusted(html: string): string {
  return policy?.createHTML(html) ?? html;
}

/** Returns the content of an element as HTML, without white space around it. */
export function innerHtml(element: Element): string {
  return showHidden(element.getHTML()).trim();
}

export function outerHtml(...nodes: readonly Node[]): string {
  const holder = document.implementation.createHTMLDocument().createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return showHidden(holder.getHTML());
}

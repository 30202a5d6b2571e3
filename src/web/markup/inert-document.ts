import { hideAttributes, showHidden, toAllowedHtml } from './quiet-html.ts';

/** What the policy passes runs nothing: HTML that is only parsed, and text written as HTML. */
const policy = window.trustedTypes?.createPolicy('inert-document', { createHTML: (html: string) => html });

/** What was copied elsewhere, in a document without a window: allowed elements with the attributes that are read. */
export function parseAllowed(html: string): HTMLElement {
  return parse(toAllowedHtml(html));
}

/**
 * The author's own HTML in a document without a window, with all of its elements. What is written of it goes through
 * `showHidden`.
 */
export function parseWhole(html: string): HTMLElement {
  return parse(hideAttributes(html));
}

/** The content security policy is held against what is parsed here, though nothing in it runs or is fetched. */
function parse(quietHtml: string): HTMLElement {
  return new DOMParser().parseFromString(trusted(quietHtml), 'text/html').body;
}

export function trusted(html: string): string {
  return policy?.createHTML(html) ?? html;
}

/** What an element holds, written as HTML, without the white space around it. */
export function innerHtml(element: Element): string {
  return showHidden(element.getHTML()).trim();
}

export function outerHtml(...nodes: readonly Node[]): string {
  const holder = document.implementation.createHTMLDocument().createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return showHidden(holder.getHTML());
}

/** What the policy passes is only ever parsed into a document without a window: nothing in it runs or is fetched. */
const policy = window.trustedTypes?.createPolicy('inert-document', { createHTML: (html: string) => html });

/** HTML as a browser reads it, to look at, never to show. */
export function parseInert(html: string): HTMLElement {
  const trusted = policy?.createHTML(html) ?? html;
  return new DOMParser().parseFromString(trusted, 'text/html').body;
}

/** What an element holds, written as HTML, without the white space around it. */
export function innerHtml(element: Element): string {
  return element.getHTML().trim();
}

export function outerHtml(...nodes: readonly Node[]): string {
  const holder = document.implementation.createHTMLDocument().createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return holder.getHTML();
}

import { htmlPieces } from '#core/export/html-pieces.ts';

/** What the policy passes runs nothing: HTML that is only parsed, and text written as HTML. */
const policy = window.trustedTypes?.createPolicy('inert-document', { createHTML: (html: string) => html });

/** The name that a style has while it is looked at: under its own the content security policy would complain. */
export const styleName = 'data-inert-style';

/** HTML as a browser reads it, in a document without a window: nothing in it runs or is fetched. */
export function parseInert(html: string): HTMLElement {
  const quiet = [...htmlPieces(html)]
    .map((piece) => {
      if (piece.kind === 'text') return piece.source;
      if (piece.name === 'style') return '';
      return piece.source.replace(/(\s)style(?=\s*=)/giu, `$1${styleName}`);
    })
    .join('');
  return new DOMParser().parseFromString(trusted(quiet), 'text/html').body;
}

export function trusted(html: string): string {
  return policy?.createHTML(html) ?? html;
}

/** What an element holds, written as HTML, without the white space around it. */
export function innerHtml(element: Element): string {
  return withStyles(element.getHTML()).trim();
}

export function outerHtml(...nodes: readonly Node[]): string {
  const holder = document.implementation.createHTMLDocument().createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return withStyles(holder.getHTML());
}

function withStyles(html: string): string {
  return html.replaceAll(` ${styleName}=`, ' style=');
}

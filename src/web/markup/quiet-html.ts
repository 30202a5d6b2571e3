import { blockElements, neverPasted, pastedElements } from '#core/document/html-elements.ts';
import { htmlPieces, piecesWithout, writeTag, type HtmlPiece, type Tag } from '#core/export/html-pieces.ts';

/**
 * A browser checks what it parses against the content security policy, even in a document without a window: event
 * handlers, styles, the address of a base, the file of a track. It reports them as violations, although it runs and
 * loads nothing. So attributes that are not read get hidden names, and style sheets are removed. Text that is made from
 * a parsed document must go through `showHidden`.
 */

/** The attributes that keep their names, by element. */
const readAttributes = new Map([
  ['a', ['href']],
  ['b', ['id']],
  ['code', ['class']],
  ['img', ['src', 'alt']],
  ['li', ['role']],
  ['ol', ['start']],
  ['td', ['align', 'colspan', 'rowspan']],
  ['th', ['align', 'colspan', 'rowspan']],
]);

/** Selects the elements that stand apart from the words around them. */
export const blocks = [...blockElements].join(',');

/**
 * Noncharacters: the first marks a hidden name, the second marks a capital in it, and the third replaces `<` in the
 * content of a script or the like.
 */
const hidingSigns = /[\uFDD2-\uFDD4]/gu;
const holdsHtml = new Set(['noscript', 'template']);
const holdsEntities = new Set(['textarea', 'title']);

/** The hidden name of `style`. */
export const hiddenStyle = '\uFDD2style';

/** Returns the author's own HTML for parsing. */
export function hideAttributes(html: string): string {
  return [...htmlPieces(html.replace(hidingSigns, ''))].map(hiddenPiece).join('');
}

/** Returns copied HTML for parsing: only elements of text, and no content of scripts, pictures and the like. */
export function hidePasted(html: string): string {
  const pieces = [...piecesWithout(html.replace(hidingSigns, ''), neverPasted)];
  return pieces
    .filter((piece) => piece.kind === 'text' || pastedElements.has(piece.name))
    .map(hiddenPiece)
    .join('');
}

function hiddenPiece(piece: HtmlPiece): string {
  if (piece.kind === 'text') return piece.source.replaceAll('<', '&lt;');
  const { source, name, closes, content } = piece;
  if (name === 'style') return '';
  if (name === '') return source;
  if (closes) return `</${name}>`;
  return content === null ? hiddenTag(piece) : `${hiddenTag(piece)}${hiddenContent(name, content)}</${name}>`;
}

function hiddenTag({ name, attributes, closesItself }: Tag): string {
  const read = readAttributes.get(name);
  const hidden = attributes.map((attribute) =>
    read?.includes(attribute.name) === true ? attribute : { ...attribute, name: hiddenName(attribute) },
  );
  return writeTag(name, hidden, closesItself ? '/>' : '>');
}

/** Returns the hidden name. A name may begin with `=`. */
function hiddenName({ name, written }: Tag['attributes'][number]): string {
  if (name === 'style') return hiddenStyle;
  return written.replace(/^=?/u, '$&\uFDD2').replace(/[A-Z]/gu, '\uFDD3$&');
}

/** Hides the `<` in the content of an element. Otherwise a browser would read tags in it inside SVG. */
function hiddenContent(name: string, content: string): string {
  if (holdsHtml.has(name)) return hideAttributes(content);
  return content.replaceAll('<', holdsEntities.has(name) ? '&lt;' : '\uFDD4');
}

/** Shows in text or HTML what was hidden for parsing. */
export function showHidden(text: string): string {
  return text
    .replace(/\uFDD3([a-zA-Z])/gu, (_, letter: string) => letter.toUpperCase())
    .replaceAll('\uFDD2', '')
    .replaceAll('\uFDD4', '<');
}

/** Parses hidden HTML in a document without a window. */
export function parse(hiddenHtml: string): HTMLElement {
  return new DOMParser().parseFromString(trusted(hiddenHtml), 'text/html').body;
}

/** The policy is only for HTML that is parsed and for text that is written as HTML. Neither runs anything. */
let policy: { createHTML(html: string): string } | undefined;

export function trusted(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('inert-document', {
    createHTML: (trustedHtml) => trustedHtml,
  });
  return policy?.createHTML(html) ?? html;
}

/** Returns the HTML of the nodes, as the author wrote it. */
export function writeNodes(...nodes: readonly Node[]): string {
  const holder = document.implementation.createHTMLDocument().createElement('div');
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return showHidden(holder.getHTML());
}

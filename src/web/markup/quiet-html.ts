import { htmlPieces, piecesWithout, writeTag, type HtmlPiece, type Tag } from '#core/export/html-pieces.ts';
import { wordSet } from '#core/lib/helpers.ts';

/**
 * A browser checks what it parses against the content security policy, even in a document without a window: event
 * handlers, styles, the address of a base, the file of a track. It reports them as violations, although it runs and
 * loads nothing. The functions of this file write HTML in which the browser finds none of these.
 */

/** `toAllowedHtml` gives each style this name. */
export const styleName = 'data-inert-style';

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

/** Elements that stand apart from the words around them, except for the parts of a table. */
const blockNames = wordSet(
  'address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul',
);
/** Selects these elements. */
export const blocks = [...blockNames].join(',');

/** Elements of structure and of formatting. */
const allowed = new Set([
  ...blockNames,
  ...wordSet('a b br code del em font i img output s span strike strong tbody td tfoot th thead tr'),
]);
/** Elements that are removed with their content, like every element without HTML inside, such as a script. */
const silent = wordSet('applet audio canvas math object svg video');

/** Returns HTML for reading only: allowed elements and attributes, styles as `styleName`, and text. */
export function toAllowedHtml(html: string): string {
  const written: string[] = [];
  for (const piece of piecesWithout(html, silent)) {
    if (piece.kind === 'text') written.push(escapeSign(piece.source));
    else if (allowed.has(piece.name)) written.push(piece.closes ? `</${piece.name}>` : allowedTag(piece));
  }
  return written.join('');
}

function allowedTag({ name, attributes }: Tag): string {
  const kept = attributes.flatMap((attribute) => {
    if (attribute.name === 'style') return [{ ...attribute, name: styleName }];
    return isRead(name, attribute.name) ? [attribute] : [];
  });
  return writeTag(name, kept);
}

function isRead(element: string, attribute: string): boolean {
  return readAttributes.get(element)?.includes(attribute) === true;
}

/** Escapes `<`, so that no tag can begin in the text. */
function escapeSign(text: string): string {
  return text.replaceAll('<', '&lt;');
}

/**
 * Noncharacters: the first marks a hidden name, the second marks a capital in it, and the third replaces `<` in the
 * content of a script or the like.
 */
const hidingSigns = /[\uFDD2-\uFDD4]/gu;
const holdsHtml = new Set(['noscript', 'template']);
const holdsEntities = new Set(['textarea', 'title']);

/**
 * Returns the HTML without style sheets, for reading and writing. Attributes that are not read get hidden names, and
 * `showHidden` restores them.
 */
export function hideAttributes(html: string): string {
  return [...htmlPieces(html.replace(hidingSigns, ''))].map(hiddenPiece).join('');
}

function hiddenPiece(piece: HtmlPiece): string {
  if (piece.kind === 'text') return escapeSign(piece.source);
  const { source, name, closes, content } = piece;
  if (name === 'style') return '';
  if (name === '') return source;
  if (closes) return `</${name}>`;
  return content === null ? hiddenTag(piece) : `${hiddenTag(piece)}${hiddenContent(name, content)}</${name}>`;
}

function hiddenTag({ name, attributes, closesItself }: Tag): string {
  const hidden = attributes.map((attribute) =>
    isRead(name, attribute.name) ? attribute : { ...attribute, name: hiddenName(attribute.written) },
  );
  return writeTag(name, hidden, closesItself ? '/>' : '>');
}

/** Returns the hidden name. A name may begin with `=`. */
function hiddenName(name: string): string {
  return name.replace(/^=?/u, '$&\uFDD2').replace(/[A-Z]/gu, '\uFDD3$&');
}

/** Hides the `<` in the content of an element. Otherwise a browser would read tags in it inside SVG. */
function hiddenContent(name: string, content: string): string {
  if (holdsHtml.has(name)) return hideAttributes(content);
  return holdsEntities.has(name) ? escapeSign(content) : content.replaceAll('<', '\uFDD4');
}

/** Undoes `hideAttributes` in text or HTML that was made from its result. */
export function showHidden(text: string): string {
  return text
    .replace(/\uFDD3([a-zA-Z])/gu, (_, letter: string) => letter.toUpperCase())
    .replaceAll('\uFDD2', '')
    .replaceAll('\uFDD4', '<');
}

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

/** The policy is only for HTML that is parsed and for text that is written as HTML. Neither runs anything. */
let policy: { createHTML(html: string): string } | undefined;

export function trusted(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('inert-document', {
    createHTML: (trustedHtml) => trustedHtml,
  });
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

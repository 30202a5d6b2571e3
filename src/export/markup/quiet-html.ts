import { blockElements } from '#core/document/html-elements.ts';
import { htmlPieces, piecesWithout, writeTag, type HtmlPiece, type Tag } from '#core/export/html-pieces.ts';
import { wordSet } from '#core/lib/helpers.ts';

/** TypeScript does not know trusted types yet, and a server has none. The result of a policy is used as a string. */
type TrustedTypes = {
  createPolicy<Rules extends Readonly<Record<string, (value: string) => string>>>(
    name: string,
    rules: Rules,
  ): { readonly [Rule in keyof Rules]: (value: string) => string };
};

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

/**
 * A browser checks what it parses against the content security policy, even in a document without a window: event
 * handlers, styles, the address of a base, the file of a track. It reports them as violations, although it runs and
 * loads nothing. So attributes that are not read get hidden names, and style sheets are removed. Text that is made from
 * a parsed document must go through `showHidden`.
 */

/** The attributes that keep their names, by element. */
const readAttributes = new Map([
  ['a', ['href']],
  ['code', ['class']],
  ['img', ['src', 'alt']],
  ['li', ['value']],
  ['ol', ['start']],
  ['td', ['align', 'colspan', 'rowspan']],
  ['th', ['align', 'colspan', 'rowspan']],
]);

/** Elements that are read from a paste. Of all others, only the words are read. */
const pastedElements: ReadonlySet<string> = new Set([
  ...blockElements,
  ...wordSet(
    'a b br caption code del em font i img input output s span strike strong sub sup tbody td tfoot th thead tr ' +
      'annotation maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms ' +
      'mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics',
  ),
]);
/** Elements that are not pasted, nor what is inside them. */
const neverPasted = wordSet('applet audio canvas object svg video');

/** Selects the elements that stand apart from the words around them. */
export const blocks = [...blockElements].join(',');

/**
 * Noncharacters: the first marks a hidden name, the second marks a capital in it, and the third replaces `<` in the
 * content of a script or the like.
 */
const hidingSigns = /[\uFDD2-\uFDD4]/gu;
const holdsHtml = new Set(['noscript', 'template']);
const holdsEntities = new Set(['textarea', 'title']);

/** Returns the hidden name of an attribute, as a selector writes it. */
export function selectable(name: string): string {
  return String.raw`\fdd2 ${name}`;
}

/** Returns the value of a hidden attribute, or an empty string. */
export function hiddenValue(element: Element, name: string): string {
  return element.getAttribute(`\uFDD2${name}`) ?? '';
}

/** Returns the author's own HTML for parsing. */
export function hideAttributes(html: string): string {
  return [...htmlPieces(html.replace(hidingSigns, ''))].map(hiddenPiece).join('');
}

/** Returns copied HTML for parsing: only elements of text, and no content of scripts, pictures and the like. */
export function hidePasted(html: string): string {
  const pieces = [...piecesWithout(html.replace(hidingSigns, ''), neverPasted)];
  const read = pieces.filter((piece) => piece.kind === 'text' || pastedElements.has(piece.name));
  return [...withoutDepths(read)].map(hiddenPiece).join('');
}

/** Nothing that is written by hand is deeper. Each level costs a browser time for all that is in it. */
const depthLimit = 64;
/** Elements that end by themselves where the next one begins, and elements without an end. */
const endsItself = wordSet('p li dd dt td th tr tbody thead tfoot caption br hr img input');

/** Leaves out the tags of elements that are deeper than the limit, and keeps what is in them. */
function* withoutDepths(pieces: Iterable<HtmlPiece>): Generator<HtmlPiece> {
  let depth = 0;
  /** By name: whether each open element is left out. */
  const open = new Map<string, boolean[]>();
  for (const piece of pieces) {
    if (piece.kind === 'text' || endsItself.has(piece.name)) yield piece;
    else if (piece.closes) {
      const isLeftOut = open.get(piece.name)?.pop();
      if (isLeftOut === false) depth -= 1;
      if (isLeftOut !== true) yield piece;
    } else {
      const isLeftOut = depth >= depthLimit;
      const ofName = open.get(piece.name) ?? [];
      ofName.push(isLeftOut);
      open.set(piece.name, ofName);
      if (isLeftOut) continue;
      depth += 1;
      yield piece;
    }
  }
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
  if (name === 'style') return '\uFDD2style';
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
  policy ??= globalThis.trustedTypes?.createPolicy('inert-document', {
    createHTML: (trustedHtml) => trustedHtml,
  });
  return policy?.createHTML(html) ?? html;
}

/** Returns the HTML of the nodes, as the author wrote it. */
export function writeNodes(...nodes: readonly Node[]): string {
  const holder = nodes[0]?.ownerDocument?.createElement('div');
  if (holder === undefined) return '';
  holder.append(...nodes.map((node) => node.cloneNode(true)));
  return showHidden(holder.getHTML());
}

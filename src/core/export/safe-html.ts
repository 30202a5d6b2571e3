import { copiedAsDiv, copiedElements, neverCopied } from '#core/document/html-elements.ts';

import { piecesWithout, type Tag } from './html-pieces.ts';
import { escapeAttribute, escapeHtml, keepEntities } from './escape.ts';

const linkAddress = /^(?:https?:\/\/|mailto:|tel:|#|\/(?!\/))/iu;
/** The numbers that stay: where a list starts, and how many columns and rows a cell covers. */
const numbers = new Set(['ol start', 'td colspan', 'td rowspan', 'th colspan', 'th rowspan']);
const relation = /(?<!\S)(?:sponsored|nofollow|ugc|noopener|noreferrer)(?!\S)/giu;
const imageAddress = /^https?:\/\//iu;

/**
 * Reduces HTML to what any clipboard may contain: simple structural tags, links, images from the web. It removes all
 * scripts and all attributes but addresses, `alt`, `rel` and numbers of lists and cells. Everything that is not a tag
 * is text, and entities stay.
 */
export function toSafeHtml(html: string): string {
  const pieces: string[] = [];
  let openLinks = 0;
  for (const piece of piecesWithout(html, neverCopied)) {
    if (piece.kind === 'text') {
      pieces.push(keepEntities(escapeHtml(piece.source)));
      continue;
    }
    const { closes } = piece;
    const name = copiedAsDiv.has(piece.name) ? 'div' : piece.name;
    if (copiedElements.has(name)) pieces.push(closes ? `</${name}>` : `<${name}${numbersOf(piece)}>`);
    else if (name === 'img' && !closes) pieces.push(pictureOf(piece));
    else if (name === 'a') {
      const tag = closes ? (openLinks > 0 ? '</a>' : '') : linkOf(piece);
      if (tag !== '') openLinks += closes ? -1 : 1;
      pieces.push(tag);
    }
  }
  pieces.push('</a>'.repeat(openLinks));
  return pieces.join('');
}

function linkOf(piece: Tag): string {
  const address = attributeOf(piece, 'href');
  if (!linkAddress.test(address)) return '';
  const rel = attributeOf(piece, 'rel').match(relation)?.join(' ');
  return `<a href="${keepEntities(escapeAttribute(address))}"${rel === undefined ? '' : ` rel="${rel}"`}>`;
}

function numbersOf({ name: element, attributes }: Tag): string {
  return attributes
    .filter(({ name, value }) => numbers.has(`${element} ${name}`) && /^-?\d{1,9}$/u.test(value))
    .map(({ name, value }) => ` ${name}="${value}"`)
    .join('');
}

function pictureOf(piece: Tag): string {
  const address = attributeOf(piece, 'src');
  const words = keepEntities(escapeAttribute(attributeOf(piece, 'alt')));
  // Elsewhere, an address without a host leads to nothing. The words still say what was there.
  return imageAddress.test(address)
    ? `<img src="${keepEntities(escapeAttribute(address))}" alt="${words}">`
    : words;
}

/** Returns the value as written, with entities, or an empty string. */
function attributeOf({ attributes }: Tag, name: 'href' | 'src' | 'alt' | 'rel'): string {
  return (attributes.find((attribute) => attribute.name === name)?.value ?? '').trim();
}

/** The start of a block whose first letter is of Hebrew, Arabic or another script that runs from right to left. */
const rightToLeft =
  /<(p|h\d|[uo]l|blockquote|table)(?=(?: [^<>]*)?>(?:<[^<>]*>|&\w+;|[^\p{L}<&]){0,99}[\u0590-\u08FF\uFB1D-\uFDCF\uFE70-\uFEFC])/gu;

/** Marks the blocks of safe HTML that run from right to left. An editor would show them from left to right. */
export function markDirections(safe: string): string {
  return safe.replace(rightToLeft, '<$1 dir="rtl"');
}

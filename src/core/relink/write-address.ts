import type { AddressForm } from '#core/document/own-links.ts';
import { escapeAttribute, markdownDestination } from '#core/export/escape.ts';
import { isWebAddress } from '#core/links/web-address.ts';

/** Text that a reader of Markdown may read as an entity. */
const entity = /&#?\w+;/u;
/** Signs that an export uses for itself. */
const reserved = /\p{Noncharacter_Code_Point}/u;
/** Signs of link markup. No address may begin one. */
const doubled = /\[(?=\[)/gu;

/** For each form, a function that writes a web address in it. Null: no reader would read back the same. */
const writers: Readonly<Record<AddressForm, (url: string) => string | null>> = {
  destination: (url) => withSigns(markdownDestination(url)),
  angle: (url) => withSigns(markdownDestination(`${url} `).replace(/^<| >$/gu, '')),
  autolink: (url) => (/[\s<>|]|\[\[/u.test(url) || entity.test(url) ? null : url),
  bare: (url) => (/[*`\\[\]|~]/u.test(url) || entity.test(url) ? writeInSigns(url) : url),
  double: writeAttribute,
  single: writeAttribute,
  unquoted: (url) => writeAttribute(url).replace(/\s/gu, (sign) => `&#${sign.charCodeAt(0)};`),
  json: writeJson,
};

/**
 * Writes an address as the address of a link in this form, so that a reader of the format reads back exactly the same.
 * Returns null if that is not possible.
 */
export function writeAddress(form: AddressForm, url: string): string | null {
  return isWebAddress(url) && !reserved.test(url) ? writers[form](url) : null;
}

function writeInSigns(url: string): string | null {
  const written = writers.autolink(url);
  return written === null ? null : `<${written}>`;
}

/** Escapes the signs that end the cell of a table or begin link markup. */
function withSigns(destination: string): string {
  return destination.replaceAll('|', String.raw`\|`).replaceAll(doubled, '[\\');
}

function writeAttribute(url: string): string {
  return escapeAttribute(url)
    .replaceAll('|', '&#124;')
    .replaceAll(/(?<=\[)\[/gu, '&#91;');
}

/** Writes it as WordPress does in the comment of a block. */
function writeJson(url: string): string {
  return JSON.stringify(url)
    .slice(1, -1)
    .replaceAll('\\"', String.raw`\u0022`)
    .replaceAll('--', String.raw`\u002d\u002d`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll(/(?<=\[)\[/gu, String.raw`\u005b`);
}

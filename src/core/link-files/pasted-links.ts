import type { Span } from '#core/lib/helpers.ts';
import { makeFields, type LinkFields } from '#core/links/link.ts';
import { withoutEntities } from '#core/links/web-address.ts';

import type { FoundLink } from './import-plan.ts';

/** A separator before `http` separates two addresses, also if they are quoted or in brackets. */
const nextAddress = String.raw`['")\]}]{0,3}[,;|]['([{]{0,3}https?:\/\/`;
const markdownLink = String.raw`!?\[((?:\\.|[^[\]\\])*)\]\(\s*(?:<((?:\\.|[^<>\\])*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))+))(?:\s+["'][^()]*)?\s*\)`;
const htmlLink = String.raw`<a(?=\s)(?:(?!\shref=)[^<>])*\shref=(["'])(https?:(?:(?!\4)[^<>])*)\4[^<>]*>([^<]*)`;
const bareStart = String.raw`(?<=^|[\s([{<"'“,;|])(?:www\.[\p{L}\d]|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/)`;
const address = new RegExp(
  String.raw`${markdownLink}|${htmlLink}|(?:https?:\/\/|${bareStart})(?:(?!${nextAddress})[^\s<>"])*`,
  'giu',
);
/** An address that is alone in its line is never changed. */
const aloneAddress = new RegExp(
  String.raw`^(?!\S*?${nextAddress})(?:https?:\/\/\S+|(?![^.]*https?:\/\/)[^\s<([{]\S*\.\S+)$`,
  'iu',
);
const listMark = /^(?:[-*+•]|\d+[.)])\s+/u;
const edges = /^[\s,;:|"<>–—)\]}*”’»-]+|[\s,;:|"<>–—([{*“‘«-]+$/gu;
/** A separator and the first words of a description at the end of an address. */
const gluedWords = /[,;|]\p{L}[\p{L}\p{M}’',;|-]{0,200}$/u;
const openers = `([{“„‘«'*\``;
const closers = `)]}”“’»'*\``;

type LinkInText = Pick<LinkFields, 'url' | 'description'>;
/** `description` is null if the text around the address describes it. */
type Address = Span & { readonly url: string; readonly description: string | null };

/**
 * Reads the links of a text, line by line: `URL description` or `description URL` with spaces, tabs or commas between
 * them, several in a line, or Markdown links. A line without a URL becomes a link without a URL, so that it is shown.
 */
export function readPastedLinks(text: string): FoundLink[] {
  const lines = text.split(/\r\n|\r|\n/u).map((line) => line.trim());
  const isList = isCommaList(lines.filter((line) => line !== ''));
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const links = linksOfLine(isList ? line.replace(',', ' ') : line.replace(listMark, ''));
    return links.map((link) => ({ ...makeFields(() => ''), row: index + 1, ...link }));
  });
}

/** Whether each line is an address, a comma and a description. At least half of the descriptions have several words. */
function isCommaList(lines: readonly string[]): boolean {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  return (
    count(/^https?:\/\/[^\s,]+,(?!https?:\/\/)/iu) === lines.length &&
    count(/\s/u) * 2 >= lines.length &&
    // Digits behind a comma may belong to the address. A tab ends it.
    count(/^(?!\S*#:~:text=)[^,]+,"?\p{L}[\p{L}\p{M}’'-]*[^\S\t]/u) > 0
  );
}

/** Each text describes the address before it if the line begins with one, or else the address behind it. */
function linksOfLine(text: string): LinkInText[] {
  if (aloneAddress.test(text)) return [{ url: text, description: '' }];
  const first = text.search(address);
  if (first < 0) return [{ url: '', description: text }];
  const leads = clean(text.slice(0, first)) === '';
  return addressesIn(text, leads).map(({ start, end, url, description }, index, addresses) => {
    const before = clean(text.slice(addresses[index - 1]?.end ?? 0, start));
    const after = clean(text.slice(end, addresses[index + 1]?.start));
    return { url, description: description ?? (leads ? after : before || after) };
  });
}

function addressesIn(text: string, leads: boolean): Address[] {
  const found: Address[] = [];
  address.lastIndex = 0;
  for (let match = address.exec(text); match !== null; match = address.exec(text)) {
    const { 0: source, 1: words, 2: angled, 3: plain = angled, 5: href, 6: content, index: start } = match;
    const read = href === undefined ? unescape : withoutEntities;
    const marked = href ?? plain;
    const url = marked === undefined ? addressAt(text, start, source, leads) : read(marked);
    const end = start + (marked === undefined ? url : source).length;
    const description = marked === undefined ? null : read(words ?? content ?? '').trim();
    found.push({ start, end, url, description });
    // What is cut off an address may hold the next one.
    address.lastIndex = end;
  }
  return found;
}

/** Restores what Markdown escapes. An entity is restored only where Markdown would read another one. */
function unescape(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])|&amp;(?=#?\w+;)/giu, (_, sign = '&') => sign);
}

/** Cuts off what is no part of the address `source`, which stands at `start`. */
function addressAt(text: string, start: number, source: string, leads: boolean): string {
  const before = text.slice(0, start);
  if (/[<"]/u.test(before.slice(-1))) return source;
  const url = source.slice(0, innerLength(before, source));
  const isCell = /^[,;|]?$/u.test(before.trimEnd().slice(-1));
  const behind = text.slice(start + source.length);
  const mayBeGlued = isCell && /^[^\S\t]+\S/u.test(behind) && !url.includes('#:~:text=');
  return (
    (mayBeGlued ? url.replace(gluedWords, '') : url)
      // In a sentence, the sign at its end is no part of the address.
      .replace(leads ? /[,;:|]+$/u : /[.,;:!?|]+$/u, '')
  );
}

/** Returns how much of the address stands before a sign that closes what is opened before the address. */
function innerLength(before: string, url: string): number {
  const opened: string[] = [];
  for (let index = 0; index < url.length; index += 1) {
    const sign = url.charAt(index);
    const opener = openers.charAt(closers.indexOf(sign));
    if (opener === '') {
      if (openers.includes(sign)) opened.push(sign);
    } else if (opened.at(-1) === opener) opened.pop();
    else if (sign === opener ? before.endsWith(sign) : before.includes(opener)) return index;
  }
  return url.length;
}

function clean(text: string): string {
  return text.replaceAll(edges, '');
}

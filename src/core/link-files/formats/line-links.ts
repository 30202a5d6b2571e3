import type { Span } from '#core/lib/helpers.ts';
import type { LinkFields } from '#core/links/link.ts';

export type LinkInText = Pick<LinkFields, 'url' | 'description'>;

/** `description` is null if the text around the address describes it. */
type Address = Span & { readonly url: string; readonly description: string | null };

const bareStart = String.raw`(?<=^|[\s([{<"'“,;|])(?:www\.[\p{L}\d]|(?:[\p{L}\d-]+\.)+\p{L}{2,}\/)`;
/** Where an address may begin. An escaped bracket is skipped. */
const addressStart = new RegExp(String.raw`\\[[\]]|!?\[|https?:\/\/|${bareStart}`, 'giu');
/** A separator before `http` separates two addresses, also if they are quoted or in brackets. */
const nextAddress = /['")\]}]{0,3}[,;|]['([{]{0,3}https?:\/\//giu;
const tokenEnd = /[\s<>"]/gu;
/** An address of another kind than those of the web. */
const otherScheme =
  /(?:^|\s)((?:[a-z][a-z\d+.-]{0,30}:\/\/|(?:mailto|tel|sms|javascript|data|about|file|market):)\S+)/iu;
/** A separator and the first words of a description at the end of an address. */
const gluedWords = /[,;|]\p{L}[\p{L}\p{M}’',;|-]{0,200}$/u;
const openers = `([{“„‘«'*\``;
const closers = `)]}”“’»'*\``;
const startEdges = /[\s,;:|"<>–—)\]}*”’»-]/u;
const endEdges = /[\s,;:|"<>–—([{*“‘«-]/u;

/**
 * Returns the links in a line: `URL description` or `description URL`, several in a line, Markdown or BBCode. Each text
 * describes the address before it if the line begins with one, or else the address behind it. A line without an address
 * is a link without a URL.
 */
export function linksOfLine(text: string): LinkInText[] {
  if (isAloneAddress(text)) return [{ url: text, description: '' }];
  const [first] = addressesIn(text, true, 1);
  if (first === undefined) return [otherLinkOf(text)];
  const leads = cleanWords(text.slice(0, first.start)) === '';
  const addresses = addressesIn(text, leads);
  return addresses.map(({ start, end, url, description }, index) => {
    const before = cleanWords(text.slice(addresses[index - 1]?.end ?? 0, start));
    const after = cleanWords(text.slice(end, addresses[index + 1]?.start));
    return { url, description: description ?? (leads ? after : before || after) };
  });
}

/** Returns the link that is the whole text, if it is written as Markdown or BBCode. */
export function markedLinkOf(text: string): LinkInText | null {
  const [address, more] = addressesIn(text, true, 2);
  if (address === undefined || more !== undefined || address.description === null) return null;
  const isWhole = address.start === 0 && address.end === text.length;
  return isWhole ? { url: address.url, description: address.description } : null;
}

/** Returns words without the signs that separate them from an address. */
export function cleanWords(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && startEdges.test(text.charAt(start))) start += 1;
  while (end > start && endEdges.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a line is only an address. It is never changed. */
function isAloneAddress(text: string): boolean {
  nextAddress.lastIndex = 0;
  if (/\s/u.test(text) || nextAddress.test(text)) return false;
  if (/^https?:\/\/./iu.test(text)) return true;
  return /^[^<([{]/u.test(text) && text.slice(1, -1).includes('.') && !/^[^.]*https?:\/\//iu.test(text);
}

/** Returns a line that has no address of the web. */
function otherLinkOf(text: string): LinkInText {
  const match = otherScheme.exec(text);
  if (match === null) return { url: '', description: text };
  const [source, url = ''] = match;
  const before = cleanWords(text.slice(0, match.index));
  return { url, description: before || cleanWords(text.slice(match.index + source.length)) };
}

/** Finds where something is next in a text, and reads no stretch twice if it is asked with growing indexes. */
function createFinder(text: string, pattern: RegExp): (from: number) => number {
  let searched = -1;
  let found = -1;
  return (from) => {
    if (searched >= 0 && found >= from) return found;
    pattern.lastIndex = from;
    searched = from;
    found = pattern.exec(text)?.index ?? text.length;
    return found;
  };
}

type Finders = Readonly<
  Record<'tokenEnd' | 'nextAddress' | 'codeEnd' | 'codeStart', (from: number) => number>
>;

function addressesIn(text: string, leads: boolean, atMost = Infinity): Address[] {
  const found: Address[] = [];
  const find = {
    tokenEnd: createFinder(text, tokenEnd),
    nextAddress: createFinder(text, nextAddress),
    codeEnd: createFinder(text, /\[\/url\]/giu),
    codeStart: createFinder(text, /\[url/giu),
  };
  const seen = createSeenOpeners(text);
  let at = 0;
  while (found.length < atMost) {
    addressStart.lastIndex = at;
    const match = addressStart.exec(text);
    if (match === null) break;
    const [begin] = match;
    const start = match.index;
    let address: Address | null = null;
    if (begin.endsWith('[')) address = codeLinkAt(text, start, find) ?? markdownLinkAt(text, start);
    else if (!begin.startsWith('\\')) {
      const end = Math.min(find.tokenEnd(start), find.nextAddress(start + begin.length));
      const url = addressAt({ text, start, end, leads, seen: seen(start) });
      address = { start, end: start + url.length, url, description: null };
    }
    if (address !== null) found.push(address);
    // What is cut off an address may hold the next one.
    at = address === null ? start + (begin.startsWith('\\') ? 2 : 1) : Math.max(address.end, start + 1);
  }
  return found;
}

/** Returns a function that returns the opening signs before an index. The indexes must grow. */
function createSeenOpeners(text: string): (before: number) => ReadonlySet<string> {
  const seen = new Set<string>();
  let done = 0;
  return (before) => {
    for (; done < before; done += 1) if (openers.includes(text.charAt(done))) seen.add(text.charAt(done));
    return seen;
  };
}

const label = /!?\[((?:\\.|[^[\]\\])*)\]\(\s*/uy;
const destination = /<((?:\\.|[^<>\\])*)>|((?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))+)/uy;
const blanks = /\s*/uy;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads `[words](address "title")` at the index. */
function markdownLinkAt(text: string, start: number): Address | null {
  const [opening, words = ''] = matchAt(label, text, start) ?? [];
  if (opening === undefined) return null;
  const [target, angled, plain = angled ?? ''] = matchAt(destination, text, start + opening.length) ?? [];
  if (target === undefined) return null;
  const behind = start + opening.length + target.length;
  let end = behind + (matchAt(blanks, text, behind)?.[0].length ?? 0);
  if (end > behind && /["']/u.test(text.charAt(end)))
    while (end < text.length && !/[()]/u.test(text.charAt(end))) end += 1;
  if (text[end] !== ')') return null;
  return { start, end: end + 1, url: unescape(plain), description: unescape(words).trim() };
}

const codeStart = /\[url(?:=(["']?)([^[\]\s"']+)\1)?\]/iuy;
const formatCode = /\[\/?[a-z*]{1,10}(?:=[^[\]]*)?\]/giu;

/** Reads `[url=address]words[/url]` or `[url]address[/url]` at the index. */
function codeLinkAt(text: string, start: number, find: Finders): Address | null {
  const match = matchAt(codeStart, text, start);
  if (match === null) return null;
  const [opening, , target] = match;
  const from = start + opening.length;
  const end = find.codeEnd(from);
  if (end === text.length || find.codeStart(from) < end) return null;
  const words = text.slice(from, end).replace(formatCode, '').trim();
  const link = target === undefined ? { url: words, description: '' } : { url: target, description: words };
  return { start, end: end + '[/url]'.length, ...link };
}

/** Restores what Markdown escapes. An entity is restored only where Markdown would read another one. */
function unescape(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])|&amp;(?=#?\w+;)/giu, (_, sign = '&') => sign);
}

type Place = Span & { readonly text: string; readonly leads: boolean; readonly seen: ReadonlySet<string> };

/** Returns the address in a stretch without what is no part of it. */
function addressAt({ text, start, end, leads, seen }: Place): string {
  const source = text.slice(start, end);
  if (/[<"]/u.test(text.charAt(start - 1))) return source;
  const url = source.slice(0, innerLength(source, text.charAt(start - 1), seen));
  const isCell = /^[,;|]?$/u.test(text.slice(0, start).trimEnd().slice(-1));
  const mayBeGlued = isCell && /^[^\S\t]+\S/u.test(text.slice(end)) && !url.includes('#:~:text=');
  const glued = mayBeGlued ? (gluedWords.exec(url.slice(-202))?.[0].length ?? 0) : 0;
  // In a sentence, the sign at its end is no part of the address.
  const lastSigns = leads ? /[,;:|]/u : /[.,;:!?|]/u;
  let length = url.length - glued;
  while (length > 0 && lastSigns.test(url.charAt(length - 1))) length -= 1;
  return url.slice(0, length);
}

/** Returns how much of an address stands before a sign that closes what is opened before the address. */
function innerLength(url: string, before: string, seen: ReadonlySet<string>): number {
  const opened: string[] = [];
  for (let index = 0; index < url.length; index += 1) {
    const sign = url.charAt(index);
    const opener = openers.charAt(closers.indexOf(sign));
    if (opener === '') {
      if (openers.includes(sign)) opened.push(sign);
    } else if (opened.at(-1) === opener) opened.pop();
    else if (sign === opener ? before === sign : seen.has(opener)) return index;
  }
  return url.length;
}

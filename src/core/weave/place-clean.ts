import type { Word } from '#core/built-in-writer/compose/insertion.ts';
import { readMarkup, writeMarkup } from '#core/markup/link-markup.ts';

/** A stretch of new text: plain words, or the anchor of a link. */
export type Piece = { readonly text: string; readonly url: string | null };

/** Longer anchors are not read as such. */
const anchorLimit = 300;

/**
 * The text of an edit without anything that could open a block, an element or markup in the author's document: one line
 * of plain words and of links to `urls`.
 *
 * @param takes asked of one link after the other: whether it is to be one, and not plain words
 */
export function cleanPieces(
  text: string,
  urls: readonly string[],
  takes: (url: string) => boolean = () => true,
): { pieces: Piece[]; unknown: string[] } {
  const unknown: string[] = [];
  const pieces: Piece[] = [];
  const clean = (raw: string) => plainWords(raw, (address) => unknown.push(address));
  // Words that no link parts are cleaned together: two harmless stretches may make an address or a tag.
  let words = '';
  const close = () => {
    const plain = clean(words);
    if (plain !== '') pieces.push({ text: plain, url: null });
    words = '';
  };
  for (const segment of readMarkup(text, urls)) {
    if (segment.type === 'text') {
      words += segment.text;
      continue;
    }
    if (segment.type === 'stray') unknown.push(segment.url);
    const anchor = segment.type === 'link' ? clean(segment.anchor).trim() : '';
    if (segment.type === 'link' && anchor !== '' && anchor.length < anchorLimit && takes(segment.url)) {
      close();
      pieces.push({ text: anchor, url: segment.url });
    } else words += segment.anchor;
  }
  close();
  return { pieces: trimPieces(pieces), unknown };
}

/** Joins plain pieces, folds white space across them, and takes away what would open a block. */
export function trimPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { text, url } of pieces) {
    const last = joined.at(-1);
    const spaced = last === undefined || last.text.endsWith(' ') ? text.trimStart() : text;
    if (url !== null) joined.push({ text, url });
    else if (last !== undefined && last.url === null) {
      joined[joined.length - 1] = { text: last.text + spaced, url: null };
    } else if (spaced !== '') joined.push({ text: spaced, url: null });
  }
  const [first] = joined;
  if (first?.url === null) {
    const rest = withoutOpener(first.text);
    if (rest === '') return trimPieces(joined.slice(1));
    joined[0] = { text: rest, url: null };
  }
  const end = joined.at(-1);
  if (end?.url === null) {
    // A `<` would make a tag of what stands behind it.
    const rest = end.text.replace(/(?<![<\s])[<\s]+$/u, '');
    if (rest === '') return trimPieces(joined.slice(0, -1));
    joined[joined.length - 1] = { text: rest, url: null };
  }
  return joined;
}

export function plainTextOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The pieces as they are written, a link with what touches it as one word; null where they cannot be read back. */
export function wordsOf(pieces: readonly Piece[], urls: readonly string[]): Word[] | null {
  const words: { text: string; width: number }[] = [{ text: '', width: 0 }];
  const append = (text: string, width: number) => {
    const last = words.at(-1) ?? { text: '', width: 0 };
    words[words.length - 1] = { text: last.text + text, width: last.width + width };
  };
  for (const { text, url } of pieces) {
    if (url !== null) {
      append(writeMarkup(text, url), text.length);
      continue;
    }
    for (const [index, word] of text.split(' ').entries()) {
      if (index > 0) words.push({ text: '', width: 0 });
      append(word, word.length);
    }
  }
  const links = readMarkup(words.map(({ text }) => text).join(' '), urls).filter(
    ({ type }) => type !== 'text',
  );
  const wanted = pieces.filter(({ url }) => url !== null);
  const isRead =
    links.length === wanted.length &&
    links.every((link, index) => {
      const piece = wanted[index];
      return link.type === 'link' && link.url === piece?.url && link.anchor === piece.text;
    });
  return isRead ? words : null;
}

const opener =
  /^(?:\s+|#{1,6}(?:\s+|$)|>+|[-+•◦‣·](?:\s+|$)|\|+|\d{1,9}[.)](?:\s+|$)|[=~_:]{2,}|-{2,}|!{2,}|\?{2,}|:\s|\{+|\$+)/u;

function withoutOpener(text: string): string {
  let rest = text;
  for (let found = opener.exec(rest); found !== null && found[0] !== ''; found = opener.exec(rest)) {
    rest = rest.slice(found[0].length);
  }
  return rest;
}

// oxlint-disable-next-line no-control-regex -- they are what is taken out
const control = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\u200B]+|\p{Surrogate}/gu;
/** Signs that turn the direction of all that stands behind them. */
const direction = /[\u202A-\u202E\u2066-\u2069]/gu;
const address = /\b(?:[a-z][a-z0-9+.-]{1,30}:\/\/|www\.)+([^\s<>"()[\]]{2,})/giu;
const mail = /([\p{L}\p{N}._%+-]{1,64})@((?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63})/gu;

function plainWords(raw: string, unknown: (address: string) => void): string {
  const text = raw
    .replace(control, ' ')
    .replace(direction, '')
    .replace(/^\s*\[\d{1,9}\]\s+/u, ' ')
    .replace(/!?\[([^[\]]{0,300})\]\(([^()\s]{0,2000})\)/gu, (_, anchor: string, found: string) => {
      unknown(found);
      return anchor;
    });
  const bare = withoutTags(withoutAddresses(text, unknown))
    .replace(/(?<=\d) ?\* ?(?=\d)/gu, '×')
    .replace(/[`*\\]|~~+|(?<!\s)~|~(?!\d)/gu, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\{[{%]+|[}%]\}+/gu, '')
    .replace(/\$\$+/gu, '$')
    .replace(/[[(（]+/gu, (run) => (run.includes('[') || run.includes('((') ? '(' : run))
    .replace(/[\])）]+/gu, (run) => (run.includes(']') ? ')' : run));
  // What was taken away may have stood within a tag or an address.
  const tagless = bare.replace(/<+(?=[a-z/!?])/giu, '');
  return withoutAddresses(tagless, unknown).replace(/[^\S\u00A0\u202F]+/gu, ' ');
}

/** The words of addresses, that no reader's program makes links of. */
function withoutAddresses(text: string, unknown: (address: string) => void): string {
  return text
    .replace(address, (found, rest: string) => {
      unknown(found);
      return rest;
    })
    .replace(mail, (found, name: string, host: string) => {
      unknown(found);
      return `${name} at ${host}`;
    });
}

/** Taking one tag away may make another of what stood around it. */
function withoutTags(raw: string): string {
  let text = raw;
  for (let pass = 0; pass < 8; pass += 1) {
    const bare = text.replace(/<!--[^]{0,2000}?-->|<[/!?]?[a-z][^<>]{0,2000}>/giu, '');
    if (bare === text) return bare;
    text = bare;
  }
  return text.replaceAll('<', '');
}

import { commonCount, countsOf } from '#core/lib/collections.ts';
import { plainSentences, lowerWords } from '#core/document/sentences.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';
import { likeness } from '#core/text-diff/likeness.ts';

/** A stretch of new text: plain words, or the anchor of a link. */
export type Piece = { readonly text: string; readonly url: string | null };

/** A word of new text, or a link with what touches it, and its visible width in UTF-16 units. */
export type Word = { readonly text: string; readonly width: number };

export function plainTextOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

export function linkCount(pieces: readonly Piece[]): number {
  return pieces.filter(({ url }) => url !== null).length;
}

/** Joins plain pieces, folds white space across them, and removes signs that would open a block. */
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
    // A `<` at the end could form a tag with the text behind it.
    const rest = end.text.replace(/[<\s]+$/u, '');
    if (rest === '') return trimPieces(joined.slice(0, -1));
    joined[joined.length - 1] = { text: rest, url: null };
  }
  return joined;
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

/** Returns the pieces between two offsets of their text. Null: an offset lies inside a link. */
export function slicePieces(pieces: readonly Piece[], from: number, to: number): Piece[] | null {
  const sliced: Piece[] = [];
  let at = 0;
  for (const { text, url } of pieces) {
    const start = Math.max(from, at) - at;
    const end = Math.min(to, at + text.length) - at;
    at += text.length;
    if (end <= start) continue;
    if (url !== null && end - start < text.length) return null;
    sliced.push({ text: text.slice(start, end), url });
  }
  return sliced;
}

/** Returns the pieces as words in link markup. Null: the links in them could not be read back. */
export function markupWords(pieces: readonly Piece[], urls: readonly string[]): Word[] | null {
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
  return readsBack(words.map(({ text }) => text).join(' '), pieces, urls) ? words : null;
}

/** Whether the links read from the text are exactly those of the pieces. */
function readsBack(text: string, pieces: readonly Piece[], urls: readonly string[]): boolean {
  const links = readMarkup(text, urls).filter(({ type }) => type !== 'text');
  const wanted = pieces.filter(({ url }) => url !== null);
  return (
    links.length === wanted.length &&
    links.every((link, index) => {
      const piece = wanted[index];
      return link.type === 'link' && link.url === piece?.url && link.anchor === piece.text;
    })
  );
}

/** From this likeness on, a sentence says the same as another. */
const echo = 0.75;

/**
 * Returns what stands before or behind the author's sentence in the pieces. Null: they neither begin nor end with
 * it.
 */
export function restAround(
  pieces: readonly Piece[],
  own: string,
): { pieces: Piece[]; isAhead: boolean } | null {
  const text = plainTextOf(pieces);
  if (own === '' || text.length < own.length) return null;
  const isBreak = (at: number) =>
    at <= 0 || at >= text.length || !/^[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1));
  const behind =
    text.startsWith(own) && isBreak(own.length) ? slicePieces(pieces, own.length, text.length) : null;
  if (behind !== null) return { pieces: trimPieces(behind), isAhead: false };
  const from = text.length - own.length;
  const ahead = text.endsWith(own) && isBreak(from) ? slicePieces(pieces, 0, from) : null;
  return ahead === null ? null : { pieces: trimPieces(ahead), isAhead: true };
}

/** Returns the sentences that contain a link. Null: none does. */
export function linkSentencesOf(pieces: readonly Piece[]): Piece[] | null {
  const linked: Piece[] = [];
  for (const { text, start } of plainSentences(plainTextOf(pieces))) {
    const own = slicePieces(pieces, start, start + text.length);
    if (own === null) return null;
    if (linkCount(own) > 0) linked.push(...own);
  }
  return linked.length === 0 ? null : trimPieces(linked);
}

/** One of the author's sentences, cleaned, and its words in lower case. */
export type OwnSentence = { readonly plain: string; readonly words: readonly string[] };

/** Returns a check whether a sentence of the author says the same as the text. */
function createEchoCheck(text: string): (author: OwnSentence) => boolean {
  const words = lowerWords(text);
  const known = new Set(words);
  return (author) => {
    // Comparing the order of words takes longer. It is useless if few words are in both.
    const common = author.words.filter((each) => known.has(each)).length;
    const mayEcho = common >= longestRun || 2 * common >= echo * (author.words.length + words.length);
    return mayEcho && isEcho(author, { plain: text, words });
  };
}

function isEcho(
  { plain: author, words: one }: OwnSentence,
  { plain: text, words: other }: OwnSentence,
): boolean {
  const common = commonCount(countsOf(one), countsOf(other));
  const mayEcho = 2 * common >= echo * (one.length + other.length);
  return (common >= longestRun && sharesRun(one, other)) || (mayEcho && likeness(author, text) >= echo);
}

/** This many equal words in a row are not a coincidence. */
const longestRun = 8;

function sharesRun(one: readonly string[], other: readonly string[]): boolean {
  const said = ` ${one.join(' ')} `;
  return other.some(
    (_, at) =>
      at + longestRun <= other.length && said.includes(` ${other.slice(at, at + longestRun).join(' ')} `),
  );
}

/** Returns the pieces without the sentences that repeat one of the author's. Null: nothing else is left. */
export function withoutEcho(pieces: readonly Piece[], own: readonly OwnSentence[]): readonly Piece[] | null {
  const rest = plainSentences(plainTextOf(pieces)).flatMap(({ text, start }) => {
    const part = slicePieces(pieces, start, start + text.length);
    return part === null || own.some(createEchoCheck(text)) ? [] : part;
  });
  const kept = trimPieces(rest);
  return kept.length === 0 ? null : kept;
}

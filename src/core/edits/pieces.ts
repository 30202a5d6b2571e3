import { plainSentences, lowerWords } from '#core/document/words-and-sentences.ts';
import { countsOf, type Span } from '#core/lib/helpers.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';

/** A stretch of new text: plain words, or the anchor of a link. */
export type Piece = { readonly text: string; readonly url: string | null };

/** A word of new text, or a link with the signs that touch it. `width` counts the visible UTF-16 units. */
export type Word = { readonly text: string; readonly width: number };

export function plainTextOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** Returns the text with signs that end any address instead of the anchors. All offsets stay the same. */
export function wordsBesides(pieces: readonly Piece[]): string {
  return pieces.map(({ text, url }) => (url === null ? text : '>'.repeat(text.length))).join('');
}

export function linkCount(pieces: readonly Piece[]): number {
  return pieces.filter(({ url }) => url !== null).length;
}

/** Returns the links among the pieces, with their places in the plain text. */
export function linksAt(pieces: readonly Piece[]): (Span & { text: string; url: string })[] {
  let end = 0;
  return pieces.flatMap(({ text, url }) => {
    const start = end;
    end += text.length;
    return url === null ? [] : [{ start, end, text, url }];
  });
}

/** Joins plain pieces, folds white space across them, and removes signs that would open a block. */
export function trimPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { text, url } of pieces) {
    const last = joined.at(-1);
    const spaced = last === undefined || last.text.endsWith(' ') ? text.trimStart() : text;
    if (url !== null) joined.push({ text, url });
    else if (last?.url === null) joined[joined.length - 1] = { text: last.text + spaced, url };
    else if (spaced !== '') joined.push({ text: spaced, url });
  }
  const [first] = joined;
  if (first?.url === null) {
    const rest = first.text.replace(openers, '');
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

const openers =
  /^(?:\s+|#{1,6}(?:\s+|$)|>+|[-+•◦‣·](?:\s+|$)|\|+|\d{1,9}[.)](?:\s+|$)|[=~_:]{2,}|-{2,}|!{2,}|\?{2,}|:\s|\{+|\$+)+/u;

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
  const words: Word[] = [{ text: '', width: 0 }];
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
  const wanted = linksAt(pieces);
  return (
    links.length === wanted.length &&
    links.every((link, index) => {
      const piece = wanted[index];
      return link.type === 'link' && link.url === piece?.url && link.anchor === piece.text;
    })
  );
}

/** A sentence of plain words, as it is compared with others. */
export type PlainSentence = {
  readonly plain: string;
  /** In lower case. */
  readonly words: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
};

export function plainSentence(plain: string): PlainSentence {
  const words = lowerWords(plain);
  return { plain, words, counts: countsOf(words) };
}

/** Returns the pieces before or behind the author's sentence. Null: the pieces neither begin nor end with it. */
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

/**
 * An addition to the author's words that keeps every byte of them: a link around a stretch, or new words behind the word
 * that ends where an empty stretch stands. Offsets are those in the author's words.
 */
type Kept = Span & { readonly added: readonly Piece[] };

/** How many words may be put between two of the author's words. */
const longestPhrase = 20;

/** Whether the words may stand within a sentence. Whole sentences could turn its statement into its opposite. */
export function isPhrase(plain: string): boolean {
  return !/[.!?…。！？](?:\s|$)/u.test(plain) && plain.split(' ').length <= longestPhrase;
}

/**
 * Reads a text that contains all of the author's words, with links around some of them, or with words and links
 * added at one place. Returns null if one of the author's words is changed or missing, or if no link is added.
 * Punctuation does not count: the author's stays.
 *
 * @param own the author's words, as they are in the content, with blanks in place of tags and addresses
 */
export function keepingOwn(own: string, pieces: readonly Piece[]): Kept | null {
  const before = wordsWithPlaces(own);
  const plain = plainTextOf(pieces);
  const after = wordsWithPlaces(plain);
  const links = linksAt(pieces);
  const firstLink = links[0]?.start ?? Infinity;
  const lastLink = links.at(-1)?.end ?? 0;
  const shorter = Math.min(before.length, after.length);
  const head = countWhile(
    shorter,
    (at) => before[at]?.text === after[at]?.text && (after[at]?.end ?? 0) <= firstLink,
  );
  const tail = countWhile(
    shorter - head,
    (at) =>
      before.at(-1 - at)?.text === after.at(-1 - at)?.text && (after.at(-1 - at)?.start ?? 0) >= lastLink,
  );
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  const [first, last] = [come[0], come.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (gone.length === 0) {
    const behind = before[head - 1];
    // The signs between the words belong to the addition.
    const closing = /^[)\]”’"»]*/u.exec(plain.slice(last.end))?.[0].length ?? 0;
    const end = tail === 0 ? last.end + closing : (after.at(-tail)?.start ?? last.end);
    const added = slicePieces(pieces, after[head - 1]?.end ?? 0, end);
    if (behind === undefined || added === null || linkCount(added) === 0) return null;
    return isPhrase(plainTextOf(added).trim()) ? { start: behind.end, end: behind.end, added } : null;
  }
  const added = slicePieces(pieces, first.start, last.end);
  const isWrapped = gone.length === come.length && gone.every(({ text }, at) => text === come[at]?.text);
  if (!isWrapped || added === null || linkCount(added) === 0) return null;
  const [start, end] = [gone[0]?.start ?? 0, gone.at(-1)?.end ?? 0];
  // White space and marks of emphasis inside a link belong to the author, and must stay.
  return plainTextOf(added) === own.slice(start, end) ? { start, end, added } : null;
}

type OwnWord = Span & { readonly text: string };

function wordsWithPlaces(text: string): OwnWord[] {
  const words = /[\p{L}\p{N}\p{M}\p{Sc}\p{So}%°+#@&][^\s*_`~[\]()<>{}]*(?<![.,;:!?…"'”’»])/gu;
  return [...text.matchAll(words)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}

/** Returns the smallest number from 0 on for which the check fails, or `most`. */
function countWhile(most: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count += 1;
  return count;
}

export function markupOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, url }) => (url === null ? text : writeMarkup(text, url))).join('');
}

const htmlRun = /<(em|strong|b|i)>([^<>\n]{1,200})<\/\1>/giu;
const run = /(?<![\p{L}\p{N}*_~])(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~\n]{1,200}?)(?<=\S)\1(?![\p{L}\p{N}*_~])/gu;

/** Puts the author's emphasis back on words that are unchanged in the new text. */
export function withOwnEmphasis(own: string, pieces: readonly Piece[]): Piece[] {
  let marked = [...pieces];
  for (const [source, , words = ''] of [...own.matchAll(run), ...own.matchAll(htmlRun)])
    marked = withMarked(marked, words, source);
  return marked;
}

function withMarked(pieces: readonly Piece[], words: string, source: string): Piece[] {
  for (const [index, { text, url }] of pieces.entries()) {
    if (url !== null) continue;
    const at = placeOf(text, words);
    if (at < 0) continue;
    const marked = text.slice(0, at) + source + text.slice(at + words.length);
    return [...pieces.slice(0, index), { text: marked, url }, ...pieces.slice(index + 1)];
  }
  return [...pieces];
}

/** Returns the index of the first place where the words are whole words, or -1. */
function placeOf(text: string, words: string): number {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.slice(at + words.length, at + words.length + 1);
    if (!/[\p{L}\p{N}*_~]/u.test(around)) return at;
  }
  return -1;
}

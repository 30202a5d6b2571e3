import type { Span } from '#core/document/spans.ts';
import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';

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

import { readMarkup, writeMarkup } from '#core/links/link-markup.ts';

/** A stretch of new text: plain words, or the anchor of a link. */
export type Piece = { readonly text: string; readonly url: string | null };

/** A word of new text, or a link with what touches it, and how wide a reader sees it, in UTF-16 units. */
export type Word = { readonly text: string; readonly width: number };

export function plainTextOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

export function linkCount(pieces: readonly Piece[]): number {
  return pieces.filter(({ url }) => url !== null).length;
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
    // A `<` at the end would make a tag of what stands behind it.
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

/** The pieces between two places of their text; null where a place lies inside a link. */
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

/** The pieces as words to set in lines; null where the links in them would not be read back as they are. */
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
  return readsBack(words.map(({ text }) => text).join(' '), pieces, urls) ? words : null;
}

/** Whether the links that are read from the text are those of the pieces, to the byte. */
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

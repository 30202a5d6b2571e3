import type { Piece } from '#core/edits/pieces.ts';

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

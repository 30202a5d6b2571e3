import { lowerWords } from '#core/document/words.ts';
import { plainSentences } from '#core/document/sentences.ts';

import { likeness } from './own-words.ts';
import { linkCount, plainTextOf, slicePieces, trimPieces } from './pieces.ts';
import type { Piece } from './pieces.ts';

/** From here on a sentence says what another says. */
const echo = 0.75;

/** What stands before or behind the author's sentence in the pieces; null where it does not begin or end them. */
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

/** The sentences that hold a link; null where none does. */
export function linkSentencesOf(pieces: readonly Piece[]): Piece[] | null {
  const linked: Piece[] = [];
  for (const { text, start } of plainSentences(plainTextOf(pieces))) {
    const own = slicePieces(pieces, start, start + text.length);
    if (own === null) return null;
    if (linkCount(own) > 0) linked.push(...own);
  }
  return linked.length === 0 ? null : trimPieces(linked);
}

/** A sentence of the author's as the cleaner would leave it, and its words in small letters. */
export type OwnSentence = { readonly plain: string; readonly words: readonly string[] };

/** Tells of one sentence of the author's after another whether the text says the same. */
function createEchoCheck(text: string): (author: OwnSentence) => boolean {
  const words = lowerWords(text);
  const known = new Set(words);
  return (author) => {
    // To compare their order takes longer, and is in vain where few words are in both.
    const common = author.words.filter((each) => known.has(each)).length;
    const mayEcho = common >= longestRun || 2 * common >= echo * (author.words.length + words.length);
    return mayEcho && isEcho(author, { plain: text, words });
  };
}

function isEcho(
  { plain: author, words: one }: OwnSentence,
  { plain: text, words: other }: OwnSentence,
): boolean {
  const common = commonCount(one, other);
  const mayEcho = 2 * common >= echo * (one.length + other.length);
  return (common >= longestRun && sharesRun(one, other)) || (mayEcho && likeness(author, text) >= echo);
}

function commonCount(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  return other.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

/** So many words in a row are no accident. */
const longestRun = 8;

function sharesRun(one: readonly string[], other: readonly string[]): boolean {
  const said = ` ${one.join(' ')} `;
  return other.some(
    (_, at) =>
      at + longestRun <= other.length && said.includes(` ${other.slice(at, at + longestRun).join(' ')} `),
  );
}

/** The pieces without the sentences that say what one of the author's says; null where nothing else is in them. */
export function withoutEcho(pieces: readonly Piece[], own: readonly OwnSentence[]): readonly Piece[] | null {
  const rest = plainSentences(plainTextOf(pieces)).flatMap(({ text, start }) => {
    const part = slicePieces(pieces, start, start + text.length);
    return part === null || own.some(createEchoCheck(text)) ? [] : part;
  });
  const kept = trimPieces(rest);
  return kept.length === 0 ? null : kept;
}

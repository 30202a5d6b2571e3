import { lowerWords, plainSentences } from '#core/document/sentences.ts';
import { commonCount, countsOf } from '#core/lib/collections.ts';
import { writeMarkup } from '#core/links/link-markup.ts';
import { likeness } from '#core/text-diff/likeness.ts';

import { linkCount, linksAt, plainTextOf, slicePieces, trimPieces, type Piece } from './pieces.ts';

/** One of the author's sentences, cleaned, and its words in lower case. */
export type OwnSentence = { readonly plain: string; readonly words: readonly string[] };

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

/** Returns the pieces without the sentences that repeat one of the author's. Null: nothing else is left. */
export function withoutEcho(pieces: readonly Piece[], own: readonly OwnSentence[]): readonly Piece[] | null {
  const rest = plainSentences(plainTextOf(pieces)).flatMap(({ text, start }) => {
    const part = slicePieces(pieces, start, start + text.length);
    const words = lowerWords(text);
    return part === null || own.some((author) => isEcho(author, { plain: text, words })) ? [] : part;
  });
  const kept = trimPieces(rest);
  return kept.length === 0 ? null : kept;
}

/** From this likeness on, a sentence says the same as another. */
const echo = 0.75;
/** This many equal words in a row are not a coincidence. */
const longestRun = 8;

/** Whether the text says the same as a sentence of the author. */
function isEcho(author: OwnSentence, { plain, words }: OwnSentence): boolean {
  const common = commonCount(countsOf(author.words), countsOf(words));
  // Comparing the order of words takes longer. It is useless if few words are in both.
  const mayEcho = 2 * common >= echo * (author.words.length + words.length);
  return (
    (common >= longestRun && sharesRun(author.words, words)) ||
    (mayEcho && likeness(author.plain, plain) >= echo)
  );
}

function sharesRun(one: readonly string[], other: readonly string[]): boolean {
  const said = ` ${one.join(' ')} `;
  return other.some(
    (_, at) =>
      at + longestRun <= other.length && said.includes(` ${other.slice(at, at + longestRun).join(' ')} `),
  );
}

/** An addition to a stretch of the author's text that keeps every byte of it. `text` replaces that stretch. */
type Kept = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The new pieces. Empty if a link was only put around the author's words. */
  readonly added: readonly Piece[];
};

/** How many words may be put between two of the author's words. */
const longestPhrase = 20;

/**
 * Reads a text that contains all of the author's words, with links around some of them, or with words and links
 * added at one place. Returns null if one of the author's words is changed or missing, or if no link is added.
 *
 * @param own the author's words, as they are in the content
 */
export function keepingOwn(own: string, pieces: readonly Piece[]): Kept | null {
  const before = wordsWithPlaces(own);
  const after = wordsWithPlaces(plainTextOf(pieces));
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
  const added = slicePieces(pieces, first.start, last.end);
  if (added === null || linkCount(added) === 0) return null;
  // Before the first word there may be marks or signs of the line.
  if (gone.length === 0) return head === before.length ? null : insertedBehind(own, before[head - 1], added);
  const isWrapped = gone.length === come.length && gone.every(({ text }, at) => text === come[at]?.text);
  return isWrapped ? wrapped(own, gone, added) : null;
}

type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Returns the words of a text. Marks of emphasis around them are not part of them. */
function wordsWithPlaces(text: string): Word[] {
  return [...text.matchAll(/[^\s*_`~]+(?:[_*`~]+[^\s*_`~]+)*/gu)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}

/** Returns for how many numbers from 0 on the check holds without a gap. */
function countWhile(most: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count += 1;
  return count;
}

/** Adds words between two of the author's words. */
function insertedBehind(own: string, last: Word | undefined, added: readonly Piece[]): Kept | null {
  // Only a phrase: sentences could turn the author's statement into its opposite.
  const plain = plainTextOf(added);
  const isPhrase = !/[.!?…。！？](?:\s|$)/u.test(plain) && plain.split(' ').length <= longestPhrase;
  if (last === undefined || !isPhrase) return null;
  const marks = /^[*_~`]*/u.exec(own.slice(last.end))?.[0].length ?? 0;
  const at = last.end + marks;
  return { start: at, end: at, text: ` ${markupOf(added)}`, added };
}

/** Puts links around the author's words, which keep their white space. */
function wrapped(own: string, gone: readonly Word[], added: readonly Piece[]): Kept | null {
  const start = gone[0]?.start ?? 0;
  const end = gone.at(-1)?.end ?? 0;
  // White space and marks of emphasis inside a link belong to the author, and must stay.
  if (plainTextOf(added) !== own.slice(start, end)) return null;
  return { start, end, text: markupOf(added), added: [] };
}

function markupOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, url }) => (url === null ? text : writeMarkup(text, url))).join('');
}

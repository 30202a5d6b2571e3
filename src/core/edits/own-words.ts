import { linkCount, plainTextOf, slicePieces, type Piece } from './pieces.ts';
import { writeMarkup } from '#core/links/link-markup.ts';

/** An addition to a stretch of the author's text that keeps every byte of it. `text` replaces that stretch. */
export type Kept = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The new pieces. Empty if a link was only put around the author's words. */
  readonly added: readonly Piece[];
};

/** How many words may be put between two of the author's words. */
const longestPhrase = 20;

type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Marks of emphasis are not part of a word. */
const word = /[^\s*_`~]+(?:[_*`~]+[^\s*_`~]+)*/gu;

function wordsWithPlaces(text: string): Word[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}

/**
 * Reads a text that contains all of the author's words, with links around some of them, or with words and links
 * added at one place. Returns null if one of the author's words is changed or missing, or if no link is added.
 *
 * @param own the author's words, as they are in the content
 */
export function keepingOwn(own: string, pieces: readonly Piece[]): Kept | null {
  const plain = plainTextOf(pieces);
  const before = wordsWithPlaces(own);
  const after = wordsWithPlaces(plain);
  const head = commonHead(before, after, pieces);
  const tail = commonTail(before, after, head, pieces);
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  const [first, last] = [come[0], come.at(-1)];
  if (first === undefined || last === undefined) return null;
  const added = slicePieces(pieces, first.start, last.end);
  if (added === null || linkCount(added) === 0) return null;
  if (gone.length === 0) return insertedAt(own, before, head, added);
  const isWrapped = gone.length === come.length && gone.every(({ text }, at) => text === come[at]?.text);
  return isWrapped ? wrapped(own, gone, added) : null;
}

/** Returns how many words both begin with before the first link. */
function commonHead(before: readonly Word[], after: readonly Word[], pieces: readonly Piece[]): number {
  const from = firstLinkAt(pieces);
  let count = 0;
  while (
    count < before.length &&
    before[count]?.text === after[count]?.text &&
    (after[count]?.end ?? 0) <= from
  )
    count += 1;
  return count;
}

function commonTail(
  before: readonly Word[],
  after: readonly Word[],
  head: number,
  pieces: readonly Piece[],
): number {
  const to = lastLinkEnd(pieces);
  const most = Math.min(before.length, after.length) - head;
  let count = 0;
  while (
    count < most &&
    before.at(-1 - count)?.text === after.at(-1 - count)?.text &&
    (after.at(-1 - count)?.start ?? 0) >= to
  )
    count += 1;
  return count;
}

function firstLinkAt(pieces: readonly Piece[]): number {
  let at = 0;
  for (const { text, url } of pieces) {
    if (url !== null) return at;
    at += text.length;
  }
  return at;
}

function lastLinkEnd(pieces: readonly Piece[]): number {
  let at = 0;
  let end = 0;
  for (const { text, url } of pieces) {
    at += text.length;
    if (url !== null) end = at;
  }
  return end;
}

/** Adds words between two of the author's words. */
function insertedAt(
  own: string,
  before: readonly Word[],
  head: number,
  added: readonly Piece[],
): Kept | null {
  const last = before[head - 1];
  // Before the first word there may be marks or signs of the line.
  if (last === undefined || head === before.length) return null;
  // Only a phrase: sentences could turn the author's statement into its opposite.
  const plain = plainTextOf(added);
  if (/[.!?…。！？](?:\s|$)/u.test(plain) || plain.split(' ').length > longestPhrase) return null;
  const marks = /^[*_~`]*/u.exec(own.slice(last.end))?.[0].length ?? 0;
  const at = last.end + marks;
  return { start: at, end: at, text: ` ${markupOf(added)}`, added };
}

/** Puts links around the author's words, which keep their white space. */
function wrapped(own: string, gone: readonly Word[], added: readonly Piece[]): Kept | null {
  const start = gone[0]?.start ?? 0;
  const end = gone.at(-1)?.end ?? 0;
  const source = own.slice(start, end);
  // White space and marks of emphasis inside a link belong to the author, and must stay.
  if (plainTextOf(added) !== source) return null;
  return { start, end, text: markupOf(added), added: [] };
}

function markupOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, url }) => (url === null ? text : writeMarkup(text, url))).join('');
}

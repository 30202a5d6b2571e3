import { linkCount, plainTextOf, slicePieces } from './pieces.ts';
import type { Piece } from './pieces.ts';
import { writeMarkup } from '#core/links/link-markup.ts';

/** What a text adds to a stretch of the author's, every byte of which stays: it takes the place of that stretch. */
export type Kept = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is new in it; nothing where a link is laid around the author's words. */
  readonly added: readonly Piece[];
};

/** So many words may be put between two of the author's. */
const longestPhrase = 20;

type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Marks of emphasis are no part of a word. */
const word = /[^\s*_`~]+(?:[_*`~]+[^\s*_`~]+)*/gu;

function wordsWithPlaces(text: string): Word[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }));
}

/**
 * Reads a text that holds all of the author's words, with links laid around some of them or with words and links added at
 * one place. Null where any of the author's words is changed or gone, or where it adds no link.
 *
 * @param own the author's words, as they stand in the content
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

/** How many words both begin with, none of them in a link. */
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

/** Words between two of the author's. */
function insertedAt(
  own: string,
  before: readonly Word[],
  head: number,
  added: readonly Piece[],
): Kept | null {
  const last = before[head - 1];
  // Before the first word, marks and signs of the line would stand before it.
  if (last === undefined || head === before.length) return null;
  // A phrase, not sentences: they could turn what the author says into its opposite.
  const plain = plainTextOf(added);
  if (/[.!?…。！？](?:\s|$)/u.test(plain) || plain.split(' ').length > longestPhrase) return null;
  const marks = /^[*_~`]*/u.exec(own.slice(last.end))?.[0].length ?? 0;
  const at = last.end + marks;
  return { start: at, end: at, text: ` ${markupOf(added)}`, added };
}

/** Links around the author's words, which stay as they are with their white space. */
function wrapped(own: string, gone: readonly Word[], added: readonly Piece[]): Kept | null {
  const start = gone[0]?.start ?? 0;
  const end = gone.at(-1)?.end ?? 0;
  const source = own.slice(start, end);
  // White space and marks of emphasis within the words of a link are the author's, and a link takes none of them.
  if (plainTextOf(added) !== source) return null;
  return { start, end, text: markupOf(added), added: [] };
}

function markupOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text, url }) => (url === null ? text : writeMarkup(text, url))).join('');
}

import { lowerWords } from '#core/document/words.ts';
import { align } from '#core/text-diff/diff-align.ts';
import { createKeys } from './keys.ts';
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

/** How much of two texts is in both, from 0 to 1, by words in their order; 0 where it is no more than `floor` for sure. */
export type Likeness = (a: string, b: string, floor?: number) => number;

/** Remembers the words of each text: some are compared with thousands of others. */
export function createLikeness(): Likeness {
  const keys = createKeys();
  const known = new Map<string, CountedWords>();

  function wordsOf(text: string): CountedWords {
    const found = known.get(text) ?? countWords(lowerWords(text).map((each) => keys(each)));
    known.set(text, found);
    return found;
  }

  return (a, b, floor = 0) => {
    const [one, other] = [wordsOf(a), wordsOf(b)];
    const total = one.words.length + other.words.length;
    // In their order two texts have no more words in common than in any order.
    if (total === 0 || (2 * commonAtMost(one, other)) / total <= floor) return 0;
    const common = align(one.words, other.words).filter((index) => index >= 0).length;
    return (2 * common) / total;
  };
}

type CountedWords = { readonly words: readonly number[]; readonly counts: ReadonlyMap<number, number> };

function countWords(words: readonly number[]): CountedWords {
  const counts = new Map<number, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  return { words, counts };
}

function commonAtMost({ counts }: CountedWords, other: CountedWords): number {
  let common = 0;
  for (const [each, count] of counts) common += Math.min(count, other.counts.get(each) ?? 0);
  return common;
}

/** The same of two texts alone. */
export function likeness(a: string, b: string): number {
  return createLikeness()(a, b);
}

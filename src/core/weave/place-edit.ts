import { insertWords, replaceWords } from '#core/built-in-writer/compose/insertion.ts';
import { layoutOf } from '#core/built-in-writer/compose/layout.ts';
import type { Document } from '#core/scan/document.ts';
import { segmentSentences } from '#core/text/segment-sentences.ts';

import type { AskedEdit, DropReason, Edit } from './edit.ts';
import type { NumberedSentence, NumberedText } from './numbered-text.ts';
import { cleanPieces, plainTextOf, trimPieces, wordsOf } from './place-clean.ts';
import type { Piece } from './place-clean.ts';
import { createSpots } from './place-spots.ts';
import type { VersionName } from './version.ts';

export type Placed = Pick<Edit, 'start' | 'end' | 'text'>;
export type Placing = Placed | DropReason | null;

/** What a version still has room for. */
export type Room = {
  /** Whether the sentence may be replaced once more, by text with or without links. */
  mayReplace(sentence: NumberedSentence, holdsLink: boolean): boolean;
};

/**
 * Places the edits of one version. An addition goes right behind its sentence, or to the nearest place where it may
 * stand; into another paragraph only where it brings a link. A replacement that holds the author's sentence word for word becomes the addition of the rest; one that there is
 * no room for becomes the addition of its sentences with links, where it has others too.
 */
export function createPlacer(document: Document, numbered: NumberedText, urls: readonly string[]) {
  const layout = layoutOf(document);
  const spots = createSpots(document, numbered);
  const { sentences } = numbered;

  function insert(sentence: NumberedSentence, pieces: readonly Piece[]): Placing {
    const words = wordsOf(withEnd(pieces), urls);
    if (words === null || !/[\p{L}\p{N}]/u.test(plainTextOf(pieces))) return 'unreadable';
    const spot = spots.near(sentence);
    if (spot === null || (isBare(pieces) && spot.part !== sentence.part)) return 'no-place';
    const { offset, text } = insertWords(document, layout, spot, words);
    return { start: offset, end: offset, text };
  }

  function replace(
    sentence: NumberedSentence,
    pieces: readonly Piece[],
    version: VersionName,
    room: Room,
  ): Placing {
    const own = document.content.slice(sentence.start, sentence.end);
    const ownWords = plainTextOf(cleanPieces(own, []).pieces);
    const around = restAround(pieces, ownWords);
    if (around !== null && (version === 'safe' || linkCount(around.pieces) === linkCount(pieces))) {
      if (around.pieces.length === 0) return isBare(pieces) ? null : 'not-safe';
      const before = sentences[sentence.number - 2];
      const isAhead = around.isAhead && before?.part === sentence.part && before.insertable;
      return insert(isAhead ? before : sentence, around.pieces);
    }
    if (version === 'safe') return 'not-safe';
    const holdsLink = !isBare(pieces);
    if (sentence.replaceable && room.mayReplace(sentence, holdsLink)) {
      const words = wordsOf(pieces, urls);
      if (words === null || !/[\p{L}\p{N}]/u.test(plainTextOf(pieces))) return 'unreadable';
      const place = { offset: sentence.start, part: sentence.part };
      const text = replaceWords(document, layout, place, words);
      return { start: sentence.start, end: sentence.end, text };
    }
    const linked = linkSentencesOf(pieces);
    if (linked !== null) return insert(sentence, linked);
    return sentence.replaceable ? 'too-many' : 'no-place';
  }

  return {
    /** The sentence that an edit means: numbers beyond the content mean its ends. */
    aimOf({ sentence }: AskedEdit): NumberedSentence | undefined {
      return sentences[Math.max(0, Math.min(sentences.length, sentence) - 1)];
    },
    insert,
    replace,
  };
}

function linkCount(pieces: readonly Piece[]): number {
  return pieces.filter(({ url }) => url !== null).length;
}

function isBare(pieces: readonly Piece[]): boolean {
  return linkCount(pieces) === 0;
}

/** What stands before or behind the author's sentence in the pieces; null where it does not begin or end them. */
function restAround(pieces: readonly Piece[], own: string): { pieces: Piece[]; isAhead: boolean } | null {
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

/** The pieces between two places of their text; null where a place lies inside a link. */
function slicePieces(pieces: readonly Piece[], from: number, to: number): Piece[] | null {
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

/** The sentences that hold a link; null where there are no others. */
function linkSentencesOf(pieces: readonly Piece[]): Piece[] | null {
  const sentences = segmentSentences(plainTextOf(pieces));
  const linked: Piece[] = [];
  let others = 0;
  for (const { text, start } of sentences) {
    const own = slicePieces(pieces, start, start + text.length);
    if (own === null) return null;
    if (isBare(own)) others += 1;
    else linked.push(...own);
  }
  return others > 0 && linked.length > 0 ? trimPieces(linked) : null;
}

/** A sentence that nobody closed is closed, where its script does so with a full stop. */
function withEnd(pieces: readonly Piece[]): readonly Piece[] {
  const isOpen = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u.test(plainTextOf(pieces));
  return isOpen ? [...pieces, { text: '.', url: null }] : pieces;
}

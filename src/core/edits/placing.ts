import type { Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import type { Span } from '#core/lib/helpers.ts';

import type { Change, DropReason } from './edit.ts';
import type { Limits } from './limits.ts';
import type { Piece, PlainSentence } from './pieces.ts';
import type { Layout } from './spots.ts';
import type { VersionName } from './version-names.ts';

/** What is read from the author's sentences once for all versions. */
export type OwnWords = {
  readonly layout: Layout;
  ownOf(sentence: NumberedSentence): PlainSentence;
  /** Whether the author wrote exactly these words as one sentence, anywhere. */
  isOwn(words: string): boolean;
};

/** What placing an edit needs to know of its version. */
export type VersionMaterial = OwnWords & {
  readonly document: Document;
  readonly numbered: readonly NumberedSentence[];
  readonly version: VersionName;
  readonly urls: readonly string[];
  readonly limits: Limits;
  /** Whether no edit overlaps the stretch. */
  isFree(span: Span): boolean;
  /** Whether an addition begins at the offset. */
  hasAddition(offset: number): boolean;
  /** Whether so many UTF-16 units more may be searched for words of the author. Each call counts. */
  maySearch(length: number): boolean;
};

export type Placed = {
  readonly kind: 'placed';
  readonly change: Change;
  /** The edit is at another sentence than the requested one. */
  readonly isMoved: boolean;
  /** The new text in it. */
  readonly pieces: readonly Piece[];
  /** How many of the author's sentences it replaces with other words. */
  readonly replaced: number;
};

export type Dropped = { readonly kind: 'dropped'; readonly reason: DropReason };

/** What comes of a requested edit. `unchanged`: it would change nothing. */
export type Placing = Placed | Dropped | { readonly kind: 'unchanged' };

/** Returns an edit at its place. By default it stands where it was requested and replaces no sentence. */
export function placed(
  change: Change,
  pieces: readonly Piece[],
  { isMoved = false, replaced = 0 }: Partial<Pick<Placed, 'isMoved' | 'replaced'>> = {},
): Placed {
  return { kind: 'placed', change, isMoved, pieces, replaced };
}

export function dropped(reason: DropReason): Dropped {
  return { kind: 'dropped', reason };
}

export const unchanged = { kind: 'unchanged' } as const;

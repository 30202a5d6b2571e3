import { plainSentences, wordsIn } from '#core/document/words-and-sentences.ts';

import type { DropReason } from './edit.ts';
import { mostReplaced, versionRules } from './version-rules.ts';
import { linkCount, plainTextOf, slicePieces, trimPieces, type Piece } from './pieces.ts';
import type { VersionName } from './version-names.ts';

const additionLimits = { words: 90, sentences: 4 };
/** Words that are reserved for each link without a place, so that long additions leave words for all links. */
const wordsForLink = 25;

/** How much of one version may still be changed. */
export type Limits = {
  /** Whether `count` more sentences may be replaced. */
  mayReplace(count: number): boolean;
  /** Returns an addition without the sentences of earlier additions. Null: nothing new is left. */
  unsaid(pieces: readonly Piece[]): readonly Piece[] | null;
  /** Returns why an addition is refused. Null: it is allowed. */
  refusal(pieces: readonly Piece[]): DropReason | null;
  /** Counts an edit that replaces `count` sentences. With 0, it is an addition. */
  add(count: number, pieces: readonly Piece[]): void;
};

/**
 * Keeps the limits of one version.
 *
 * @param replaceable the number of sentences that may be replaced at all
 * @param missing returns how many links have no place yet
 */
export function createLimits(
  version: VersionName,
  replaceable: number,
  links: number,
  missing: () => number,
): Limits {
  const most = mostReplaced(replaceable, version, links);
  const mostWords = versionRules[version].wordsPerLink * (links + 1);
  const said = new Set<string>();
  let replaced = 0;
  let words = 0;
  let bare = 0;

  return {
    mayReplace: (count) => replaced + count <= most,
    unsaid(pieces) {
      const all = sentencesIn(pieces);
      const left = all.filter(({ own, key }, index) => {
        const before = [...said, ...all.slice(0, index).map((other) => other.key)];
        return linkCount(own) > 0 || !before.some((other) => saysAgain(key, other));
      });
      if (left.length === all.length) return pieces;
      const rest = trimPieces(left.flatMap(({ own }) => own));
      return rest.length === 0 ? null : rest;
    },
    refusal(pieces) {
      if (pieces.length === 0) return null;
      const { plain, count, key } = readAddition(pieces);
      if (count > additionLimits.words || isMany(plain)) return 'too-long';
      if (said.has(key)) return 'repeated';
      const isBare = linkCount(pieces) === 0;
      const left = Math.max(0, missing() - linkCount(pieces));
      const isFull = words + count + left * wordsForLink > mostWords;
      return isFull || (isBare && bare >= links) ? 'too-many' : null;
    },
    add(count, pieces) {
      replaced += count;
      if (count > 0 || pieces.length === 0) return;
      const added = readAddition(pieces);
      said.add(added.key);
      for (const { key } of sentencesIn(pieces)) said.add(key);
      words += added.count;
      if (linkCount(pieces) === 0) bare += 1;
    },
  };
}

/** Whether there are too many sentences. Counting the signs that end sentences comes first, because it is faster. */
function isMany(plain: string): boolean {
  const signs = plain.match(/[^\p{L}\p{N}\p{M}\s,;:'’"“”()-]/gu)?.length ?? 0;
  return signs >= additionLimits.sentences && plainSentences(plain).length > additionLimits.sentences;
}

/** Cuts an addition behind each sign that may end a sentence, so that repetitions are always found. */
function sentencesIn(pieces: readonly Piece[]): { own: Piece[]; key: string }[] {
  let at = 0;
  return plainTextOf(pieces)
    .split(/(?<=[.!?…。！？]["'”’»)]{0,3}\s)/u)
    .flatMap((text) => {
      const own = slicePieces(pieces, at, at + text.length);
      at += text.length;
      return own === null ? [] : [{ own, key: wordsKey(text) }];
    });
}

/** Whether a sentence equals another or begins with it. Short sentences such as "Yes." may be repeated. */
function saysAgain(key: string, other: string): boolean {
  const count = other.split(' ').length;
  return (key === other && count >= 3) || (count >= 5 && key.startsWith(`${other} `));
}

/** Returns a key that is equal for texts with the same words. */
export function wordsKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/<[^<>]{0,300}>|[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the text of an addition, how many words it has, and a key that is equal for the same words and links. */
function readAddition(pieces: readonly Piece[]) {
  const plain = plainTextOf(pieces);
  const key = [wordsKey(plain), ...pieces.flatMap(({ url }) => url ?? [])].join('\n');
  return { plain, count: wordsIn(plain).length, key };
}

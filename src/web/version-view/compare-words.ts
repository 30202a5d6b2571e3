import { diffArrays } from 'diff/lib/diff/array.js';

import type { CompareWords, TextPiece } from './text-pieces.ts';

/** With more differing words than this, the whole passage counts as new. */
const mostChanges = 2000;
/** The share of the old words that must be kept. If fewer are kept, the whole passage counts as new. */
const leastKept = 0.25;

type Token = { readonly text: string; readonly piece: TextPiece; readonly from: number };

/** A word before, a word afterwards, or a word in both. */
type Pair = { readonly old: Token | null; readonly fresh: Token | null };

const word = /\s+|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|./gsu;

/** Compares a replaced passage word by word. A link stays one piece, which is kept or added as a whole. */
export const compareWords: CompareWords = (before, after) => {
  const old = tokensOf(before);
  const pairs = pairUp(old, after.flatMap(tokensOf));
  if (pairs === null) return [before, ...after];
  const broken = brokenLinks(pairs);
  const isChanged = (pair: Pair | undefined) =>
    pair !== undefined && (pair.old === null || pair.fresh === null || broken.has(pair.fresh.piece));
  const changed = pairs.map((pair, index) => {
    const isBetween = isSpace(pair) && isChanged(pairs[index - 1]) && isChanged(pairs[index + 1]);
    return isBetween || isChanged(pair);
  });
  const keptWords = pairs.filter((pair, index) => !changed[index] && isWord(pair.old)).length;
  if (keptWords < old.filter(isWord).length * leastKept) return [before, ...after];
  return piecesOf(pairs, changed);
};

function pairUp(old: readonly Token[], fresh: readonly Token[]): Pair[] | null {
  const changes = diffArrays([...old], [...fresh], {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: mostChanges,
  });
  let at = 0;
  const pairs = changes?.flatMap(({ added, removed, value }) =>
    value.map((token): Pair => {
      if (added) return { old: null, fresh: token };
      at += 1;
      return { old: old[at - 1] ?? null, fresh: removed ? null : token };
    }),
  );
  return pairs ?? null;
}

/** Returns the links that were there only in part, or with other words between. */
function brokenLinks(pairs: readonly Pair[]): ReadonlySet<TextPiece> {
  const broken = new Set<TextPiece>();
  const lastAt = new Map<TextPiece, number>();
  for (const [index, { old, fresh }] of pairs.entries()) {
    if (fresh === null || fresh.piece.url === null) continue;
    const last = lastAt.get(fresh.piece);
    if (old === null || (last !== undefined && last !== index - 1)) broken.add(fresh.piece);
    lastAt.set(fresh.piece, index);
  }
  return broken;
}

/** Returns the pieces. Removed words precede the words that replace them. */
function piecesOf(pairs: readonly Pair[], changed: readonly boolean[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let gone: TextPiece[] = [];
  let come: TextPiece[] = [];
  for (const [index, { old, fresh }] of pairs.entries()) {
    if (changed[index]) {
      if (old !== null) append(gone, old, 'removed', old);
      if (fresh !== null) append(come, fresh, 'added', null);
      continue;
    }
    pieces.push(...gone, ...come);
    [gone, come] = [[], []];
    if (fresh !== null) append(pieces, fresh, 'kept', old);
  }
  return [...pieces, ...gone, ...come];
}

/** `source` is the word of the content that gives the piece its offset; null if it has none. */
function append(pieces: TextPiece[], token: Token, kind: TextPiece['kind'], source: Token | null): void {
  const { text, piece } = token;
  const last = pieces.at(-1);
  if (token.from > 0 && last?.kind === kind && last.url === piece.url) {
    pieces.splice(-1, 1, { ...last, text: last.text + text });
    return;
  }
  const at = source === null || source.piece.at === null ? null : source.piece.at + source.from;
  pieces.push({ ...piece, kind, text, at });
}

function tokensOf(piece: TextPiece): Token[] {
  return [...piece.text.matchAll(word)].map(({ 0: text, index }) => ({ text, piece, from: index }));
}

function isWord(token: Token | null): boolean {
  return token !== null && /[\p{L}\p{N}]/u.test(token.text);
}

function isSpace({ old, fresh }: Pair): boolean {
  return old !== null && fresh !== null && fresh.text.trim() === '';
}

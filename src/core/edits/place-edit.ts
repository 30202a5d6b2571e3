import { withoutOpaque, type Document } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import { hasUnspaced, plainSentences, wordsIn } from '#core/document/words-and-sentences.ts';
import { commonCount, memoize, overlapping } from '#core/lib/helpers.ts';
import {
  withOwnEmphasis,
  keepingOwn,
  linkCount,
  linksAt,
  linkSentencesOf,
  markupOf,
  markupWords,
  plainSentence,
  plainTextOf,
  restAround,
  slicePieces,
  trimPieces,
  type Piece,
  type PlainSentence,
} from './pieces.ts';
import { likeness } from './likeness.ts';

import { wordsOfSentence } from './clean-text.ts';
import type { EditRequest, LinesRequest, Change } from './edit.ts';
import { keepsText } from './version-rules.ts';
import { wordsKey } from './limits.ts';
import {
  dropped,
  placed,
  unchanged,
  type OwnWords,
  type Placed,
  type Placing,
  type VersionMaterial,
} from './placing.ts';
import { addBehind, clauseOf, clausePlace, linkOn } from './own-places.ts';
import { calloutMark, insertList, insertPieces, layoutOf, replaceWords, spotNear } from './spots.ts';

/** Returns what is read from the author's sentences once for all versions. */
export function readOwn(document: Document, sentences: readonly NumberedSentence[]): OwnWords {
  const { content } = document;
  let keys: ReadonlySet<string> | null = null;
  return {
    layout: layoutOf(document),
    ownOf: memoize(({ start, end }: NumberedSentence) =>
      plainSentence(wordsOfSentence(content.slice(start, end))),
    ),
    isOwn(words: string): boolean {
      keys ??= new Set(sentences.map(({ start, end }) => wordsKey(content.slice(start, end))));
      return keys.has(wordsKey(words));
    },
  };
}

/**
 * Places an edit of a version within its limits. It tries, in this order:
 *
 * 1. `placeLink`: a link on words of the author.
 * 2. `placeClause`: new words in a sentence.
 * 3. `placeAddition`: sentences behind a sentence. What repeats the author is left out. If only a repeated sentence has
 *    the link, it replaces the author's.
 * 4. `placeReplacement`: if the new text keeps all of the author's words, only the rest is added.
 * 5. `placeRewriting`: other words. If they are not allowed, only their sentences with a link are added.
 */
export function placeEdit(
  material: VersionMaterial,
  request: EditRequest,
  pieces: readonly Piece[],
): Placing {
  if (!/[\p{L}\p{N}]/u.test(plainTextOf(pieces))) return dropped('unreadable');
  const sentences = material.numbered;
  const { action, sentence, last = sentence, behind = '' } = request;
  const aim = sentences[clamp(sentence, sentences.length) - 1];
  const end = sentences[clamp(Math.max(sentence, last), sentences.length) - 1];
  if (aim === undefined || end === undefined) return dropped('no-place');
  if (action === 'link') return placeLink(material, aim, pieces);
  if (action === 'add' && behind !== '')
    return placeClause(material, { words: behind, sentence: aim }, pieces);
  if (action !== 'replace') return placeAddition(material, end, pieces);
  return end === aim ? placeReplacement(material, aim, pieces) : placeRewriting(material, [aim, end], pieces);
}

/** Places an addition of the built-in writer, without limits. Null: no link in it could be read back. */
export function setLines(
  { document, layout, urls }: VersionMaterial,
  { at: spot, form, label }: LinesRequest,
  items: readonly { readonly pieces: readonly Piece[]; readonly joint: string }[],
): Change | null {
  if (form === 'list') {
    const all = items.map(({ pieces }) => pieces);
    return insertList(document, spot, { heading: label, items: all, urls });
  }
  const all = items.flatMap(({ pieces, joint }, index) =>
    joint === '' || index === items.length - 1 ? pieces : [...pieces, { text: joint, url: null }],
  );
  const opening = label === '' ? `${calloutMark(plainTextOf(all))} ` : label;
  const pieces = [{ text: opening, url: null }, ...all];
  return insertPieces(document, layout, { spot, pieces: label === '' ? pieces : withEnd(pieces), urls });
}

function clamp(number: number, most: number): number {
  return Math.max(1, Math.min(most, number));
}

/** If a model wrote more than an anchor, the words around it must be the author's. */
function placeLink(material: VersionMaterial, sentence: NumberedSentence, pieces: readonly Piece[]): Placing {
  const [first, ...others] = linksAt(pieces);
  if (first === undefined || others.length > 0)
    return dropped(linkCount(pieces) === 0 ? 'repeated' : 'unreadable');
  const found = linkOn(material, { words: first.text, sentence }, first);
  if (found.kind === 'placed' || linkCount(pieces) === pieces.length) return found;
  return keepWithin(material, sentence, pieces) ?? found;
}

/** Adds a clause inside a sentence, or a sentence behind it if the text is one. */
function placeClause(
  material: VersionMaterial,
  place: { readonly words: string; readonly sentence: NumberedSentence },
  pieces: readonly Piece[],
): Placing {
  if (linkCount(pieces) === 0) return dropped('repeated');
  const refusal = material.limits.refusal(pieces);
  if (refusal !== null) return dropped(refusal);
  const found = addBehind(material, place, pieces);
  const isSentence = found.kind === 'dropped' && found.reason === 'too-long';
  return isSentence ? placeAddition(material, place.sentence, pieces) : found;
}

/** Adds sentences right behind a sentence or at the nearest place. Only those with a link go into another paragraph. */
function addBehindSentence(
  material: VersionMaterial,
  sentence: NumberedSentence,
  added: readonly Piece[],
): Placing {
  const { document, numbered, layout, limits, urls } = material;
  const pieces = limits.unsaid(added);
  if (pieces === null) return dropped('repeated');
  const isBare = linkCount(pieces) === 0;
  const spot = spotNear(document, numbered, sentence);
  if (spot === null || (isBare && spot.block !== sentence.block)) return dropped('no-place');
  if (isBare && isNoSentence(plainTextOf(pieces))) return dropped('unreadable');
  const refusal = limits.refusal(pieces);
  if (refusal !== null) return dropped(refusal);
  if (isBare && material.isOwn(plainTextOf(pieces))) return dropped('repeated');
  const change = insertPieces(document, layout, { spot, pieces: withEnd(pieces), urls });
  if (change === null) return dropped('unreadable');
  return placed(change, pieces, { isMoved: spot.ownParagraph || spot.offset !== sentence.end });
}

/** Whether a text has no letter, or a single word of one or two letters. Other single words may be a sentence. */
function isNoSentence(text: string): boolean {
  if (hasUnspaced(text)) return !/\p{L}\p{M}*\p{L}/u.test(text);
  return !/\p{L}/u.test(text) || (wordsIn(text).length < 2 && !/\p{L}\p{M}*\p{L}\p{M}*\p{L}/u.test(text));
}

function placeAddition(
  material: VersionMaterial,
  sentence: NumberedSentence,
  pieces: readonly Piece[],
): Placing {
  const { ownOf, numbered } = material;
  const around = restAround(pieces, ownOf(sentence).plain);
  const near = nearOf(numbered, sentence);
  const rest = withoutEcho(material, around?.pieces ?? pieces, near);
  if (rest !== null && (linkCount(rest) > 0 || linkCount(pieces) === 0))
    return addBehindSentence(material, sentence, rest);
  const linked = linkSentencesOf(pieces);
  if (linked === null) return around?.pieces.length === 0 ? unchanged : dropped('repeated');
  // The sentence with the link says the same as one of the author's, in the same or nearly the same words.
  const plain = plainTextOf(linked);
  const [said = sentence] = near.toSorted(
    (a, b) => likeness(ownOf(b).plain, plain) - likeness(ownOf(a).plain, plain),
  );
  return placeReplacement(material, said, linked);
}

function nearOf(sentences: readonly NumberedSentence[], { number }: NumberedSentence): NumberedSentence[] {
  return [sentences[number - 1], sentences[number], sentences[number - 2]].flatMap((each) => each ?? []);
}

function placeReplacement(
  material: VersionMaterial,
  sentence: NumberedSentence,
  pieces: readonly Piece[],
): Placing {
  const within = keepWithin(material, sentence, pieces);
  if (within !== null) {
    const refusal = material.limits.refusal(within.pieces);
    return refusal === null ? within : dropped(refusal);
  }
  const around = restAround(pieces, material.ownOf(sentence).plain);
  if (around === null || linkCount(around.pieces) < linkCount(pieces))
    return placeRewriting(material, [sentence, sentence], pieces);
  if (around.pieces.length === 0) return unchanged;
  const before = material.numbered[sentence.number - 2];
  const isAhead = around.isAhead && before?.block === sentence.block && before.insertable;
  return addBehindSentence(material, isAhead ? before : sentence, around.pieces);
}

/** Places an edit that keeps all of the author's words. Returns null for any other edit. */
function keepWithin(
  material: VersionMaterial,
  sentence: NumberedSentence,
  pieces: readonly Piece[],
): Placed | null {
  const { content, blocks } = material.document;
  const block = blocks[sentence.block];
  if (!sentence.linkable || block === undefined) return null;
  const kept = keepingOwn(withoutOpaque(content, block.opaque, sentence), pieces);
  if (kept === null) return null;
  const [start, end] = [kept.start + sentence.start, kept.end + sentence.start];
  if (start < end) {
    if (overlapping(block.sealed, { start, end }).length > 0) return null;
    return placed({ start, end, text: markupOf(kept.added) }, []);
  }
  const at = clausePlace(material, start, block);
  const clause = at === null ? null : clauseOf(content, at, kept.added);
  if (at === null || clause === null) return null;
  return placed({ start: at, end: at, text: markupOf(clause) }, kept.added);
}

/** Replaces the sentences from the first to the last, or only adds the sentences with a link. */
function placeRewriting(
  material: VersionMaterial,
  [first, last]: readonly [NumberedSentence, NumberedSentence],
  pieces: readonly Piece[],
): Placing {
  const { document, numbered, limits, layout, urls } = material;
  if (keepsText(material.version)) return dropped('not-safe');
  const range = numbered.slice(first.number - 1, last.number);
  const isOpen = range.every(({ replaceable, block }) => replaceable && block === first.block);
  const own = document.content.slice(first.start, last.end);
  const isTooLong = () => wordsIn(plainTextOf(pieces)).length > Math.max(70, 3 * wordsIn(own).length);
  if (isOpen && isTooLong()) return dropped('too-long');
  if (isOpen && limits.mayReplace(range.length)) {
    const words = markupWords(withOwnEmphasis(own, pieces), urls);
    if (words === null) return dropped('unreadable');
    const text = replaceWords(document, layout, { offset: first.start, block: first.block }, words);
    return placed({ start: first.start, end: last.end, text }, pieces, { replaced: range.length });
  }
  // Of a rewritten passage no sentence is added alone: it would say again what stands there.
  const mayAdd = range.length === 1 && document.blocks[first.block]?.kind === 'prose';
  const linked = mayAdd ? linkSentencesOf(pieces) : null;
  if (linked === null) return dropped(isOpen ? 'too-many' : 'no-place');
  const rest = withoutEcho(material, linked, nearOf(numbered, last));
  if (rest === null || linkCount(rest) < linkCount(linked)) return dropped('repeated');
  return addBehindSentence(material, last, rest);
}

/** Adds a full stop to a sentence without an end, so that it does not merge with the text behind it. */
function withEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1);
  const closed =
    last?.url === null
      ? [...pieces.slice(0, -1), { ...last, text: last.text.replace(/[\s:;,([{<\-–—/&@#+=~|\\]+$/u, '') }]
      : pieces;
  const text = plainTextOf(closed);
  if (/[.!?…。！？｡।॥؟۔։]["'”’»)\]」』）]{0,4}$|[\p{Script=Thai}\p{Script=Lao}]$/u.test(text)) return closed;
  // An emoji or a smiley ends a sentence, too.
  if (/(?:\p{Extended_Pictographic}[\uFE0F\p{EMod}]*|[:;]-?[()DP])$/u.test(text)) return closed;
  const isEast = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^\p{L}]{0,4}$/u.test(text);
  return [...closed, { text: isEast ? '。' : '.', url: null }];
}

/** Returns the pieces without sentences that repeat the author. Null: nothing else is left. */
function withoutEcho(
  { ownOf, isOwn }: VersionMaterial,
  pieces: readonly Piece[],
  near: readonly NumberedSentence[],
): readonly Piece[] | null {
  const rest = plainSentences(plainTextOf(pieces)).flatMap(({ text, start }) => {
    const said = slicePieces(pieces, start, start + text.length);
    const sentence = plainSentence(text);
    if (said === null || near.some((own) => isEcho(ownOf(own), sentence))) return [];
    return linkCount(said) === 0 && sentence.words.length >= leastRepeated && isOwn(text) ? [] : said;
  });
  const kept = trimPieces(rest);
  return kept.length === 0 ? null : kept;
}

/** A sentence with fewer words may be said twice, such as "It works." */
const leastRepeated = 3;
/** A sentence with at least this likeness to another one says the same. */
const echo = 0.75;
/** This many equal words in a row are not a coincidence. */
const longestRun = 8;

/** Whether a sentence says the same as one of the author's. */
function isEcho(author: PlainSentence, { plain, words, counts }: PlainSentence): boolean {
  const common = commonCount(author.counts, counts);
  // Comparing the order of words takes longer, and is useless if few words are in both.
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

import type { Block } from '#core/document/document.ts';
import type { NumberedSentence } from '#core/document/numbered-sentences.ts';
import { closedEnd, hasUnspaced } from '#core/document/words-and-sentences.ts';
import { firstEndingAt, memoize, overlapping, spanAround, type Span } from '#core/lib/helpers.ts';

import type { Change } from './edit.ts';
import { isPhrase, markupOf, plainTextOf, trimPieces, type Piece } from './pieces.ts';
import { dropped, placed, type Dropped, type Placed, type VersionMaterial } from './placing.ts';

type NamedWords = {
  /** As the writer wrote them. */
  readonly words: string;
  readonly sentence: NumberedSentence;
};

/** Puts a link around words of the author. They stand in the sentence, or behind it in its block, or nowhere else. */
export function linkOn(
  material: VersionMaterial,
  named: NamedWords,
  link: Piece & { url: string },
): Placed | Dropped {
  const { content } = material.document;
  const place = firstPlace(material, named, (span, { sealed }) => {
    const words = content.slice(span.start, span.end);
    return !/[*_~`<>[\]]/u.test(words) && overlapping(sealed, span).length === 0 && material.isFree(span)
      ? span
      : null;
  });
  if ('reason' in place) return place;
  const { start, end, isMoved } = place;
  const text = markupOf([{ text: content.slice(start, end), url: link.url }]);
  return placed({ start, end, text }, [], { isMoved });
}

/** Adds a clause right behind words of the author. */
export function addBehind(
  material: VersionMaterial,
  named: NamedWords,
  pieces: readonly Piece[],
): Placed | Dropped {
  const place = firstPlace(material, named, ({ end }, block) => {
    const at = clausePlace(material, end, block);
    return at === null ? null : { start: at, end: at };
  });
  if ('reason' in place) return place;
  const { start, end, isMoved } = place;
  const clause = clauseOf(material.document.content, start, pieces);
  if (clause === null) return dropped('too-long');
  return placed({ start, end, text: markupOf(clause) }, pieces, { isMoved });
}

/** Returns where a clause may stand behind a word that ends at an offset: behind marks and own links that end there. */
export function clausePlace(
  { document: { content }, isFree, hasAddition }: VersionMaterial,
  end: number,
  { sealed }: Pick<Block, 'sealed'>,
): number | null {
  const marks = /^(?:[*_~]{1,3}(?![\p{L}\p{N}])|<\/(?:em|strong|b|i|u|span|mark)>)+/iu;
  const own = spanAround(sealed, end);
  // The words may end an own link.
  const endsOwn = own !== undefined && /^[*_~"'”’)]*(?:\]|<\/a)/iu.test(content.slice(end, end + 20));
  if (own !== undefined && !endsOwn) return null;
  const behind = own?.end ?? end;
  const at = behind + (marks.exec(content.slice(behind, behind + 60))?.[0].length ?? 0);
  return isFree({ start: at, end: at }) && !hasAddition(at) ? at : null;
}

/**
 * Returns the first place of the words that suits: in the sentence, behind it in its block, before it there. Words that
 * stand only once in the whole content are also found in another block.
 */
function firstPlace(
  { document: { content, blocks }, numbered, maySearch }: VersionMaterial,
  { words, sentence }: NamedWords,
  suits: (span: Span, block: Block) => Span | null,
): (Span & { isMoved: boolean }) | Dropped {
  const pattern = patternFor(words);
  const placesIn = (among: readonly NumberedSentence[]) => {
    if (!maySearch((among.at(-1)?.end ?? 0) - (among[0]?.start ?? 0))) return [];
    return among.flatMap((each) => {
      const block = blocks[each.block];
      if (!each.linkable || block === undefined) return [];
      const text = content.slice(each.start, each.end);
      return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
        const start = each.start + index;
        return { span: { start, end: start + found.length }, block };
      });
    });
  };
  const at = sentence.number - 1;
  const isOther = ({ block }: NumberedSentence) => block !== sentence.block;
  const end = numbered.findIndex((each, index) => index > at && isOther(each));
  const start = numbered.slice(0, at).findLastIndex(isOther) + 1;
  const behind = numbered.slice(at + 1, end < 0 ? undefined : end);
  let hasWords = false;
  for (const among of [[sentence], behind, numbered.slice(start, at)]) {
    const places = placesIn(among);
    hasWords ||= places.length > 0;
    for (const { span, block } of places) {
      const place = suits(span, block);
      if (place !== null) return { ...place, isMoved: span.start < sentence.start };
    }
  }
  if (hasWords) return dropped('no-place');
  const [only, ...others] = placesIn(numbered);
  if (only === undefined || others.length > 0) return dropped('no-words');
  const place = suits(only.span, only.block);
  return place === null ? dropped('no-place') : { ...place, isMoved: true };
}

/**
 * Returns a clause as it stands behind a word of the content: with a blank before it where it needs one, without signs
 * that would stand twice. Null: it is a sentence or too long for a clause.
 */
export function clauseOf(content: string, at: number, added: readonly Piece[]): readonly Piece[] | null {
  const next = content.slice(at, at + 40);
  const follows = next.trimStart()[0] ?? '';
  let pieces = trimPieces(added);
  const plain = plainTextOf(pieces);
  // Two pairs of brackets beside each other read badly.
  const isBracketed = /^\s*\(.*\)[.,;]?$/su.test(plain);
  if (isBracketed && (follows === '(' || content[at - 1] === ')')) {
    pieces = withEdges(
      pieces,
      (text) => text.replace(/^\s*\(/u, ', '),
      (text) => text.replace(/\)[.,;]?$/u, /[\p{L}\p{N}(]/u.test(follows) ? ',' : ''),
    );
  }
  const hasSign = /^[,.;:!?)\]”»…]/u.test(next) || follows === '';
  pieces = withEdges(
    pieces,
    (text) =>
      /^[,;:!?)]/u.test(text) || (hasUnspaced(text.slice(0, 1)) && !/\s/u.test(content[at - 1] ?? ''))
        ? text
        : ` ${text}`,
    (text) => text.replace(hasSign ? /[.,;:\s]+$/u : /[.;:\s]+$/u, ''),
  );
  if (!isPhrase(plainTextOf(pieces).trim())) return null;
  const needsBlank = /^[\p{L}\p{N}([“„«]/u.test(next) && !hasUnspaced(next.slice(0, 1));
  return needsBlank ? [...pieces, { text: ' ', url: null }] : pieces;
}

/**
 * Whether an edit adds words inside a sentence, or at the end of one without a full stop, such as an item of a list. Any
 * other addition is a sentence of its own, or several.
 *
 * @param sentences of the content, in order
 * @param edit with the text as a reader sees it
 */
export function isClause(content: string, sentences: readonly Span[], { start, end, text }: Change): boolean {
  if (start < end || !isPhrase(text.trim())) return false;
  const sentence = sentences[firstEndingAt(sentences, start)];
  if (sentence === undefined || sentence.start >= start) return false;
  if (start < sentence.end) {
    const edge = content.slice(start - 1, start) + text.slice(0, 1);
    return hasUnspaced(edge) || !/^[\p{L}\p{N}]{2}$/u.test(edge);
  }
  return /^\s?[,;:()–—]|^\s\p{Ll}/u.test(text) && !closedEnd.test(content.slice(sentence.start, start));
}

/** Returns the pieces with another start and another end. An anchor at an edge stays as it is. */
function withEdges(
  pieces: readonly Piece[],
  first: (text: string) => string,
  last: (text: string) => string,
): Piece[] {
  const [head, tail] = [pieces[0], pieces.at(-1)];
  const opened = head?.url === null ? pieces.slice(1) : pieces;
  const start = { text: first(head?.url === null ? head.text : ''), url: null };
  const all = [start, ...opened];
  const end = all.at(-1);
  if (end?.url !== null || tail?.url !== null) return all;
  return [...all.slice(0, -1), { text: last(end.text), url: null }];
}

const blank = String.raw`(?:\s|&nbsp;|&#160;|&#xa0;)`;
const mark = String.raw`(?:[*_~]|</?(?:em|strong|b|i|u|span|mark)\b[^<>]{0,200}>)`;

/** Signs that authors and models write in several ways, each with a pattern for all of them. */
const alike: readonly (readonly [RegExp, string])[] = [
  [
    /\s/u,
    // Marks may stand on both sides of a blank. Each sign has one way through the pattern, so that it stays linear.
    `(?:${mark})*${blank}(?:${blank}|${mark})*`,
  ],
  [/['’‘ʼ`´]/u, String.raw`(?:['’‘ʼ´]|&(?:rsquo|lsquo|apos|#0?39|#821[67]);)`],
  [/["“”„«»]/u, String.raw`(?:["“”„«»]|&(?:quot|[lrb]dquo|[lr]aquo|#34|#822[0-2]);)`],
  [/[-‐‑–—]/u, String.raw`(?:[-‐‑–—]|&(?:ndash|mdash|#8209|#821[12]);)`],
  [/&/u, '(?:&amp;|&)'],
  [/…/u, String.raw`(?:…|\.{3}|&hellip;)`],
];
/** Signs that nobody sees between the letters of a word. */
const unseen = String.raw`(?:[\u00AD\u200B-\u200D\u2060\uFEFF]|&shy;)*`;
const longest = 300;

/** Returns a pattern that finds words however their blanks, quotation marks and hyphens are written. It finds nothing without a letter. */
const patternFor = memoize((words: string): RegExp => {
  const bare = words
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF*_~]/gu, '')
    .replaceAll(/\.{3}/gu, '…')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s"“”„«»'‘’]+|[\s"“”„«»'‘’.,;:!?]+$/gu, '')
    .replace(/^\((?=[^)]*$)|(?<=^[^(]*)\)$/gu, '');
  if (!/[\p{L}\p{N}]/u.test(bare) || bare.length > longest) return /(?!)/gu;
  const signs = Array.from(
    bare,
    (sign) =>
      alike.find(([like]) => like.test(sign))?.[1] ?? sign.replace(/[\\^$.*+?()[\]{}|/-]/u, String.raw`\$&`),
  );
  const [before, behind] = [/^[\p{L}\p{N}]/u, /[\p{L}\p{N}]$/u].map(
    (edge) => edge.test(bare) && !hasUnspaced(bare),
  );
  // The letters of an entity are no word.
  const end = String.raw`(?![\p{L}\p{N}])(?<!&#?\w{1,32}(?=;))`;
  const source = `${before ? String.raw`(?<![\p{L}\p{N}])` : ''}${signs.join(unseen)}${behind ? end : ''}`;
  return new RegExp(source, 'giu');
}, 500);

import { diffArrays } from 'diff/lib/diff/array.js';

import { readMarkup, sourceOf, type Segment } from '#core/links/link-markup.ts';
import type { Edit, Change } from '#core/edits/edit.ts';

export const disclosureId = 'disclosure';

/**
 * A part of the content with its edits. Blocks follow each other without a gap. Each ends after a blank line, so that
 * no link markup continues in the next one.
 */
export type EditedBlock = {
  readonly start: number;
  readonly end: number;
  readonly edits: readonly Edit[];
};

export type TextPiece = {
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
  /** The address of the selected link that the piece opens, or null. */
  readonly url: string | null;
  /** The offset of its text in the content; null if the content does not have it. */
  readonly at: number | null;
  readonly edit: Edit | null;
};

/** Returns the pieces of each line of a block. If changes are marked, removed words are pieces too. */
export function linesOfBlock(
  content: string,
  block: EditedBlock,
  urls: readonly string[],
  isMarked: boolean,
): readonly (readonly TextPiece[])[] {
  const pieces = piecesOf(runsOf(content, block), urls);
  const drawn: TextPiece[] = [];
  let from = 0;
  for (const edit of block.edits) {
    const first = pieces.findIndex((piece, index) => index >= from && isBehind(piece, edit));
    const begin = first < 0 ? pieces.length : first;
    let end = begin;
    while (pieces[end]?.edit === edit) end += 1;
    drawn.push(...pieces.slice(from, begin));
    drawn.push(...piecesOfEdit(content, edit, pieces.slice(begin, end), isMarked));
    from = end;
  }
  return linesOf([...drawn, ...pieces.slice(from)], block.end === content.length);
}

/** A part of a block from one source: the content, or one edit. `from` is its offset in the block with its edits. */
type Run = {
  readonly text: string;
  readonly from: number;
  readonly at: number | null;
  readonly edit: Edit | null;
};

function runsOf(content: string, { start, end, edits }: EditedBlock): Run[] {
  const runs: Run[] = [];
  let from = 0;
  let at = start;
  const add = (text: string, source: Pick<Run, 'at' | 'edit'>) => {
    if (text !== '') runs.push({ text, from, ...source });
    from += text.length;
  };
  for (const edit of edits) {
    add(content.slice(at, edit.start), { at, edit: null });
    add(edit.text, { at: null, edit });
    at = edit.end;
  }
  add(content.slice(at, end), { at, edit: null });
  return runs;
}

/** Cuts the text where runs meet. The disclosure is one piece, because it is copied without links. */
function piecesOf(runs: readonly Run[], urls: readonly string[]): TextPiece[] {
  const index = runs.findIndex(({ edit }) => edit?.id === disclosureId);
  const disclosure = runs[index];
  if (disclosure === undefined) return linkedPieces(runs, urls);
  const { from, text } = disclosure;
  return [
    ...linkedPieces(runs.slice(0, index), urls),
    textPiece(disclosure, from, from + text.length),
    ...linkedPieces(runs.slice(index + 1), urls),
  ];
}

/** A link is one piece and belongs to the first edit in it. */
function linkedPieces(runs: readonly Run[], urls: readonly string[]): TextPiece[] {
  let to = runs[0]?.from ?? 0;
  return readMarkup(runs.map(({ text }) => text).join(''), urls).flatMap((segment) => {
    const from = to;
    to += sourceOf(segment).length;
    const within = runs.filter((run) => run.from < to && from < run.from + run.text.length);
    return segment.type === 'link'
      ? [linkPiece(segment, from, within)]
      : within.map((run) => textPiece(run, Math.max(from, run.from), to));
  });
}

function textPiece({ text, from, at, edit }: Run, start: number, end: number): TextPiece {
  return {
    kind: edit === null ? 'kept' : 'added',
    text: text.slice(start - from, end - from),
    url: null,
    at: at === null ? null : at + start - from,
    edit,
  };
}

/** Returns the piece of a link. Its words count as kept if they are from the content, although an edit links them. */
function linkPiece(
  { anchor, url, source }: Extract<Segment, { type: 'link' }>,
  from: number,
  runs: readonly Run[],
): TextPiece {
  const edit = runs.find((run) => run.edit !== null)?.edit ?? null;
  const index = source.indexOf(anchor);
  for (const run of runs) {
    const start = from + index - run.from;
    if (index >= 0 && run.at !== null && start >= 0 && start + anchor.length <= run.text.length)
      return { kind: 'kept', text: anchor, url, at: run.at + start, edit };
  }
  return { kind: 'added', text: anchor, url, at: null, edit };
}

/** Returns whether a piece belongs to this edit or is behind it. */
function isBehind(piece: TextPiece, edit: Edit): boolean {
  return piece.edit !== null || (piece.at !== null && piece.at >= edit.end);
}

/** Returns the pieces of an edit. If it only puts a link around words, they are kept, at their own offsets. */
function piecesOfEdit(
  content: string,
  edit: Edit,
  after: readonly TextPiece[],
  isMarked: boolean,
): readonly TextPiece[] {
  const text = content.slice(edit.start, edit.end);
  if (text === '') return after;
  if (after.map((piece) => piece.text).join('') === text) {
    let at = edit.start;
    return after.map((piece) => {
      const own = { ...piece, kind: 'kept' as const, at };
      at += piece.text.length;
      return own;
    });
  }
  const isKept = after.length > 0 && after.every(({ kind }) => kind === 'kept');
  if (!isMarked || isKept) return after;
  // An address is exchanged as a whole.
  if (edit.relink !== undefined)
    return [{ kind: 'removed', text, url: null, at: edit.start, edit }, ...after];
  return compareWords({ kind: 'removed', text, url: null, at: edit.start, edit }, after);
}

/** Cuts pieces at line ends. The line after the last line end belongs to the next block, if there is one. */
function linesOf(pieces: readonly TextPiece[], isLast: boolean): TextPiece[][] {
  const lines: TextPiece[][] = [[]];
  for (const piece of pieces) {
    // The match has its own offset, so that text behind a carriage return has the right one.
    for (const { 0: text, index } of piece.text.matchAll(/\n|[^\r\n]+/gu)) {
      if (text === '\n') lines.push([]);
      else lines.at(-1)?.push({ ...piece, text, at: piece.at === null ? null : piece.at + index });
    }
  }
  if (!isLast && lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** Returns whether an edit keeps every word of the content: it adds words, or puts links around existing words. */
export function keepsWords(content: string, { start, end, text }: Change, urls: readonly string[]): boolean {
  if (start === end) return true;
  const read = readMarkup(text, urls).map((segment) =>
    segment.type === 'link' ? segment.anchor : sourceOf(segment),
  );
  return read.join('') === content.slice(start, end);
}

/** With more differing words than this, the whole passage counts as new. */
const mostChanges = 2000;
/** The share of the old words that must be kept. If fewer are kept, the whole passage counts as new. */
const leastKept = 0.25;

/** A word, white space, a sign, or the words of a link. */
type Token = { readonly text: string; readonly piece: TextPiece; readonly from: number };

/** A token of the old passage, a token of the new one, or a token of both. */
type Pair = { readonly old: Token | null; readonly fresh: Token | null };

const inWord = String.raw`[\p{L}\p{M}\p{N}]`;
const token = String.raw`\s+|${inWord}+(?:['’-]${inWord}+)*|.`;

/** Compares a replaced passage word by word. A link stays one piece, which is kept or added as a whole. */
function compareWords(before: TextPiece, after: readonly TextPiece[]): readonly TextPiece[] {
  const anchors = after.flatMap(({ url, text }) => (url === null ? [] : patternOf(text)));
  const old = tokensOf(before, [...anchors, token]);
  const fresh = after.flatMap((piece) =>
    piece.url === null ? tokensOf(piece, [token]) : { text: piece.text, piece, from: 0 },
  );
  const pairs = pairUp(old, fresh);
  if (pairs === null) return [before, ...after];
  const changed = pairs.map((pair, index) => {
    const isBetween =
      pair.old?.text.trim() === '' && isChanged(pairs[index - 1]) && isChanged(pairs[index + 1]);
    return isBetween || isChanged(pair);
  });
  const keptWords = pairs.filter((pair, index) => !changed[index] && isWord(pair.old)).length;
  return keptWords < old.filter(isWord).length * leastKept
    ? [before, ...after]
    : markedPieces(pairs, changed);
}

function isChanged(pair?: Pair): boolean {
  return pair !== undefined && (pair.old === null || pair.fresh === null);
}

/** Returns a pattern of a link's words, but not of a part of other words. */
function patternOf(anchor: string): string {
  return `(?<!${inWord})${anchor.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)}(?!${inWord})`;
}

function tokensOf(piece: TextPiece, patterns: readonly string[]): Token[] {
  const found = piece.text.matchAll(new RegExp(patterns.join('|'), 'gsu'));
  return [...found].map(({ 0: text, index }) => ({ text, piece, from: index }));
}

function pairUp(old: readonly Token[], fresh: readonly Token[]): Pair[] | null {
  const changes = diffArrays([...old], [...fresh], {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: mostChanges,
  });
  let at = 0;
  const pairs = changes?.flatMap(({ added, removed, value }) =>
    value.map((found): Pair => {
      if (added) return { old: null, fresh: found };
      at += 1;
      return { old: old[at - 1] ?? null, fresh: removed ? null : found };
    }),
  );
  return pairs ?? null;
}

/** Returns the pieces. Removed words precede the words that replace them. */
function markedPieces(pairs: readonly Pair[], changed: readonly boolean[]): TextPiece[] {
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

/** `source` is the token of the content that gives the piece its offset; null if it has none. */
function append(pieces: TextPiece[], added: Token, kind: TextPiece['kind'], source: Token | null): void {
  const { text, piece } = added;
  const last = pieces.at(-1);
  if (added.from > 0 && last?.kind === kind && last.url === piece.url) {
    pieces.splice(-1, 1, { ...last, text: last.text + text });
    return;
  }
  const at = source === null || source.piece.at === null ? null : source.piece.at + source.from;
  pieces.push({ ...piece, kind, text, at });
}

function isWord(found: Token | null): boolean {
  return found !== null && /[\p{L}\p{N}]/u.test(found.text);
}

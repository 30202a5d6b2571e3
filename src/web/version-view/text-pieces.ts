import { readMarkup, sourceOf, type Segment } from '#core/links/link-markup.ts';
import type { Edit, Change } from '#core/edits/edit.ts';

/** The id of the edit that stands for the disclosure. */
export const disclosureId = 'disclosure';

/**
 * A part of the content with its edits. Blocks follow each other without a gap. Each ends after a blank line, so that no
 * link markup continues in the next one.
 */
export type EditedBlock = {
  readonly start: number;
  readonly end: number;
  readonly edits: readonly Edit[];
};

/** A part of a version as it is drawn. */
export type TextPiece = {
  /** Kept from the content, added to it, or removed from it. */
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
  /** The address of the selected link that the piece opens, or null. */
  readonly url: string | null;
  /** The offset of its text in the content; null if the content does not have it. */
  readonly at: number | null;
  readonly edit: Edit | null;
};

/** Compares the words of an edit with the ones before. Returns new pieces of the edit, each kept, added or removed. */
export type CompareWords = (before: TextPiece, after: readonly TextPiece[]) => readonly TextPiece[];

/** Returns the pieces of each line of a block. With `compare`, removed words are pieces too. */
export function linesOfBlock(
  content: string,
  block: EditedBlock,
  urls: readonly string[],
  compare: CompareWords | null,
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
    drawn.push(...piecesOfEdit(content, edit, pieces.slice(begin, end), compare));
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

/** Returns whether a piece is of this edit or behind it. The pieces of earlier edits are done. */
function isBehind(piece: TextPiece, edit: Edit): boolean {
  return piece.edit !== null || (piece.at !== null && piece.at >= edit.end);
}

/** Returns the pieces of an edit. If it only puts a link around words, they are kept, at their own offsets. */
function piecesOfEdit(
  content: string,
  edit: Edit,
  after: readonly TextPiece[],
  compare: CompareWords | null,
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
  if (compare === null || isKept) return after;
  return compare({ kind: 'removed', text, url: null, at: edit.start, edit }, after);
}

/** Cuts pieces at line ends. The line after the last line end belongs to the next block, if there is one. */
function linesOf(pieces: readonly TextPiece[], isLast: boolean): TextPiece[][] {
  const lines: TextPiece[][] = [[]];
  for (const piece of pieces) {
    // The text behind a carriage return keeps its own offset.
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

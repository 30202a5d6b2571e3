import { readMarkup, type Segment } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';

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
  /** The chosen address to which it links. */
  readonly url: string | null;
  /** The offset of its text in the content; null if it is not there. */
  readonly at: number | null;
  readonly edit: Edit | null;
};

/** Compares the words of an edit with the ones before. Returns new pieces of the edit, each kept, added or removed. */
export type CompareWords = (before: TextPiece, after: readonly TextPiece[]) => readonly TextPiece[];

/** A part of a block from one source: the content, or one edit. */
type Run = { readonly text: string; readonly at: number | null; readonly edit: Edit | null };

/** Returns the pieces of each line of a block. With `compare`, removed words are pieces too. */
export function linesOfBlock(
  content: string,
  block: EditedBlock,
  urls: readonly string[],
  compare: CompareWords | null,
): readonly (readonly TextPiece[])[] {
  const runs = runsOf(content, block);
  const segments = readMarkup(runs.map(({ text }) => text).join(''), urls);
  const pieces = withOwnWords(content, block.edits, piecesOf(segments, runs));
  const marked = compare === null ? pieces : compareEdits(content, block.edits, pieces, compare);
  return linesOf(marked, block.end === content.length);
}

function runsOf(content: string, { start, end, edits }: EditedBlock): Run[] {
  const runs: Run[] = [];
  let from = start;
  for (const edit of edits) {
    runs.push({ text: content.slice(from, edit.start), at: from, edit: null });
    runs.push({ text: edit.text, at: null, edit });
    from = edit.end;
  }
  runs.push({ text: content.slice(from, end), at: from, edit: null });
  return runs.filter(({ text }) => text !== '');
}

/** The part of a segment in one run. */
type Part = { readonly run: Run; readonly from: number; readonly text: string };

/** Cuts the segments where runs meet. A link is one piece and belongs to the first edit in it. */
function piecesOf(segments: readonly Segment[], runs: readonly Run[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let run = 0;
  let used = 0;
  for (const segment of segments) {
    const source = segment.type === 'text' ? segment.text : segment.source;
    const parts: Part[] = [];
    for (let left = source.length; left > 0;) {
      const current = runs[run];
      if (current === undefined) break;
      const length = Math.min(left, current.text.length - used);
      parts.push({ run: current, from: used, text: current.text.slice(used, used + length) });
      left -= length;
      used += length;
      if (used === current.text.length) [run, used] = [run + 1, 0];
    }
    if (segment.type === 'link') pieces.push(linkPiece(segment, parts));
    else pieces.push(...parts.map((part) => textPiece(part)));
  }
  return pieces;
}

function textPiece({ run: { at, edit }, from, text }: Part): TextPiece {
  return {
    kind: edit === null ? 'kept' : 'added',
    text,
    url: null,
    at: at === null ? null : at + from,
    edit,
  };
}

/** If the anchor is from the content, its words are kept, although an edit makes them a link. */
function linkPiece(link: Extract<Segment, { type: 'link' }>, parts: readonly Part[]): TextPiece {
  const { anchor, url, source } = link;
  const edit = parts.find((part) => part.run.edit !== null)?.run.edit ?? null;
  let before = source.indexOf(anchor);
  for (const { run, from, text } of parts) {
    if (before >= 0 && before + anchor.length <= text.length && run.at !== null)
      return { kind: 'kept', text: anchor, url, at: run.at + from + before, edit };
    before -= text.length;
  }
  return { kind: 'added', text: anchor, url, at: null, edit };
}

/** Marks words as kept, at their own offsets, if an edit only puts a link around them. */
function withOwnWords(content: string, edits: readonly Edit[], pieces: readonly TextPiece[]): TextPiece[] {
  const texts = new Map<Edit | null, string>();
  for (const { edit, text } of pieces) texts.set(edit, (texts.get(edit) ?? '') + text);
  const offsets = new Map<Edit | null, number>();
  for (const edit of edits) {
    const { start, end } = edit;
    if (start < end && texts.get(edit) === content.slice(start, end)) offsets.set(edit, start);
  }
  return pieces.map((piece) => {
    const at = offsets.get(piece.edit);
    if (at === undefined) return piece;
    offsets.set(piece.edit, at + piece.text.length);
    return { ...piece, kind: 'kept', at };
  });
}

function compareEdits(
  content: string,
  edits: readonly Edit[],
  pieces: readonly TextPiece[],
  compare: CompareWords,
): TextPiece[] {
  const compared: TextPiece[] = [];
  let from = 0;
  for (const edit of edits) {
    const first = pieces.findIndex((piece, index) => index >= from && isBehind(piece, edit));
    const begin = first < 0 ? pieces.length : first;
    compared.push(...pieces.slice(from, begin));
    let end = begin;
    while (pieces[end]?.edit === edit) end += 1;
    const after = pieces.slice(begin, end);
    const text = content.slice(edit.start, edit.end);
    const isKept = text === '' || (after.length > 0 && after.every(({ kind }) => kind === 'kept'));
    compared.push(
      ...(isKept ? after : compare({ kind: 'removed', text, url: null, at: edit.start, edit }, after)),
    );
    from = end;
  }
  return [...compared, ...pieces.slice(from)];
}

/** Returns whether a piece is the edit's first or, if the edit adds nothing, the first behind it. */
function isBehind(piece: TextPiece, edit: Edit): boolean {
  return piece.edit === edit || (piece.edit === null && piece.at !== null && piece.at >= edit.end);
}

/** Cuts pieces at line ends. The line after the last line end belongs to the next block, if there is one. */
function linesOf(pieces: readonly TextPiece[], isLast: boolean): TextPiece[][] {
  const lines: TextPiece[][] = [[]];
  for (const piece of pieces) {
    let at = 0;
    for (const [index, text] of piece.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(...withoutReturns(piece, text, at));
      at += text.length + 1;
    }
  }
  if (!isLast && lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** Leaves out carriage returns. The text behind one keeps its own offset. */
function withoutReturns(piece: TextPiece, text: string, from: number): TextPiece[] {
  const parts: TextPiece[] = [];
  let at = from;
  for (const part of text.split('\r')) {
    if (part !== '') parts.push({ ...piece, text: part, at: piece.at === null ? null : piece.at + at });
    at += part.length + 1;
  }
  return parts;
}

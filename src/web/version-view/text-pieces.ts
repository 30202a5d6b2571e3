import { readMarkup } from '#core/links/link-markup.ts';
import type { Segment } from '#core/links/link-at.ts';
import type { Edit } from '#core/edits/edit.ts';

import type { EditedBlock } from './edited-blocks.ts';

/** A stretch of a version as it is drawn. */
export type TextPiece = {
  /** Kept from the content, added to it, or gone from it. */
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
  /** The chosen address that it links to. */
  readonly url: string | null;
  /** Where in the content its text begins; null for what does not stand there. */
  readonly at: number | null;
  readonly edit: Edit | null;
};

/** Says what of an edit's words stood there before: gives the pieces of the edit anew. */
export type CompareWords = (before: TextPiece, after: readonly TextPiece[]) => readonly TextPiece[];

/** What of a block comes from one place: from the content, or from one edit. */
type Run = { readonly text: string; readonly at: number | null; readonly edit: Edit | null };

/** The lines of a block, piece by piece; with `compare`, what is replaced and what is new are told apart. */
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

/** Cuts the segments where runs meet. A link is one piece: of the first edit that has a hand in it. */
function piecesOf(segments: readonly Segment[], runs: readonly Run[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let run = 0;
  let used = 0;
  for (const segment of segments) {
    const source = segment.type === 'text' ? segment.text : segment.source;
    const parts: { run: Run; from: number; text: string }[] = [];
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

type Part = { readonly run: Run; readonly from: number; readonly text: string };

function textPiece({ run: { at, edit }, from, text }: Part): TextPiece {
  return {
    kind: edit === null ? 'kept' : 'added',
    text,
    url: null,
    at: at === null ? null : at + from,
    edit,
  };
}

/** Where its words are the content's own, they are kept, though an edit makes a link of them. */
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

/** What an edit lays a link around is kept, at its own place. */
function withOwnWords(content: string, edits: readonly Edit[], pieces: readonly TextPiece[]): TextPiece[] {
  const texts = new Map<Edit | null, string>();
  for (const { edit, text } of pieces) texts.set(edit, (texts.get(edit) ?? '') + text);
  const places = new Map<Edit | null, number>();
  for (const edit of edits) {
    const { start, end } = edit;
    if (start < end && texts.get(edit) === content.slice(start, end)) places.set(edit, start);
  }
  return pieces.map((piece) => {
    const at = places.get(piece.edit);
    if (at === undefined) return piece;
    places.set(piece.edit, at + piece.text.length);
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

/** Whether a piece is the edit's first, or, where the edit adds nothing, the first behind it. */
function isBehind(piece: TextPiece, edit: Edit): boolean {
  return piece.edit === edit || (piece.edit === null && piece.at !== null && piece.at >= edit.end);
}

/** Line ends are drawn as lines; the last one of a block that another follows begins that other. */
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

/** Carriage returns are not drawn; what stands behind one keeps its own place. */
function withoutReturns(piece: TextPiece, text: string, from: number): TextPiece[] {
  const parts: TextPiece[] = [];
  let at = from;
  for (const part of text.split('\r')) {
    if (part !== '') parts.push({ ...piece, text: part, at: piece.at === null ? null : piece.at + at });
    at += part.length + 1;
  }
  return parts;
}

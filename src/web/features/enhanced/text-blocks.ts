import type { Segment } from '#core/markup/segment.ts';

export type Piece = Exclude<Segment, { type: 'stray' }>;

/** One line of a text with its line's number. A finished block stays the same object, so that it is drawn once. */
export type TextBlock = { readonly line: number; readonly pieces: readonly Piece[] };

/** Adds segments to blocks, a block a line. The blocks given stay as they are; a stray is the text it was read from. */
export function appendBlocks(
  blocks: readonly TextBlock[],
  segments: readonly Segment[],
): readonly TextBlock[] {
  const next = [...blocks];
  let open: Piece[] = [...(next.pop()?.pieces ?? [])];
  const close = () => next.push({ line: next.length, pieces: open });
  for (const segment of segments) {
    if (segment.type === 'link') {
      open.push(segment);
      continue;
    }
    const [first = '', ...rest] = textOf(segment).replaceAll('\r', '').split('\n');
    open = withText(open, first);
    for (const line of rest) {
      close();
      open = withText([], line);
    }
  }
  close();
  return next;
}

function textOf(segment: Exclude<Segment, { type: 'link' }>): string {
  return segment.type === 'text' ? segment.text : segment.source;
}

// Long lines are kept in pieces, so that a growing line does not rewrite what it holds already.
const pieceLength = 2000;

function withText(pieces: Piece[], text: string): Piece[] {
  if (text === '') return pieces;
  const last = pieces.at(-1);
  if (last?.type !== 'text' || last.text.length > pieceLength) return [...pieces, { type: 'text', text }];
  return [...pieces.slice(0, -1), { type: 'text', text: last.text + text }];
}

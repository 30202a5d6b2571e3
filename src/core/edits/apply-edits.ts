import type { Edit } from './edit.ts';

type Change = Pick<Edit, 'start' | 'end' | 'text'>;

/** Returns the content with the edits. They must be in the order of the content and must not overlap. */
export function applyEdits(content: string, edits: readonly Change[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, text } of edits) {
    pieces.push(content.slice(from, start), text);
    from = end;
  }
  pieces.push(content.slice(from));
  return pieces.join('');
}

const ownParagraph = /^[ \t]*(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|<p\b)/i;

/**
 * Sorts edits by their place in the content. At one place, additions come before a replacement, and additions inside
 * a paragraph before a paragraph of its own. All others keep their order.
 */
export function orderEdits(edits: readonly Edit[]): Edit[] {
  const keyed = edits.map((edit) => ({ edit, rank: rankOf(edit) }));
  keyed.sort((a, b) => a.edit.start - b.edit.start || a.rank - b.rank);
  return keyed.map(({ edit }) => edit);
}

function rankOf({ start, end, text }: Edit): number {
  if (end > start) return 2;
  return ownParagraph.test(text) ? 1 : 0;
}

/** Whether the edit changes the same words as another, or one lies inside a stretch that the other replaces. */
export function overlaps({ start, end }: Pick<Edit, 'start' | 'end'>, edits: readonly Edit[]): boolean {
  return edits.some((edit) => {
    if (start === end && edit.start === edit.end) return false;
    return start < edit.end && end > edit.start;
  });
}

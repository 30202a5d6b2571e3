import type { Edit } from '#core/edits/edit.ts';

/**
 * A stretch of the content with the edits that stand in it. Blocks follow each other without a gap and part where a
 * blank line ends a paragraph, so that no link markup reaches from one into the next.
 */
export type EditedBlock = {
  readonly start: number;
  readonly end: number;
  readonly edits: readonly Edit[];
};

/** Where the content's blocks end, in order; the last is the content's length. */
export function blockEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: blank } of content.matchAll(/\n(?:[^\S\n]*\n)+/gu)) ends.push(index + blank.length);
  if (ends.at(-1) !== content.length) ends.push(content.length);
  return ends;
}

/**
 * Shares out edits to blocks. What is inserted where one block ends and the next begins stands in the next; an edit
 * that takes away a block's end joins the two.
 */
export function blocksWith(ends: readonly number[], edits: readonly Edit[]): readonly EditedBlock[] {
  const blocks: EditedBlock[] = [];
  let next = 0;
  let start = 0;
  let inside: Edit[] = [];
  for (const [at, end] of ends.entries()) {
    const isLast = at === ends.length - 1;
    const limit = isLast ? Number.POSITIVE_INFINITY : end;
    for (let edit = edits[next]; edit !== undefined && edit.start < limit; edit = edits[next]) {
      inside.push(edit);
      next += 1;
    }
    const reach = inside.at(-1)?.end ?? 0;
    if (!isLast && reach >= end) continue;
    blocks.push({ start, end, edits: inside });
    start = end;
    inside = [];
  }
  return blocks;
}

export function isSameBlock(one: EditedBlock, other: EditedBlock): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.edits.length === other.edits.length &&
    one.edits.every((edit, index) => edit === other.edits[index])
  );
}

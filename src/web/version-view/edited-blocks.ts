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

/** Returns the end offsets of the content's blocks, in order. The last one is the content's length. */
export function blockEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (const { index, 0: blank } of content.matchAll(/\n(?:[^\S\n]*\n)+/gu)) ends.push(index + blank.length);
  if (ends.at(-1) !== content.length) ends.push(content.length);
  return ends;
}

/**
 * Assigns edits to blocks. An insertion between two blocks belongs to the second. An edit that removes the end of a block
 * joins it with the next.
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

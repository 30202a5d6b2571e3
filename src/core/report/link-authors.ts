import { sourceOf } from '#core/links/link-markup.ts';
import type { Segment } from '#core/links/segment.ts';
import type { Edit, EditAuthor } from '#core/edits/edit.ts';

/** Who wrote each segment of a version: the author of the first edit in it, or the user, whose content it is. */
export function linkAuthors(edits: readonly Edit[], segments: readonly Segment[]): EditAuthor[] {
  const written: { start: number; end: number; by: EditAuthor }[] = [];
  let shift = 0;
  for (const { start, end, text, by } of edits) {
    written.push({ start: start + shift, end: start + shift + text.length, by });
    shift += text.length - (end - start);
  }
  let at = 0;
  let next = 0;
  return segments.map((segment) => {
    const end = at + sourceOf(segment).length;
    while ((written[next]?.end ?? Infinity) <= at) next += 1;
    const edit = written[next];
    at = end;
    return edit !== undefined && edit.start < end ? edit.by : 'user';
  });
}

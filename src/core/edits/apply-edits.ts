import type { Edit } from './edit.ts';

type Change = Pick<Edit, 'start' | 'end' | 'text'>;

/** The content with the edits in it. They stand in the order of the content and do not overlap. */
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

import { readMarkup, sourceOf } from '#core/links/link-markup.ts';
import type { Change } from '#core/edits/edit.ts';

/** Returns whether an edit keeps every word of the content: it adds words, or puts links around existing words. */
export function keepsWords(content: string, { start, end, text }: Change, urls: readonly string[]): boolean {
  if (start === end) return true;
  const read = readMarkup(text, urls).map((segment) =>
    segment.type === 'link' ? segment.anchor : sourceOf(segment),
  );
  return read.join('') === content.slice(start, end);
}

import type { FinishedGeneration } from '#core/generation/generation.ts';
import { readMarkup } from '#core/links/link-markup.ts';
import type { Edit } from '#core/edits/edit.ts';

/** The chosen links that stand in an edit, by their ids. */
export function linksIn({ text }: Edit, { links }: Pick<FinishedGeneration, 'links'>): string[] {
  const left = [...links];
  const urls = left.map(({ url }) => url);
  return readMarkup(text, urls).flatMap((segment) => {
    const at = segment.type === 'link' ? left.findIndex(({ url }) => url === segment.url) : -1;
    return left.splice(at, at < 0 ? 0 : 1).map(({ id }) => id);
  });
}

import { linksAtMost } from '#contract/generations.ts';
import { t, tCount } from '#web/lib/language.ts';
import type { Selection } from '#web/links-client/list/selection.ts';

/** What an import needs of the ticked links. */
export type Ticks = Pick<Selection, 'get' | 'has' | 'tickAll'>;

/** An import of more links is a whole collection, and nobody weaves a collection into one text. */
const tickedAtMost = 50;

/** Ticks imported links, as a link that is added is ticked. Ticks none if there are many. Returns how many are ticked. */
export function tickImported(ids: readonly string[], selection: Ticks): number {
  const fresh = ids.filter((id) => !selection.has(id));
  const fits = selection.get().length + fresh.length <= linksAtMost;
  if (ids.length <= tickedAtMost && fits) selection.tickAll(fresh);
  return ids.filter((id) => selection.has(id)).length;
}

/** Says at the end of an import which of the links are ticked. Null if nothing was imported. */
export function tickedMessage(imported: number, ticked: number): string | null {
  if (imported === 0) return null;
  if (ticked === imported) return imported === 1 ? t('It is selected.') : t('All of them are selected.');
  if (ticked > 0)
    return tCount(
      ticked,
      '{count} is selected. Tick the others that you want.',
      '{count} are selected. Tick the others that you want.',
    );
  return imported > tickedAtMost
    ? t('None of them is selected, because there are more than {limit}. Tick those that you want.', {
        limit: tickedAtMost,
      })
    : t('None of them is selected, because a text takes at most {limit} links. Tick those that you want.', {
        limit: linksAtMost,
      });
}

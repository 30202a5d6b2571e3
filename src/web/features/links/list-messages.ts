import { t, tCount } from '#web/lib/language.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';

export function selectionMessage(ticked: number): string {
  return ticked === 0 ? t('Tick the links to weave in') : t('{count} selected', { count: ticked });
}

export function shownMessage({
  links,
  hasMore,
  search,
  total,
}: Pick<LinkListView, 'links' | 'hasMore' | 'search' | 'total'>): string {
  const count = links.length;
  if (search !== '') return t(hasMore ? 'Newest {count} found' : '{count} found', { count });
  if (!hasMore) return t('All {count} shown', { count });
  return total === null ? t('Newest {count} shown', { count }) : t('{count} of {total}', { count, total });
}

/** Returns the number of rows, for a screen reader. */
export function spokenMessage(
  shown: number,
  { hasMore, search }: Pick<LinkListView, 'hasMore' | 'search'>,
): string {
  if (search !== '' && shown === 0) return noMatchMessage(search);
  if (search === '')
    return hasMore
      ? tCount(shown, '{count} link shown, and there are more', '{count} links shown, and there are more')
      : tCount(shown, '{count} link shown', '{count} links shown');
  return hasMore
    ? tCount(shown, '{count} link found, and there are more', '{count} links found, and there are more')
    : tCount(shown, '{count} link found', '{count} links found');
}

export function noMatchMessage(search: string): string {
  return t('No links match “{search}”.', { search });
}

/** Returns the number of changes that wait for the network, and of those that wait for the user. */
export function unsentCountMessage(waiting: number, undecided: number): string {
  const onWaiting = tCount(
    waiting,
    '{count} change not saved yet: it will be sent when the network is back.',
    '{count} changes not saved yet: they will be sent when the network is back.',
  );
  const onUndecided = tCount(
    undecided,
    '{count} change not saved: please decide what to do.',
    '{count} changes not saved: please decide what to do.',
  );
  return [waiting === 0 ? [] : onWaiting, undecided === 0 ? [] : onUndecided].flat().join(' ');
}

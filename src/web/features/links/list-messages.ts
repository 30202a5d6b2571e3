import { t, tCount } from '#web/lib/language.ts';
import type { LinkListView } from '#web/links-client/list/link-list.ts';

export function selectionMessage(ticked: number): string {
  return ticked === 0 ? t('Tick the links to add') : t('{count} selected', { count: ticked });
}

/** Returns the number of links or of matches, as far as it is known. Null: there is nothing to count. */
export function countMessage({
  links: { length: count },
  hasMore,
  search,
  total,
}: Pick<LinkListView, 'links' | 'hasMore' | 'search' | 'total'>): string | null {
  if (search !== '') {
    return total === null ? t('Newest {count} found', { count }) : t('{count} found', { count: total });
  }
  if (total !== null) return total === 0 ? null : tCount(total, '{count} link', '{count} links');
  return hasMore && count > 0 ? t('Newest {count}', { count }) : null;
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
    '{count} change not saved yet. It will be sent when you’re online.',
    '{count} changes not saved yet. They will be sent when you’re online.',
  );
  const onUndecided = tCount(
    undecided,
    '{count} change not saved. Please decide what to do.',
    '{count} changes not saved. Please decide what to do.',
  );
  return [waiting === 0 ? [] : onWaiting, undecided === 0 ? [] : onUndecided].flat().join(' ');
}

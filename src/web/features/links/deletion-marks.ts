import type { SafeStorage } from '#web/storage.ts';

import type { OutboxEntry } from './outbox-entry.ts';

type Deletion = Pick<OutboxEntry, 'id'>;

/**
 * What a page that is left had no time to write down with its deletions: that it has sent some, so that another page must
 * not offer to undo what may be done; and that the user has taken some back, so that nobody may send them.
 */
type Mark = 'leftDeletions' | 'undoneDeletions';

/** The ids of the deletions that are marked. */
export function readMarked(storage: SafeStorage, mark: Mark): readonly string[] {
  return (storage.read(mark) ?? '').split(' ');
}

/** @param still Those that are still written down: others need not be remembered. */
export function markDeletions(
  storage: SafeStorage,
  mark: Mark,
  marked: readonly Deletion[],
  still: readonly Deletion[],
): void {
  const before = readMarked(storage, mark).filter((id) => still.some((one) => one.id === id));
  storage.write(mark, [...before, ...marked.map(({ id }) => id)].join(' '));
}

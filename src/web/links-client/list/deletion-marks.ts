import type { SafeStorage } from '#web/lib/storage.ts';

import type { OutboxEntry } from '#web/links-client/outbox/outbox-entry.ts';

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

/** Of earlier marks the newest stay, whichever tab made them: deletions that are older are long done. */
export function markDeletions(storage: SafeStorage, mark: Mark, marked: readonly Deletion[]): void {
  const before = readMarked(storage, mark).slice(-100);
  storage.write(mark, [...before, ...marked.map(({ id }) => id)].join(' '));
}

import type { SafeStorage } from '#web/storage.ts';

import type { OutboxEntry } from './outbox-entry.ts';

type Deletion = Pick<OutboxEntry, 'id'>;

const leftKey = 'leftDeletions';

/**
 * Deletions that a page has sent while it was left, by their ids. It had no time to write that down with them, and
 * another page must not offer to undo what may be done.
 */
export function readLeft(storage: SafeStorage): readonly string[] {
  return (storage.read(leftKey) ?? '').split(' ');
}

/** @param still Those that are still written down: others need not be remembered. */
export function markLeft(storage: SafeStorage, left: readonly Deletion[], still: readonly Deletion[]): void {
  const before = readLeft(storage).filter((id) => still.some((one) => one.id === id));
  storage.write(leftKey, [...before, ...left.map(({ id }) => id)].join(' '));
}

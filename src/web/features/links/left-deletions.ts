import * as z from 'zod/mini';

import type { SafeStorage } from '#web/storage.ts';

import type { OutboxEntry } from './outbox-entry.ts';

const leftKey = 'leftDeletions';
const idsSchema = z.array(z.string());

/**
 * Deletions that a page has sent while it was left. It had no time to write that down with them, and another page must
 * not offer to undo what may be done.
 */
export function readLeft(storage: SafeStorage): readonly string[] {
  try {
    const stored = idsSchema.safeParse(JSON.parse(storage.read(leftKey) ?? '[]'));
    return stored.success ? stored.data : [];
  } catch {
    return [];
  }
}

/** @param still Those that are still written down: others need not be remembered. */
export function markLeft(
  storage: SafeStorage,
  left: readonly Pick<OutboxEntry, 'id'>[],
  still: readonly Pick<OutboxEntry, 'id'>[],
): void {
  const there = new Set(still.map(({ id }) => id));
  const before = readLeft(storage).filter((id) => there.has(id));
  storage.write(leftKey, JSON.stringify([...new Set([...before, ...left.map(({ id }) => id)])]));
}

import * as z from 'zod/mini';

import type { SafeStorage } from '#web/storage.ts';

export const deletionsKey = 'pendingDeletions';

/** `due`: when the deletion is sent, in milliseconds since 1970. Until then it can be undone. */
export type Deletion = { readonly id: string; readonly due: number };

const deletionsSchema = z.array(z.object({ id: z.string(), due: z.number() }));

export function readPending(storage: SafeStorage): readonly Deletion[] {
  try {
    const stored = deletionsSchema.safeParse(JSON.parse(storage.read(deletionsKey) ?? '[]'));
    return stored.success ? stored.data : [];
  } catch {
    return [];
  }
}

export function writePending(storage: SafeStorage, deletions: readonly Deletion[]): void {
  storage.write(deletionsKey, JSON.stringify(deletions));
}

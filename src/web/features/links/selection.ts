import * as z from 'zod/mini';

import type { SafeStorage } from '#web/storage.ts';

export const selectionKey = 'selectedLinks';

/** The ids of the ticked links, in the order of ticking, kept in local storage and shared by all tabs. */
export type Selection = {
  ids(): readonly string[];
  tick(id: string): void;
  untick(ids: readonly string[]): void;
  clear(): void;
  /** Reads again what another tab wrote. */
  reload(): void;
  subscribe(listener: () => void): () => void;
};

const idsSchema = z.array(z.string());
const none: readonly string[] = [];

export function createSelection(storage: SafeStorage): Selection {
  const listeners = new Set<() => void>();
  let ids = readIds(storage);

  function show(next: readonly string[]): void {
    if (sameIds(ids, next)) return;
    ids = next;
    for (const listener of listeners) listener();
  }

  function change(next: readonly string[]): void {
    if (sameIds(ids, next)) return;
    storage.write(selectionKey, JSON.stringify(next));
    show(next);
  }

  return {
    ids: () => ids,
    tick: (id) => change(ids.includes(id) ? ids : [...ids, id]),
    untick: (gone) => change(ids.filter((id) => !gone.includes(id))),
    clear: () => change(none),
    reload: () => show(readIds(storage)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readIds(storage: SafeStorage): readonly string[] {
  try {
    const stored = idsSchema.safeParse(JSON.parse(storage.read(selectionKey) ?? '[]'));
    return stored.success ? [...new Set(stored.data)] : none;
  } catch {
    return none;
  }
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

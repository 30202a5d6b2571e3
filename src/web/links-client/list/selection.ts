import * as z from 'zod/mini';

import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';

export const selectionKey = 'selectedLinks';

const idsSchema = z.array(z.string());

export type Selection = ReturnType<typeof createSelection>;

/** The ids of the ticked links, in the order of ticking. They are in local storage, and all tabs share them. */
export function createSelection(storage: SafeStorage) {
  let ticked = new Set(readIds(storage));
  const { get, set, subscribe } = createStore<readonly string[]>([...ticked]);

  function save(): void {
    if (ticked.size === get().length) return;
    set([...ticked]);
    storage.write(selectionKey, JSON.stringify(get()));
  }

  function tickAll(added: readonly string[]): void {
    for (const id of added) ticked.add(id);
    save();
  }

  return {
    get,
    subscribe,
    has: (id: string) => ticked.has(id),
    tick: (id: string) => tickAll([id]),
    tickAll,
    untick(gone: readonly string[]) {
      for (const id of gone) ticked.delete(id);
      save();
    },
    clear() {
      ticked.clear();
      save();
    },
    /** Reads what another tab wrote. */
    reload() {
      const stored = [...new Set(readIds(storage))];
      if (JSON.stringify(stored) === JSON.stringify(get())) return;
      ticked = new Set(stored);
      set(stored);
    },
  };
}

function readIds(storage: SafeStorage): readonly string[] {
  try {
    return idsSchema.parse(JSON.parse(storage.read(selectionKey) ?? '[]'));
  } catch {
    return [];
  }
}

import * as z from 'zod/mini';

import type { SafeStorage } from '#web/lib/storage.ts';

export const selectionKey = 'selectedLinks';

/** The ids of the ticked links, in the order of ticking, kept in local storage and shared by all tabs. */
export type Selection = {
  /** The same array until something changes. */
  ids(): readonly string[];
  has(id: string): boolean;
  tick(id: string): void;
  tickAll(ids: readonly string[]): void;
  untick(ids: readonly string[]): void;
  clear(): void;
  /** Reads again what another tab wrote. */
  reload(): void;
  subscribe(listener: () => void): () => void;
};

const idsSchema = z.array(z.string());

export function createSelection(storage: SafeStorage): Selection {
  const listeners = new Set<() => void>();
  let ticked = new Set(readIds(storage));
  let ids = [...ticked];

  function show(): void {
    ids = [...ticked];
    for (const listener of listeners) listener();
  }

  function keep(): void {
    if (ticked.size === ids.length) return;
    show();
    storage.write(selectionKey, JSON.stringify(ids));
  }

  function tickAll(added: readonly string[]): void {
    for (const id of added) ticked.add(id);
    keep();
  }

  return {
    ids: () => ids,
    has: (id) => ticked.has(id),
    tick: (id) => tickAll([id]),
    tickAll,
    untick(gone) {
      for (const id of gone) ticked.delete(id);
      keep();
    },
    clear() {
      ticked.clear();
      keep();
    },
    reload() {
      const stored = new Set(readIds(storage));
      if (sameIds([...stored], ids)) return;
      ticked = stored;
      show();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readIds(storage: SafeStorage): readonly string[] {
  try {
    const stored = idsSchema.safeParse(JSON.parse(storage.read(selectionKey) ?? '[]'));
    return stored.success ? stored.data : [];
  } catch {
    return [];
  }
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

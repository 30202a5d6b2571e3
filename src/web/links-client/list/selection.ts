import * as z from 'zod/mini';

import { parseStored, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

export const selectionKey = 'selectedLinks';

const idsSchema = z.array(z.string());

/** The ids of the ticked links, in the order of ticking. They are in local storage, and all tabs share them. */
export type Selection = ReadonlyStore<readonly string[]> & {
  has(id: string): boolean;
  tick(id: string): void;
  tickAll(ids: readonly string[]): void;
  untick(ids: readonly string[]): void;
  clear(): void;
  /** Clears only the ticks of this tab, because the user may work with the same links in another tab. */
  reset(): void;
  /** Repeats a change of another tab: the stored value before and after it. Null: that tab was reset. */
  follow(before: string | null, after: string | null): void;
  /** Reads the stored ticks again. */
  reload(): void;
};

export function createSelection(storage: SafeStorage): Selection {
  const stored = () => new Set(idsIn(storage.read(selectionKey)));
  let ticked = stored();
  const { get, set, subscribe } = createStore<readonly string[]>([...ticked]);

  /** Changes the ticks of this tab and the stored ones. After a Reset in another tab, they differ. */
  function change(added: readonly string[], gone: readonly string[]): void {
    const next = changed(ticked, added, gone);
    if (next.size === ticked.size) return;
    const all = changed(stored(), added, gone);
    show(next);
    storage.write(selectionKey, JSON.stringify([...all]));
  }

  function show(next: Set<string>): void {
    ticked = next;
    if (JSON.stringify([...next]) !== JSON.stringify(get())) set([...next]);
  }

  return {
    get,
    subscribe,
    has: (id) => ticked.has(id),
    tick: (id) => change([id], []),
    tickAll: (ids) => change(ids, []),
    untick: (gone) => change([], gone),
    clear: () => change([], get()),
    reset() {
      // The stored value is removed and not changed, so that the other tabs do not untick these links.
      storage.remove(selectionKey);
      storage.write(selectionKey, '[]');
      show(new Set());
    },
    follow(before, after) {
      if (after === null) return;
      const [old, now] = [idsIn(before), idsIn(after)];
      const [wasThere, isThere] = [new Set(old), new Set(now)];
      const added = now.filter((id) => !wasThere.has(id));
      const gone = old.filter((id) => !isThere.has(id));
      show(changed(ticked, added, gone));
    },
    reload: () => show(stored()),
  };
}

function changed(ids: ReadonlySet<string>, added: readonly string[], gone: readonly string[]): Set<string> {
  const next = new Set([...ids, ...added]);
  for (const id of gone) next.delete(id);
  return next;
}

function idsIn(stored: string | null): readonly string[] {
  return parseStored(stored, idsSchema) ?? [];
}

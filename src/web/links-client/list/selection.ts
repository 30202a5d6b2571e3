import * as z from 'zod/mini';

import { linkBatchLimit } from '#contract/links.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import { schedule } from '#web/lib/tasks.ts';

import type { LinkList, LinkLookup } from './link-list.ts';

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

type Sources = Pick<LinkLookup, 'lookUp'> & { readonly list: LinkList; readonly selection: Selection };

/** The check waits until nothing has changed for this long, in milliseconds, because it reads all ticks and rows. */
const checkPause = 200;

/** Unticks links that are gone. If the server cannot be reached, the ticks stay. Returns a function that stops it. */
export function untickGoneLinks({ list, selection, lookUp }: Sources): () => void {
  const known = new Set<string>();
  let isAsking = false;
  const startLater = () => schedule(() => void check(), checkPause);
  let cancel = startLater();

  function restart(): void {
    cancel();
    cancel = startLater();
  }

  async function check(): Promise<void> {
    const { status, failure, links } = list.get();
    if (isAsking || status !== 'ready' || failure !== null) return;
    const listed = new Set(links.map(({ id }) => id));
    const unseen = selection.get().filter((id) => !listed.has(id) && !known.has(id));
    if (unseen.length === 0) return;
    isAsking = true;
    try {
      const { found, gone } = await lookUp(unseen.slice(0, linkBatchLimit));
      for (const { id } of found) known.add(id);
      selection.untick(gone);
      if (unseen.length > found.length + gone.length && found.length + gone.length > 0) restart();
    } catch {
      // The next change of the list asks again.
    }
    isAsking = false;
  }

  const unsubscribes = [list.subscribe(restart), selection.subscribe(restart)];
  return () => {
    cancel();
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

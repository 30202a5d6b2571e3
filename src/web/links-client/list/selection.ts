import * as z from 'zod/mini';
import { linkBatchLimit } from '#contract/links.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import type { SafeStorage } from '#web/lib/storage.ts';
import type { Schedule } from '#web/lib/tasks.ts';
import type { LinkList } from './link-list.ts';
import type { LinkLookup } from './link-lookup.ts';

export const selectionKey = 'selectedLinks';

/** The ids of the ticked links, in the order of ticking. They are in local storage, and all tabs share them. */
export type Selection = ReadonlyStore<readonly string[]> & {
  has(id: string): boolean;
  tick(id: string): void;
  tickAll(ids: readonly string[]): void;
  untick(ids: readonly string[]): void;
  clear(): void;
  /** Reads what another tab wrote. */
  reload(): void;
};

const idsSchema = z.array(z.string());

export function createSelection(storage: SafeStorage): Selection {
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
    has: (id) => ticked.has(id),
    tick: (id) => tickAll([id]),
    tickAll,
    untick(gone) {
      for (const id of gone) ticked.delete(id);
      save();
    },
    clear() {
      ticked.clear();
      save();
    },
    reload() {
      const stored = new Set(readIds(storage));
      if (sameIds([...stored], get())) return;
      ticked = stored;
      set([...stored]);
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

type Sources = Pick<LinkLookup, 'lookUp'> & {
  readonly list: LinkList;
  readonly selection: Selection;
  readonly schedule: Schedule;
};

/** The check waits until nothing has changed for this long, in milliseconds, because it reads all ticks and rows. */
const checkPause = 200;

/** Unticks links that are gone. If the server cannot be reached, the ticks stay. Returns a function that stops it. */
export function untickGoneLinks({ list, selection, lookUp, schedule }: Sources): () => void {
  const known = new Set<string>();
  let isAsking = false;
  let cancel = startLater();

  function startLater(): () => void {
    return schedule(() => void check(), checkPause);
  }

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

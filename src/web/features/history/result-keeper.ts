import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { newId } from '#web/lib/new-id.ts';
import type { ReadonlyStore } from '#web/lib/store.ts';
import { createTimer, createTurns } from '#web/lib/tasks.ts';
import type { Changes, ShownResult } from '#web/version-view/stored-result.ts';

import { isSameChanges, isSameGeneration, type ResultStorage } from './result-storage.ts';

/** Several changes in this time are stored once, in milliseconds. */
const writeDelay = 400;

export type KeeperHost = {
  readonly state: ReadonlyStore<ShownResult | { readonly phase: 'idle' | 'processing' }>;
  readonly changesOf: (generation: FinishedGeneration) => Changes;
  readonly storage: ResultStorage;
  readonly isOn: () => boolean;
  readonly onFail: (failure: unknown) => void;
};

/** Keeps each result that is finished, and the user's later changes of it. No function rejects. */
export function createResultKeeper(host: KeeperHost) {
  const { state, isOn, onFail } = host;
  const { ids, add, find, storeChanges } = createKnownResults(host);
  const inTurn = createTurns();

  function whileOn(task: () => Promise<unknown>): Promise<void> {
    return inTurn(async () => {
      if (isOn()) await task();
    }).catch(onFail);
  }

  /** Keeps what is shown, if it is a result that is not kept now. */
  function keepShown(): Promise<void> {
    const now = state.get();
    if (now.phase !== 'result' && now.phase !== 'unfinished') return Promise.resolve();
    return whileOn(async () => {
      ids.delete(now.generation);
      if (!(await find(now))) await add(now);
    });
  }

  const pending = createPendingChange((generation) => void whileOn(() => storeChanges(generation)));
  const wasShown = new WeakSet<FinishedGeneration>();
  let isRunning = false;

  /**
   * Keeps a new result: one after a generation, unless it was shown before and the generation failed. Any other result
   * is from an earlier visit. It is not kept again, because the user may have deleted it.
   */
  function follow(): void {
    const now = state.get();
    const wasRunning = isRunning;
    isRunning = now.phase === 'processing';
    if (now.phase !== 'result' && now.phase !== 'unfinished') return;
    const isNew = wasRunning && !wasShown.has(now.generation);
    wasShown.add(now.generation);
    void whileOn(() => (isNew ? add(now) : find(now)));
  }

  return {
    /** Follows the page until it is closed. Call it once. */
    connect(): void {
      follow();
      state.subscribe(follow);
      window.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') pending.flush();
      });
      void keepShown();
    },
    keepShown,
    /** Stores soon what the user has changed in a version of this generation. */
    noteChange: pending.note,
    /** Call it before a kept result is shown again, so that later changes go into it. */
    noteBroughtBack: (generation: FinishedGeneration, id: string) => void ids.set(generation, id),
    inTurn<T>(task: () => Promise<T>): Promise<T> {
      pending.flush();
      return inTurn(task);
    },
  };
}

/** Knows which results of this page are kept under which id. */
function createKnownResults({ storage, changesOf }: Pick<KeeperHost, 'storage' | 'changesOf'>) {
  /** The ids of the results that were kept, including those that were deleted later. */
  const ids = new WeakMap<FinishedGeneration, string>();

  async function storeChanges(generation: FinishedGeneration): Promise<void> {
    const id = ids.get(generation);
    if (id !== undefined) await storage.change(id, changesOf(generation));
  }

  return {
    ids,
    storeChanges,
    async add(shown: ShownResult): Promise<void> {
      const { generation } = shown;
      if (ids.has(generation)) return;
      const id = newId();
      await storage.add({ id, finishedAt: Date.now(), shown, changes: changesOf(generation) });
      ids.set(generation, id);
    },
    /**
     * Finds a kept result by what was generated. Returns false if it is not kept and was not kept by this page before.
     */
    async find({ generation }: ShownResult): Promise<boolean> {
      if (ids.has(generation)) return true;
      const { results } = await storage.read();
      const changes = changesOf(generation);
      const alike = results.filter(({ shown }) => isSameGeneration(shown.generation, generation));
      const same = alike.find((kept) => isSameChanges(kept.changes, changes)) ?? alike[0];
      if (same === undefined) return false;
      ids.set(generation, same.id);
      // The page may have been closed before its last change was stored.
      if (!isSameChanges(changes, {})) await storeChanges(generation);
      return true;
    },
  };
}

/** Waits for a pause in the changes of a generation. */
function createPendingChange(store: (generation: FinishedGeneration) => void) {
  let changed: FinishedGeneration | null = null;
  const timer = createTimer();

  function flush(): void {
    timer.stop();
    const generation = changed;
    changed = null;
    if (generation !== null) store(generation);
  }

  return {
    flush,
    note(generation: FinishedGeneration): void {
      if (changed !== generation) flush();
      changed = generation;
      timer.start(flush, writeDelay);
    },
  };
}

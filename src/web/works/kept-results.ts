import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import { onWorkspaceChange } from '#web/lib/events.ts';
import { isKeepingResults, keepResultsKey } from '#web/lib/kept-work.ts';
import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { newId } from '#web/lib/new-id.ts';
import { isStorageFull, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import type { ShownResult } from '#web/version-view/stored-result.ts';

import { keptWorkOf, type KeptWork, type ResultRecords } from './work.ts';
import type { StoredWork, WorkStore } from './work-store.ts';

export type FilterLink = { readonly id: string; readonly name: string };

type KeptResultsView = {
  /** Only the results with this link are listed; null lists all. */
  readonly link: FilterLink | null;
  readonly isOn: boolean;
  /** The newest first. Null until they are read. */
  readonly results: readonly KeptWork[] | null;
  readonly unreadable: number;
  /** Whether the user is asked what becomes of the kept results. */
  readonly isAsking: boolean;
  /** What was deleted last. It can be put back until the list is closed. */
  readonly deleted: readonly StoredWork[];
  /** Why a result was not kept, or what else went wrong; or null. */
  readonly failure: string | null;
};

export type KeptResultsHost = {
  readonly state: ReadonlyStore<ShownResult | { readonly phase: 'idle' | 'processing' | 'stopped' }>;
  /** The relinks that the user accepted. */
  readonly relinks: ReadonlyStore<KeptWork['relinks']>;
  readonly results: ResultRecords;
  readonly settings: SafeStorage;
  readonly store: WorkStore;
  /** Called when a shown result is kept, so that the page stores under which id. */
  readonly onKept: () => void;
  readonly bringBack: (kept: KeptWork) => void;
};

/** The results that this browser keeps, if the user wants it, and their list. No function rejects. */
export type KeptResults = ReadonlyStore<KeptResultsView> & {
  readonly state: KeptResultsHost['state'];
  /** Opens the list, with all results or only those of a link. */
  open(link?: FilterLink): void;
  close(): void;
  showAll(): void;
  /** Keeps results from now on, beginning with the one that is shown. */
  turnOn(): Promise<void>;
  /** Keeps no more results, and asks what becomes of the kept ones. */
  turnOff(): Promise<void>;
  keepAsTheyAre(): void;
  remove(kept: KeptWork): Promise<void>;
  removeAll(): Promise<void>;
  /** Puts back what was deleted last. */
  undo(): Promise<void>;
  /** Keeps the shown result if results are kept, and reads all again. */
  keepShown(): Promise<void>;
  /** Closes the list, and shows this result on the page. */
  restore(kept: KeptWork): void;
  /** Follows the page until it is closed. Call it once. */
  connect(): void;
};

const closed: KeptResultsView = {
  link: null,
  isOn: false,
  results: null,
  unreadable: 0,
  isAsking: false,
  deleted: [],
  failure: null,
};

export function createKeptResults(host: KeptResultsHost): KeptResults {
  const { state, settings, store, bringBack } = host;
  const keeper = createKeeper(host);
  const isOn = () => isKeepingResults(settings);
  const { get, set, subscribe, show, run, onFail } = createView(store);
  /** While results are kept, a failure is not forgotten. */
  const closedView = () => ({ ...closed, failure: isOn() ? get().failure : null });

  async function keepShown(): Promise<void> {
    show({ failure: null });
    await run(() => keeper.keepShown().then(() => ({})));
  }

  return {
    get,
    subscribe,
    state,
    open(link) {
      show({ ...closedView(), link: link ?? null, isOn: isOn() });
      void run(async () => ({}));
    },
    close: () => set(closedView()),
    showAll: () => show({ link: null }),
    async turnOn() {
      settings.write(keepResultsKey, 'on');
      show({ isOn: true, isAsking: false });
      await keepShown();
    },
    async turnOff() {
      settings.remove(keepResultsKey);
      show({ isOn: false, failure: null });
      await run(async () => ({ isAsking: true }));
    },
    keepAsTheyAre: () => show({ isAsking: false }),
    remove: (kept) => run(() => store.removeKept(kept.id).then(() => ({ deleted: [kept] }))),
    removeAll: () => run(async () => ({ deleted: await store.clearKept(), isAsking: false })),
    undo: () => run(() => store.putBack(get().deleted).then(() => ({ deleted: [] }))),
    keepShown,
    restore(kept) {
      set(closedView());
      bringBack(kept);
    },
    connect() {
      keeper.connect(onFail);
      onWorkspaceChange((change) => {
        // When another workspace is opened, the results stay, because they belong to the same visitor.
        if (change !== 'deleted') return;
        settings.remove(keepResultsKey);
        set(closed);
        store.clearKept().catch(onFail);
      });
    },
  };
}

function createView(store: WorkStore) {
  const { get, set, subscribe } = createStore(closed);
  const show = (change: Partial<KeptResultsView>) => set({ ...get(), ...change });

  function onFail(failure: unknown): void {
    logFailure('This browser did not keep or read results.', failure);
    show({ failure: messageOfFailure(failure) });
  }

  /** Runs a task. Then shows the kept results, and changes the view by what the task returns. */
  async function run(task: () => Promise<Partial<KeptResultsView>>): Promise<void> {
    try {
      const change = await task();
      show({ ...(await store.readKept()), ...change });
    } catch (failure) {
      onFail(failure);
    }
  }

  return { get, set, subscribe, show, run, onFail };
}

/** Keeps each result that is finished. */
function createKeeper({ state, relinks, results, settings, store, onKept }: KeptResultsHost) {
  const wasShown = new WeakSet<FinishedGeneration>();

  async function keep(shown: ShownResult): Promise<void> {
    const { generation } = shown;
    if (!isKeepingResults(settings)) return;
    const { changes, keptId: id = newId() } = results.of(generation);
    await store.keep(keptWorkOf({ id, at: Date.now(), shown, changes, relinks: relinks.get() }));
    results.set(generation, { keptId: id });
    onKept();
  }

  return {
    /** Keeps what is shown, if it is a result. */
    async keepShown(): Promise<void> {
      const now = state.get();
      if ('generation' in now) await keep(now);
    },
    /**
     * Keeps each new result: one after a generation, unless it was shown before and the generation failed. Any other
     * result is from an earlier visit. It is not kept again, because the user may have deleted it.
     */
    connect(onFail: (failure: unknown) => void): void {
      let isRunning = false;
      function follow(): void {
        const now = state.get();
        const wasRunning = isRunning;
        isRunning = now.phase === 'processing';
        if (!('generation' in now)) return;
        const isNew = wasRunning && !wasShown.has(now.generation);
        wasShown.add(now.generation);
        if (isNew) keep(now).catch(onFail);
      }
      state.subscribe(follow);
      follow();
    },
  };
}

function messageOfFailure(failure: unknown): string {
  return isStorageFull(failure)
    ? t('The storage of this browser is full, so a result was not kept. Delete some results, and try again.')
    : t('This browser does not let the page keep results.');
}

import { createPortal } from 'react-dom';

import { onWorkspaceChange, type WorkspaceChange } from '#web/lib/events.ts';
import { t } from '#web/lib/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { isKeepingResults, keepResultsKey } from '#web/lib/kept-work.ts';
import { isStorageFull, type SafeStorage } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyPart, Loading } from '#web/ui/lazy-part.tsx';

import { createResultKeeper, type KeeperHost } from './result-keeper.ts';
import {
  createResultStorage,
  type KeptResult,
  type ResultStorage,
  type StoredResult,
} from './result-storage.ts';

const ResultsDialog = lazyPart(async () => (await import('./results-dialog.tsx')).ResultsDialog);

type FilterLink = { readonly id: string; readonly name: string };

type HistoryView = {
  readonly isOpen: boolean;
  /** Only the results with this link are listed; null lists all. */
  readonly link: FilterLink | null;
  readonly isOn: boolean;
  /** The newest first. Null until they are read. */
  readonly results: readonly KeptResult[] | null;
  readonly unreadable: number;
  readonly isAsking: boolean;
  /** What was deleted last. It can be put back until the dialog is closed. */
  readonly deleted: readonly StoredResult[];
  /** Why a result was not kept, or what else went wrong; or null. */
  readonly failure: string | null;
};

export type HistoryHost = Pick<KeeperHost, 'state' | 'changesOf'> & {
  readonly settings: SafeStorage;
  readonly bringBack: (kept: KeptResult) => void;
  readonly storage?: ResultStorage;
};

const closed: HistoryView = {
  isOpen: false,
  link: null,
  isOn: false,
  results: null,
  unreadable: 0,
  isAsking: false,
  deleted: [],
  failure: null,
};

export type History = ReturnType<typeof createHistory>;

/** The results that this browser keeps, if the user wants it, and their dialog. Only `countUses` rejects. */
export function createHistory({
  settings,
  bringBack,
  storage = createResultStorage(),
  ...page
}: HistoryHost) {
  const { get, set, subscribe } = createStore(closed);
  const show = (change: Partial<HistoryView>) => set({ ...get(), ...change });
  const isOn = () => isKeepingResults(settings);
  const keeper = createResultKeeper({ ...page, storage, isOn, onFail });

  function onFail(failure: unknown): void {
    logFailure('This browser did not keep or read results.', failure);
    show({ failure: messageOfFailure(failure) });
  }

  /**
   * Runs a task after all earlier tasks. Then shows the kept results, and changes the view by what the task returns.
   */
  async function run(task: () => Promise<Partial<HistoryView>>): Promise<void> {
    try {
      const [change, kept] = await keeper.inTurn(async () => [await task(), await storage.read()] as const);
      if (!isOn()) noteOff(settings, kept.results.length + kept.unreadable > 0);
      show({ ...kept, ...change });
    } catch (failure) {
      onFail(failure);
    }
  }

  /** When another workspace is opened, the results stay, because they belong to the same visitor. */
  function onChange(change: WorkspaceChange): void {
    if (change !== 'deleted') return;
    settings.remove(keepResultsKey);
    set(closed);
    keeper.inTurn(storage.clear).catch(onFail);
  }

  return {
    get,
    subscribe,
    state: page.state,
    noteChange: keeper.noteChange,
    ...createDialogActions({ get, show, run, settings, storage, isOn, keepShown: keeper.keepShown }),
    restore(kept: KeptResult): void {
      keeper.noteBroughtBack(kept.shown.generation, kept.id);
      set(closedAfter(get(), isOn()));
      bringBack(kept);
    },
    /**
     * Returns in how many kept results a link is woven; 0 while results are not kept. Rejects if they cannot be read.
     */
    countUses: async (linkId: string) => (isOn() ? countUses(await keeper.inTurn(storage.read), linkId) : 0),
    /** Follows the page until it is closed. Call it once. */
    connect(): void {
      keeper.connect();
      onWorkspaceChange(onChange);
    },
  };
}

async function countUses(
  { results }: { readonly results: readonly KeptResult[] },
  linkId: string,
): Promise<number> {
  // This is loaded later, because it needs the code that reads a text.
  const { usesLink } = await import('./results-dialog.tsx');
  return results.filter((kept) => usesLink(kept, linkId)).length;
}

/** Returns the view of the closed dialog. While results are kept, a failure is not forgotten. */
function closedAfter({ failure }: HistoryView, isOn: boolean): HistoryView {
  return { ...closed, failure: isOn ? failure : null };
}

/** Stores that results are not kept from now on, and whether earlier ones are still kept. */
function noteOff(settings: SafeStorage, isAnyKept: boolean): void {
  if (isAnyKept) settings.write(keepResultsKey, 'off');
  else settings.remove(keepResultsKey);
}

type DialogParts = Pick<HistoryHost, 'settings'> & {
  readonly get: () => HistoryView;
  readonly show: (change: Partial<HistoryView>) => void;
  readonly run: (task: () => Promise<Partial<HistoryView>>) => Promise<void>;
  readonly storage: ResultStorage;
  readonly isOn: () => boolean;
  readonly keepShown: () => Promise<void>;
};

function createDialogActions({ get, show, run, settings, storage, isOn, keepShown }: DialogParts) {
  async function keepAndLoad(): Promise<void> {
    show({ failure: null });
    await keepShown();
    await run(async () => ({}));
  }

  return {
    /** Opens the dialog, with all results or only those of a link. */
    open(link: FilterLink | null = null): void {
      show({ ...closedAfter(get(), isOn()), isOpen: true, link, isOn: isOn() });
      void run(async () => ({}));
    },
    close: () => show(closedAfter(get(), isOn())),
    showAll: () => show({ link: null }),
    /** Keeps results from now on, beginning with the one that is shown. */
    async turnOn(): Promise<void> {
      settings.write(keepResultsKey, 'on');
      show({ isOn: true, isAsking: false });
      await keepAndLoad();
    },
    async turnOff(): Promise<void> {
      noteOff(settings, true);
      show({ isOn: false, failure: null });
      await run(async () => ({ isAsking: true }));
    },
    keepAsTheyAre: () => show({ isAsking: false }),
    remove: (kept: KeptResult): Promise<void> =>
      run(async () => {
        await storage.remove(kept.id);
        return { deleted: [kept] };
      }),
    removeAll: (): Promise<void> => run(async () => ({ deleted: await storage.clear(), isAsking: false })),
    undo: (): Promise<void> =>
      run(async () => {
        await storage.putBack(get().deleted);
        return { deleted: [] };
      }),
    retry: keepAndLoad,
  };
}

function messageOfFailure(failure: unknown): string {
  return isStorageFull(failure)
    ? t('The storage of this browser is full, so a result was not kept. Delete some results, and try again.')
    : t('This browser does not let the page keep results.');
}

/** Returns the button that opens the kept results. The button also says if a result was not kept. */
export function createYourResults(history: History) {
  return function YourResults() {
    const { isOpen, failure } = useStore(history);
    return (
      <>
        <Button look="plain" onClick={() => history.open()} onLikely={ResultsDialog.preload}>
          {t(failure === null ? 'Your results' : 'Your results (not kept)')}
        </Button>
        {/* The dialog is outside of the footer, because that landmark may contain no header. */}
        {isOpen
          ? createPortal(
              <Loading>
                <ResultsDialog history={history} />
              </Loading>,
              document.body,
            )
          : null}
      </>
    );
  };
}

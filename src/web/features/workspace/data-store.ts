import type { Workspace } from '#contract/visitor.ts';
import { fieldsOf, type Link } from '#core/links/link.ts';
import { messageOf } from '#web/api/send.ts';
import { batchesOf, type WorkspaceApi } from '#web/api/workspace-api.ts';
import type { EnglishText } from '#web/german/german.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { orAborted, type InTurn } from '#web/lib/tasks.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';

export type DataTask = 'code' | 'copies' | 'open' | 'delete';

export type DataView = {
  /** Null until the server has answered. */
  readonly workspace: Workspace | null;
  /** The number of links in this browser that belong to a workspace unknown to the server. */
  readonly copies: number;
  /** Whether this browser keeps works, results or settings that the user wrote. */
  readonly hasWork: boolean;
  /** Why the server has not answered; null if it has. */
  readonly failure: string | null;
  /** The recovery code while the user looks at it, else null. */
  readonly code: string | null;
  readonly running: DataTask | null;
  /** Whether the running task waits for its turn. */
  readonly isWaiting: boolean;
  readonly problem: { readonly task: DataTask; readonly message: string } | null;
  readonly done: 'saved' | 'opened' | 'deleted' | null;
};

export type DataStoreOptions = {
  readonly api: Omit<WorkspaceApi, 'importLinks'>;
  readonly copies: KeptCopies;
  /** Whether this browser keeps something that the user wrote. Never rejects. */
  readonly hasWork: () => Promise<boolean>;
  /** Runs a change of the workspace when no other request is on its way to the server. */
  readonly inTurn: LinksController['changeWorkspace'];
  /** Called when this browser has another workspace, or none after a deletion. */
  readonly onChanged: (change: WorkspaceChange) => void;
};

const initialView: DataView = {
  workspace: null,
  copies: 0,
  hasWork: false,
  failure: null,
  code: null,
  running: null,
  isWaiting: false,
  problem: null,
  done: null,
};

/** The state of the dialog "Your data", and what a visitor can do there. No function rejects. */
export type DataStore = ReadonlyStore<DataView> & {
  refresh(): Promise<void>;
  showCode(): Promise<void>;
  hideCode(): void;
  saveCopies(): Promise<void>;
  openWorkspace(code: string): Promise<void>;
  removeAll(): Promise<void>;
};

export function createDataStore({ api, copies, hasWork, inTurn, onChanged }: DataStoreOptions): DataStore {
  const { get, set, subscribe } = createStore(initialView);
  const show = (change: Partial<DataView>) => set({ ...get(), ...change });

  /** Runs one task at a time. A second click is ignored while a task runs. */
  async function run(task: DataTask, work: () => Promise<Partial<DataView>>): Promise<void> {
    if (get().running !== null) return;
    show({ running: task, problem: null });
    try {
      show({ ...(await work()), running: null });
    } catch (failure) {
      show({ running: null, problem: { task, message: messageOf(failure) } });
    }
  }

  /** Changes the workspace in its turn. `act` returns the workspace after the change. */
  function changeInTurn(task: DataTask, done: NonNullable<DataView['done']>, act: () => Promise<Workspace>) {
    const kind = done === 'deleted' ? 'deleted' : 'opened';
    return run(task, async () => {
      const workspace = await withTurnTimeout(
        (turn) => inTurn(kind, turn),
        act,
        (isWaiting) => show({ isWaiting }),
      );
      onChanged(kind);
      return { workspace, code: null, done, hasWork: done !== 'deleted' && get().hasWork };
    });
  }

  return {
    get,
    subscribe,
    async refresh() {
      try {
        show({ hasWork: await hasWork() });
        const workspace = await api.read();
        const kept = workspace.exists ? 0 : copies.count();
        show({ workspace, copies: kept, failure: null });
      } catch (failure) {
        show({ failure: messageOf(failure) });
      }
    },
    showCode: () => run('code', async () => ({ code: await api.recoveryCode() })),
    hideCode: () => show({ code: null }),
    saveCopies: () => changeInTurn('copies', 'saved', () => copies.save().then(() => api.read())),
    openWorkspace: (code) => changeInTurn('open', 'opened', () => api.open(code)),
    removeAll: () =>
      changeInTurn('delete', 'deleted', async () => {
        await api.removeAll();
        return { kind: 'own', exists: false, links: 0 };
      }),
  };
}

/** How long a task waits for its turn, in milliseconds. */
export const turnTimeout = 15_000;
/** The wait after which the user is told about it, in milliseconds. */
const noticeDelay = 300;

const lateMessage: EnglishText =
  'Your last changes are still being saved, so nothing was done. Please try again in a minute.';

/** Runs a task in its turn. If that does not come in time, throws an error for the user and never runs it. */
function withTurnTimeout<T>(
  inTurn: InTurn,
  task: () => Promise<T>,
  onWaiting: (isWaiting: boolean) => void,
): Promise<T> {
  const late = new AbortController();
  const notice = setTimeout(() => onWaiting(true), noticeDelay);
  const timer = setTimeout(() => late.abort(new Error(lateMessage)), turnTimeout);

  function stopWaiting(): void {
    clearTimeout(notice);
    clearTimeout(timer);
    onWaiting(false);
  }

  const done = inTurn(() => {
    late.signal.throwIfAborted();
    stopWaiting();
    return task();
  });
  return orAborted(done, late.signal).finally(stopWaiting);
}

/** The links that this browser has kept. */
type KeptCopies = {
  count(): number;
  /** Saves each link once, even if the call is repeated. Creates a workspace if there is none. */
  save(): Promise<void>;
};

/** @param saved Returns the links that this browser has kept, newest first. */
export function createKeptCopies(
  api: Pick<WorkspaceApi, 'importLinks'>,
  saved: () => readonly Link[],
): KeptCopies {
  return {
    count: () => saved().length,
    async save() {
      // Oldest first, so that the new list has the same order.
      const links = saved().map((link) => ({ id: link.id, ...fieldsOf(link) }));
      for (const batch of batchesOf(links.toReversed())) await api.importLinks(batch);
    },
  };
}

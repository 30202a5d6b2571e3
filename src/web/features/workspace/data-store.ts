import type { Workspace } from '#contract/visitor.ts';
import type { WorkspaceApi } from '#web/api/workspace-api.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import { withTurnTimeout } from './turn-timeout.ts';

export type DataTask = 'code' | 'copies' | 'open' | 'delete';

type DataView = {
  /** Null until the server has answered. */
  readonly workspace: Workspace | null;
  /** The number of links in this browser that belong to a workspace unknown to the server. */
  readonly copies: number;
  /** Why the server has not answered; null if it has. */
  readonly failure: string | null;
  /** The recovery code while the user looks at it, else null. */
  readonly code: string | null;
  readonly running: DataTask | null;
  /** Whether the running task waits for its turn. */
  readonly isWaiting: boolean;
  /** The failure of the last task. */
  readonly problem: { readonly task: DataTask; readonly message: string } | null;
  /** What was done while the dialog was open. */
  readonly done: 'saved' | 'opened' | 'deleted' | null;
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

/** The links that this browser keeps. Both functions reject if it keeps nothing. */
type KeptCopies = {
  count(): Promise<number>;
  /** Saves each of them once, also when it is repeated. Creates a workspace if there is none. */
  save(): Promise<void>;
};

export type DataStoreOptions = {
  readonly api: WorkspaceApi;
  readonly copies: KeptCopies;
  /** Runs a change of the workspace when no other request is on its way to the server. */
  readonly inTurn: <T>(change: WorkspaceChange, act: () => Promise<T>) => Promise<T>;
  /** Called when this browser has another workspace, or an empty one. */
  readonly onChanged: (change: WorkspaceChange) => void;
};

const initialView: DataView = {
  workspace: null,
  copies: 0,
  failure: null,
  code: null,
  running: null,
  isWaiting: false,
  problem: null,
  done: null,
};

export function createDataStore({ api, copies, inTurn, onChanged }: DataStoreOptions): DataStore {
  const { get, set, subscribe } = createStore(initialView);
  const show = (change: Partial<DataView>) => set({ ...get(), ...change });

  /** Runs one task at a time: a second click while one runs is ignored. */
  async function run(task: DataTask, work: () => Promise<Partial<DataView>>): Promise<void> {
    if (get().running !== null) return;
    show({ running: task, problem: null });
    try {
      show({ ...(await work()), running: null });
    } catch (failure) {
      show({ running: null, problem: { task, message: messageOf(failure) } });
    }
  }

  async function changeInTurn<T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T> {
    const result = await withTurnTimeout(
      (task) => inTurn(change, task),
      act,
      (isWaiting) => show({ isWaiting }),
    );
    onChanged(change);
    return result;
  }

  return {
    get,
    subscribe,
    refresh: async () => show(await readWorkspace(api, copies)),
    showCode: () => run('code', async () => ({ code: await api.recoveryCode() })),
    hideCode: () => show({ code: null }),
    saveCopies: () =>
      run('copies', async () => {
        const workspace = await changeInTurn('opened', () => copies.save().then(() => api.read()));
        return { workspace, done: 'saved' };
      }),
    openWorkspace: (code) =>
      run('open', async () => {
        const workspace = await changeInTurn('opened', () => api.open(code));
        return { workspace, code: null, done: 'opened' };
      }),
    removeAll: () =>
      run('delete', async () => {
        await changeInTurn('deleted', api.removeAll);
        return { workspace: { kind: 'own', exists: false, links: 0 }, code: null, done: 'deleted' };
      }),
  };
}

async function readWorkspace(api: WorkspaceApi, copies: KeptCopies): Promise<Partial<DataView>> {
  try {
    const workspace = await api.read();
    return {
      workspace,
      copies: workspace.exists ? 0 : await copies.count().catch(() => 0),
      failure: null,
    };
  } catch (failure) {
    return { failure: messageOf(failure) };
  }
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

import type { Workspace } from '#contract/workspace.ts';
import type { WorkspaceApi } from '#web/api/workspace-api.ts';
import type { WorkspaceChange } from '#web/lib/events.ts';

import { takeTurn } from './turn-timeout.ts';

export type DataTask = 'code' | 'copies' | 'open' | 'delete';

export type DataView = {
  /** Null until the server has answered. */
  readonly workspace: Workspace | null;
  /** How many links this browser has kept of a workspace that the server does not know. */
  readonly copies: number;
  /** Why the server could not be asked. */
  readonly failure: string | null;
  /** Only once the user has asked to see it. */
  readonly code: string | null;
  readonly running: DataTask | null;
  /** Whether what runs still waits for its turn. */
  readonly isWaiting: boolean;
  /** What went wrong with the last thing that was tried. */
  readonly problem: { readonly task: DataTask; readonly message: string } | null;
  /** What has happened, for as long as the dialog is open. */
  readonly done: 'saved' | 'opened' | 'deleted' | null;
};

/** What a visitor can do with all of their data. */
export type DataDesk = {
  view(): DataView;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<void>;
  showCode(): Promise<void>;
  hideCode(): void;
  saveCopies(): Promise<void>;
  openWorkspace(code: string): Promise<void>;
  removeAll(): Promise<void>;
};

/** All rejects where the browser keeps nothing. */
export type KeptCopies = {
  count(): Promise<number>;
  /** Saves them in the workspace of this browser, each once, however often it is tried. Makes one where there is none. */
  save(): Promise<void>;
};

export type DataDeskHost = {
  readonly api: WorkspaceApi;
  /** The links that this browser has kept of what it has seen. */
  readonly copies: KeptCopies;
  /** Runs what changes the workspace while nothing else is on its way to the server. */
  readonly inTurn: <T>(change: WorkspaceChange, act: () => Promise<T>) => Promise<T>;
  /** From now on this browser stands before other links. */
  readonly onChanged: (change: WorkspaceChange) => void;
};

const unasked: DataView = {
  workspace: null,
  copies: 0,
  failure: null,
  code: null,
  running: null,
  isWaiting: false,
  problem: null,
  done: null,
};

export function createDataDesk({ api, copies, inTurn, onChanged }: DataDeskHost): DataDesk {
  const listeners = new Set<() => void>();
  let view = unasked;

  function show(change: Partial<DataView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  /** One thing at a time: a second click while one runs is ignored. */
  async function run(task: DataTask, work: () => Promise<Partial<DataView>>): Promise<void> {
    if (view.running !== null) return;
    show({ running: task, problem: null });
    try {
      show({ ...(await work()), running: null });
    } catch (failure) {
      show({ running: null, problem: { task, message: wordsOf(failure) } });
    }
  }

  function changeInTurn<T>(change: WorkspaceChange, act: () => Promise<T>): Promise<T> {
    return takeTurn(
      (task) => inTurn(change, task),
      act,
      (isWaiting) => show({ isWaiting }),
    );
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: async () => show(await ask(api, copies)),
    showCode: () => run('code', async () => ({ code: await api.recoveryCode() })),
    hideCode: () => show({ code: null }),
    saveCopies: () =>
      run('copies', async () => {
        const workspace = await changeInTurn('opened', () => copies.save().then(() => api.read()));
        onChanged('opened');
        return { workspace, done: 'saved' };
      }),
    openWorkspace: (code) =>
      run('open', async () => {
        const workspace = await changeInTurn('opened', () => api.open(code));
        onChanged('opened');
        return { workspace, code: null, done: 'opened' };
      }),
    removeAll: () =>
      run('delete', async () => {
        await changeInTurn('deleted', api.removeAll);
        onChanged('deleted');
        return { workspace: { kind: 'own', exists: false, links: 0 }, code: null, done: 'deleted' };
      }),
  };
}

async function ask(api: WorkspaceApi, copies: KeptCopies): Promise<Partial<DataView>> {
  try {
    const workspace = await api.read();
    return {
      workspace,
      copies: workspace.exists ? 0 : await copies.count().catch(() => 0),
      failure: null,
    };
  } catch (failure) {
    return { failure: wordsOf(failure) };
  }
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

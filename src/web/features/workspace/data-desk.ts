import type { Workspace } from '#contract/workspace.ts';
import type { WorkspaceApi } from '#web/api/workspace-api.ts';
import type { WorkspaceChange } from '#web/events.ts';

import { takeTurn } from './patient-turn.ts';

export type DataTask = 'code' | 'open' | 'delete';

export type DataView = {
  /** Null until the server has answered. */
  readonly workspace: Workspace | null;
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
  readonly done: 'opened' | 'deleted' | null;
};

/** What a visitor can do with all of their data. */
export type DataDesk = {
  view(): DataView;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<void>;
  showCode(): Promise<void>;
  hideCode(): void;
  openWorkspace(code: string): Promise<void>;
  removeAll(): Promise<void>;
};

export type DataDeskHost = {
  readonly api: WorkspaceApi;
  /** Runs what changes the workspace while nothing else is on its way to the server. */
  readonly inTurn: <T>(change: WorkspaceChange, act: () => Promise<T>) => Promise<T>;
  /** From now on this browser stands before other links. */
  readonly onChanged: (change: WorkspaceChange) => void;
};

const unasked: DataView = {
  workspace: null,
  failure: null,
  code: null,
  running: null,
  isWaiting: false,
  problem: null,
  done: null,
};

export function createDataDesk({ api, inTurn, onChanged }: DataDeskHost): DataDesk {
  const listeners = new Set<() => void>();
  let view = unasked;

  function show(change: Partial<DataView>): void {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  }

  async function refresh(): Promise<void> {
    try {
      show({ workspace: await api.read(), failure: null });
    } catch (failure) {
      show({ failure: wordsOf(failure) });
    }
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
    refresh,
    showCode: () => run('code', async () => ({ code: await api.recoveryCode() })),
    hideCode: () => show({ code: null }),
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

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

import type { LinksApi } from '#web/api/links-api.ts';
import { ApiError, inTime } from '#web/api/send.ts';
import type { EnglishText } from '#web/german/german.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import type { InTurn } from '#web/lib/tasks.ts';

import type { CachedLinks, WorkspaceRecovery } from './workspace-recovery.ts';

/** The code of the failure when the server does not know the workspace of the cached links. */
export const unknownWorkspaceCode = 'workspace-unknown';
const unknownWorkspaceMessage =
  'The server no longer has your links, but this browser still does. Under “Your data”, you can save them again or use your recovery code. Adding a link starts a new list instead.' satisfies EnglishText;

export type GuardHost = {
  readonly list: LinksApi['list'];
  /** Loads the code that stores the recovery code; null if all visitors share one workspace. */
  readonly loadRecovery: (() => Promise<WorkspaceRecovery>) | null;
  /** Runs one task at a time over all tabs. */
  readonly alone: InTurn;
  readonly cache: CachedLinks;
};

type Task<T> = (recovery: WorkspaceRecovery, signal: AbortSignal) => Promise<T>;

/** The longest time that a silent server or browser delays a save, in milliseconds. */
const recoveryTimeout = 10_000;

/** Makes sure that reads and writes go to the workspace of this browser. */
export type WorkspaceGuard = RecoveryTasks & {
  /** Reads a page of links. Throws if the answer is empty although this browser has links. */
  readonly list: LinksApi['list'];
  /** Runs a write of links, one at a time over all tabs: two first writes would open two workspaces. */
  inTurn<T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Call it after the workspace was changed in this tab. */
  changed(change: 'opened' | 'deleted'): Promise<void>;
};

export function createWorkspaceGuard(host: GuardHost): WorkspaceGuard {
  const { loadRecovery, alone, cache } = host;
  const { run, setKnown, ...tasks } = createRecoveryTasks(host);
  const { ready, saved, reset } = tasks;
  return {
    ...tasks,
    async list(page, signal) {
      const found = await host.list(page, signal);
      if (found.links.length > 0) setKnown();
      else if (loadRecovery !== null && page.cursor === null) {
        // The workspace may no longer exist. Then the next save would open another one.
        reset();
        const check = () => run((recovery, ending) => recovery.checkEmpty(cache, ending), signal);
        const finding = await alone(check);
        if (finding === 'restored') return host.list(page, signal);
        if (finding === 'unknown')
          throw new ApiError({ code: unknownWorkspaceCode, detail: unknownWorkspaceMessage, status: null });
      }
      return found;
    },
    inTurn: (write, signal) =>
      alone(async () => {
        await ready(signal);
        const result = await write();
        await saved();
        return result;
      }),
    async changed(change) {
      reset();
      await run((recovery) => recovery.forget()).catch(() => null);
      if (change === 'opened') await saved();
    },
  };
}

type RecoveryTasks = {
  /** A message about the workspace that the user must see, or null. */
  readonly workspaceNotice: ReadonlyStore<string | null>;
  /** Forgets what is known of the workspace, because another one may be open. */
  reset(): void;
  /**
   * Call it before a write. It restores a lost cookie, because otherwise the write would open another workspace.
   * Rejects if the state of the cookie is not known in time, or if the signal aborts.
   */
  ready(signal?: AbortSignal): Promise<void>;
  /**
   * Call it after a write, before its result is used. It stores the recovery code once. If the browser keeps no cookie,
   * it shows a notice. Rejects only if the signal aborts. Then the write must be repeated.
   */
  saved(signal?: AbortSignal): Promise<void>;
};

function createRecoveryTasks({ loadRecovery, cache }: GuardHost) {
  const workspaceNotice = createStore<string | null>(null);
  let isKnown = false;
  let isKept = false;

  /** Runs a task of the recovery. Resolves with null if its code cannot be loaded: saving works without it. */
  function run<T>(task: Task<T>, signal?: AbortSignal): Promise<T | null> {
    const load = async (ending: AbortSignal) => {
      const recovery = await loadRecovery?.().catch(() => null);
      return recovery ? task(recovery, ending) : null;
    };
    return inTime(recoveryTimeout, load, signal);
  }

  function reset(): void {
    isKnown = false;
    isKept = false;
  }

  async function ready(signal?: AbortSignal): Promise<void> {
    if (isKnown) return;
    await run(async (recovery, ending) => {
      await recovery.restore(cache, ending);
      isKnown = true;
    }, signal);
  }

  async function saved(signal?: AbortSignal): Promise<void> {
    if (isKept) return;
    const keep: Task<void> = async (recovery, ending) => {
      workspaceNotice.set(await recovery.keep(ending));
      isKept = true;
    };
    await run(keep, signal).catch(() => signal?.throwIfAborted());
  }

  return { run, ready, saved, reset, setKnown: () => void (isKnown = true), workspaceNotice };
}

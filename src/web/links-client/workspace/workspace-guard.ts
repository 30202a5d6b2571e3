import type { LinksApi } from '#web/api/links-api.ts';
import { inTime } from '#web/api/send.ts';
import { createStore } from '#web/lib/store.ts';
import type { InTurn } from '#web/lib/tasks.ts';

import type { Copies, WorkspaceRecovery } from './workspace-recovery.ts';

export type GuardHost = {
  readonly list: LinksApi['list'];
  /** Loads the code that stores the recovery code; null if all visitors share one workspace. */
  readonly loadRecovery: (() => Promise<WorkspaceRecovery>) | null;
  /** Runs one task at a time over all tabs. */
  readonly alone: InTurn;
  readonly cache: Copies;
};

type Task<T> = (recovery: WorkspaceRecovery, signal: AbortSignal) => Promise<T>;

/** The longest time that a silent server or browser delays a save, in milliseconds. */
const recoveryTimeout = 10_000;

export type WorkspaceGuard = ReturnType<typeof createWorkspaceGuard>;

/** Makes sure that reads and writes go to the workspace of this browser. */
export function createWorkspaceGuard(host: GuardHost) {
  const { loadRecovery, alone, cache } = host;
  const tasks = createRecoveryTasks(host);
  const { run, ready, saved, reset, noteKnown } = tasks;
  return {
    ...tasks,
    /** Reads a page of links. Throws if the answer is empty although this browser has links. */
    async list(...[page, signal]: Parameters<LinksApi['list']>) {
      const found = await host.list(page, signal);
      if (found.links.length > 0) noteKnown();
      else if (loadRecovery !== null && page.cursor === null && (page.search ?? '') === '') {
        // The workspace may no longer exist. Then the next save would open another one.
        reset();
        const check = () => run((recovery, ending) => recovery.checkEmpty(cache, ending), signal);
        if ((await alone(check)) === true) return host.list(page, signal);
      }
      return found;
    },
    /** Runs a write of links, one at a time over all tabs: two first writes would open two workspaces. */
    inTurn: <T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      alone(async () => {
        await ready(signal);
        const result = await write();
        await saved();
        return result;
      }),
    /** Call it after the workspace was changed in this tab. */
    async changed(change: 'opened' | 'deleted') {
      reset();
      await run((recovery) => recovery.forget()).catch(() => null);
      if (change === 'opened') await saved();
    },
  };
}

function createRecoveryTasks({ loadRecovery, cache }: GuardHost) {
  /** A message about the workspace that the user must see, or null. */
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

  /** Forgets what is known of the workspace, because another one may be open. */
  function reset(): void {
    isKnown = false;
    isKept = false;
  }

  /**
   * Call it before a write. It restores a lost cookie, because otherwise the write would open another workspace.
   * Rejects if the state of the cookie is not known in time, or if the signal aborts.
   */
  async function ready(signal?: AbortSignal): Promise<void> {
    if (isKnown) return;
    await run(async (recovery, ending) => {
      await recovery.restore(cache, ending);
      isKnown = true;
    }, signal);
  }

  /**
   * Call it after a write, before its result is used. It stores the recovery code once. If the browser keeps no cookie,
   * it shows a notice. Rejects only if the signal aborts. Then the write must be repeated.
   */
  async function saved(signal?: AbortSignal): Promise<void> {
    if (isKept) return;
    const keep: Task<void> = async (recovery, ending) => {
      workspaceNotice.set(await recovery.keep(ending));
      isKept = true;
    };
    await run(keep, signal).catch(() => signal?.throwIfAborted());
  }

  return { run, ready, saved, reset, noteKnown: () => void (isKnown = true), workspaceNotice };
}

import { inTime } from '#web/api/send.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import type { WorkspaceRecovery } from './workspace-recovery.ts';

/** Makes sure that reads and writes go to the workspace of this browser. */
export type WorkspaceGuard = {
  /** What the user must know about the workspace; or null. */
  readonly workspaceNotice: ReadonlyStore<string | null>;
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
  /** Reads a page of links. Throws if the answer is empty although this browser has links. */
  readonly list: LinksApi['list'];
  /** Forgets what is known of the workspace, because another one may be open. */
  reset(): void;
  /** Call it after the workspace was changed in this tab. */
  changed(change: 'opened' | 'deleted'): Promise<void>;
};

export type GuardHost = {
  readonly list: LinksApi['list'];
  /** Loads what keeps the recovery code; null if all visitors share one workspace. */
  readonly loadRecovery: (() => Promise<WorkspaceRecovery>) | null;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  readonly cache: Pick<LinkCache, 'page'>;
};

type Task<T> = (recovery: WorkspaceRecovery, signal: AbortSignal) => Promise<T>;

/** In milliseconds. A server or a browser that does not answer delays a save no longer. */
const recoveryTimeout = 10_000;

export function createWorkspaceGuard({ list, loadRecovery, alone, cache }: GuardHost): WorkspaceGuard {
  const workspaceNotice = createStore<string | null>(null);

  /** Runs a task of the recovery. Resolves with null if its code cannot be loaded: saving works without. */
  function run<T>(task: Task<T>, signal?: AbortSignal): Promise<T | null> {
    const load = async (ending: AbortSignal) => {
      const recovery = await loadRecovery?.().catch(() => null);
      return recovery ? task(recovery, ending) : null;
    };
    return inTime(recoveryTimeout, load, signal);
  }

  let isKnown = false;
  let isKept = false;

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

  return {
    workspaceNotice,
    ready,
    saved,
    reset,
    async list(page, signal) {
      const found = await list(page, signal);
      if (found.links.length > 0) isKnown = true;
      else if (loadRecovery !== null && page.cursor === null && (page.search ?? '') === '') {
        // The workspace may be gone. Then the next save would open another one.
        reset();
        const check = () => run((recovery, ending) => recovery.checkEmpty(cache, ending), signal);
        if ((await alone(check)) === true) return list(page, signal);
      }
      return found;
    },
    async changed(change) {
      reset();
      await run((recovery) => recovery.forget()).catch(() => null);
      if (change === 'opened') await saved();
    },
  };
}

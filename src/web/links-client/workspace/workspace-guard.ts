import { inTime } from '#web/api/in-time.ts';
import type { LinksApi } from '#web/api/links-api.ts';

import type { LinkCache } from '#web/links-client/cache/link-cache.ts';
import { createNotice } from '#web/links-client/list/notice.ts';
import type { Notice } from '#web/links-client/list/notice.ts';
import type { WorkspaceKeeping } from './workspace-recovery.ts';

/** Sees to it that what is saved, and what is asked for, is in the workspace of this browser. */
export type WorkspaceGuard = {
  readonly workspaceNotice: Notice;
  /**
   * Before something is written: a lost cookie is restored. Else the first save would open another workspace. Rejects
   * where that cannot be known, not in time, or not before the signal.
   */
  ready(signal?: AbortSignal): Promise<void>;
  /**
   * Something was saved: its secret is kept, once, before anybody hears of it. Tells where no cookie is kept. Rejects only
   * with the signal: then it is to be tried again.
   */
  saved(signal?: AbortSignal): Promise<void>;
  /** A page of links. Throws rather than to say that there are none, where this browser has some. */
  readonly list: LinksApi['list'];
  /** Another workspace is open, or none: nothing is known of it. */
  reset(): void;
  /** After the workspace was changed in this tab. */
  changed(change: 'opened' | 'deleted'): Promise<void>;
};

export type GuardHost = {
  readonly list: LinksApi['list'];
  /** Fetches what keeps the secret; null where all visitors share one workspace. */
  readonly loadKeeping: (() => Promise<WorkspaceKeeping>) | null;
  /** Runs one task at a time over all tabs. */
  readonly alone: <T>(task: () => Promise<T>) => Promise<T>;
  readonly cache: Pick<LinkCache, 'page'>;
};

type Question<T> = (keeping: WorkspaceKeeping, signal: AbortSignal) => Promise<T>;

/** A server or a browser that does not answer keeps no link from being saved for longer, in milliseconds. */
const patience = 10_000;

export function createWorkspaceGuard({ list, loadKeeping, alone, cache }: GuardHost): WorkspaceGuard {
  const workspaceNotice = createNotice();

  /** Asks what keeps the secret. Null where it cannot be fetched: nobody is kept from saving by that. */
  function ask<T>(question: Question<T>, signal?: AbortSignal): Promise<T | null> {
    const load = async (ending: AbortSignal) => {
      const keeping = await loadKeeping?.().catch(() => null);
      return keeping ? question(keeping, ending) : null;
    };
    return inTime(patience, load, signal);
  }

  let isKnown = false;
  let isKept = false;

  function reset(): void {
    isKnown = false;
    isKept = false;
  }

  async function ready(signal?: AbortSignal): Promise<void> {
    if (isKnown) return;
    await ask(async (keeping, ending) => {
      await keeping.restore(cache, ending);
      isKnown = true;
    }, signal);
  }

  async function saved(signal?: AbortSignal): Promise<void> {
    if (isKept) return;
    const keep: Question<void> = async (keeping, ending) => {
      workspaceNotice.show(await keeping.keep(ending));
      isKept = true;
    };
    await ask(keep, signal).catch(() => signal?.throwIfAborted());
  }

  return {
    workspaceNotice,
    ready,
    saved,
    reset,
    async list(page, signal) {
      const found = await list(page, signal);
      if (found.links.length > 0) isKnown = true;
      else if (loadKeeping !== null && page.cursor === null && (page.search ?? '') === '') {
        // The workspace may have ended, and the next save would open another one.
        reset();
        const doubt = () => ask((keeping, ending) => keeping.doubtEmpty(cache, ending), signal);
        if ((await alone(doubt)) === true) return list(page, signal);
      }
      return found;
    },
    async changed(change) {
      reset();
      await ask((keeping) => keeping.forget()).catch(() => null);
      if (change === 'opened') await saved();
    },
  };
}

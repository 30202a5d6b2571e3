import type { LinksApi } from '#web/api/links-api.ts';

import type { LinkCache } from './link-cache.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import type { WorkspaceKeeping } from './workspace-keeping.ts';

/** Sees to it that what is saved, and what is asked for, is in the workspace of this browser. */
export type WorkspaceGuard = {
  readonly workspaceNotice: Notice;
  /** Before something is written: a lost cookie is restored. Else the first save would open another workspace. */
  ready(): Promise<void>;
  /** Something was saved: its secret is kept, once, before anybody hears of it. Tells where no cookie is kept. */
  saved(): Promise<void>;
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
  readonly cache: Pick<LinkCache, 'page'>;
};

export function createWorkspaceGuard({ list, loadKeeping, cache }: GuardHost): WorkspaceGuard {
  const workspaceNotice = createNotice();
  let isKnown = loadKeeping === null;
  let isKept = loadKeeping === null;

  /** Null where it cannot be fetched: nobody is kept from saving by that. */
  const load = () => loadKeeping?.().catch(() => null) ?? null;

  function reset(): void {
    isKnown = loadKeeping === null;
    isKept = loadKeeping === null;
  }

  async function ready(): Promise<void> {
    if (isKnown) return;
    const keeping = await load();
    await keeping?.restore();
    isKnown = keeping !== null;
  }

  async function saved(): Promise<void> {
    if (isKept) return;
    isKept = true;
    try {
      const keeping = await load();
      if (keeping === null) isKept = false;
      else workspaceNotice.show(await keeping.keep());
    } catch {
      isKept = false;
    }
  }

  return {
    workspaceNotice,
    ready,
    saved,
    reset,
    async list(page, signal) {
      const found = await list(page, signal);
      if (found.links.length > 0) isKnown = true;
      else if (page.cursor === null && (page.search ?? '') === '') {
        const isRestored = await (await load())?.doubtEmpty(cache);
        if (isRestored === true) return list(page, signal);
      }
      return found;
    },
    async changed(change) {
      reset();
      await (await load())?.forget();
      if (change === 'opened') await saved();
    },
  };
}

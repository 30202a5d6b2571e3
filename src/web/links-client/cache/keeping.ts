import { claimCache, unsupportedWarning } from './link-storage.ts';
import type { Locks } from './link-storage.ts';
import type { LinkDeskHost } from '#web/links-client/list/links-controller.ts';
import { openLinkDatabase } from './link-database.ts';
import type { LinkDatabase } from './link-database.ts';

export type KeepingHost = {
  /** Browsers lack them where the page came without encryption. */
  readonly locks: Locks | undefined;
  readonly warn: (message: string) => void;
  readonly onFail: (what: string, failure: unknown) => void;
};

const outboxLock = 'linkweft-outbox';

/** What this browser can keep of the links, and what lets several tabs keep it together. Told once where it cannot. */
export function createKeeping({
  locks,
  warn,
  onFail,
}: KeepingHost): Pick<LinkDeskHost, 'open' | 'alone' | 'isCacheOwner' | 'onFail'> {
  let isTold = locks === undefined;
  let opening: Promise<LinkDatabase> | null = null;
  const owner = claimCache(locks, warn);

  function tell(failure: unknown): void {
    if (!isTold) onFail(unsupportedWarning, failure);
    isTold = true;
  }

  async function open(): Promise<LinkDatabase> {
    // A connection that the browser has cut is opened anew.
    opening ??= openLinkDatabase(() => (opening = null));
    try {
      return await opening;
    } catch (failure) {
      tell(failure);
      throw failure;
    }
  }

  return {
    open,
    alone: locks === undefined ? null : (task) => locks.request(outboxLock, task),
    isCacheOwner: owner.isOwner,
    onFail: tell,
  };
}

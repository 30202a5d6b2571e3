import type { SafeStorage } from '#web/storage.ts';

import { createDeletions } from './deletions.ts';
import type { Deletions, DeletionsHost } from './deletions.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import type { Selection } from './selection.ts';

/** Removing links so that it can be taken back. */
export type LinkRemoval = {
  readonly deletions: Deletions;
  tellFailure(failure: unknown): void;
  /** What went wrong with a deletion, until the next one. */
  readonly deletionNotice: Notice;
  remove(id: string): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
};

type RemovalHost = Pick<DeletionsHost, 'send' | 'isUnsent'> & {
  readonly storage: SafeStorage;
  readonly selection: Selection;
};

export function createLinkRemoval({ storage, selection, ...host }: RemovalHost): LinkRemoval {
  const deletionNotice = createNotice();
  const tickedBefore = new Set<string>();

  function tellFailure(failure: unknown): void {
    deletionNotice.show(`The link is still there. ${failure instanceof Error ? failure.message : ''}`);
  }

  const deletions = createDeletions({
    storage,
    now: () => Date.now(),
    schedule(run, delay) {
      const timer = setTimeout(run, delay);
      return () => clearTimeout(timer);
    },
    ...host,
    onSent: (id) => void tickedBefore.delete(id),
    onFail(id, failure) {
      if (tickedBefore.delete(id)) selection.tick(id);
      tellFailure(failure);
    },
  });

  return {
    deletions,
    deletionNotice,
    tellFailure,
    remove(id) {
      deletionNotice.show(null);
      if (selection.ids().includes(id)) tickedBefore.add(id);
      else tickedBefore.delete(id);
      selection.untick([id]);
      deletions.add(id);
    },
    keep(id) {
      if (deletions.undo(id) && tickedBefore.delete(id)) selection.tick(id);
    },
  };
}

import type { SafeStorage } from '#web/storage.ts';

import { createDeletions } from './deletions.ts';
import type { Deletions, DeletionsHost } from './deletions.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import type { Selection } from './selection.ts';

/** Removing links so that it can be taken back. */
export type LinkRemoval = {
  readonly deletions: Deletions;
  /** What went wrong with a deletion, until the next one. */
  readonly deletionNotice: Notice;
  remove(id: string): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
};

type RemovalHost = Pick<DeletionsHost, 'send' | 'onSent'> & {
  readonly storage: SafeStorage;
  readonly selection: Selection;
};

export function createLinkRemoval({ storage, selection, send, onSent }: RemovalHost): LinkRemoval {
  const deletionNotice = createNotice();
  const tickedBefore = new Set<string>();
  const deletions = createDeletions({
    storage,
    now: () => Date.now(),
    schedule(run, delay) {
      const timer = setTimeout(run, delay);
      return () => clearTimeout(timer);
    },
    send,
    onSent(id) {
      tickedBefore.delete(id);
      onSent(id);
    },
    onFail(id, failure) {
      if (tickedBefore.delete(id)) selection.tick(id);
      deletionNotice.show(`The link is still there. ${wordsOf(failure)}`);
    },
  });

  return {
    deletions,
    deletionNotice,
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

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : '';
}

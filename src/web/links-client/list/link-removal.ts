import type { Link } from '#core/links/link.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import { createDeletions, type Deletions, type DeletionsHost } from './deletions.ts';
import { schedule } from './schedule.ts';
import type { Selection } from './selection.ts';

/** Removes links, with Undo. It remembers which links were ticked. */
export type LinkRemoval = {
  readonly deletions: Deletions;
  /** Why a deletion failed; null after the next one. */
  readonly deletionNotice: ReadonlyStore<string | null>;
  remove(id: string): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
  /** Takes a deletion that the server has refused. The link is still there, and ticked again if it was ticked. */
  noteRefused(id: string, failure: Error): void;
  /** Takes a link that was saved. If it was deleted before and is kept instead, it is ticked again if it was ticked. */
  noteSaved(id: string): void;
};

type RemovalHost = Pick<DeletionsHost, 'outbox' | 'storage' | 'sendLeaving'> & {
  readonly selection: Selection;
  /** Returns the link as the user sees it. */
  readonly linkOf: (id: string) => Link;
};

export function createLinkRemoval({ selection, linkOf, ...host }: RemovalHost): LinkRemoval {
  const notice = createStore<string | null>(null);
  const tickedBefore = new Set<string>();
  const deletions = createDeletions({ ...host, now: () => Date.now(), schedule });

  function tickAgain(id: string): void {
    if (tickedBefore.delete(id)) selection.tick(id);
  }

  return {
    deletions,
    deletionNotice: notice,
    noteSaved(id) {
      // A change that was made before the deletion is also saved before it.
      if (!deletions.get().some((deletion) => deletion.id === id)) tickAgain(id);
    },
    noteRefused(id, failure) {
      tickAgain(id);
      notice.set(`The link is still there. ${failure.message}`);
    },
    remove(id) {
      notice.set(null);
      if (selection.has(id)) tickedBefore.add(id);
      else tickedBefore.delete(id);
      selection.untick([id]);
      deletions.add(linkOf(id));
    },
    keep(id) {
      if (deletions.undo(id)) tickAgain(id);
    },
  };
}

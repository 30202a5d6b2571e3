import type { Link } from '#core/links/link.ts';

import { createDeletions } from './deletions.ts';
import type { Deletions, DeletionsHost } from './deletions.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import { schedule } from './schedule.ts';
import type { Selection } from './selection.ts';

/** Removing links so that it can be taken back. */
export type LinkRemoval = {
  readonly deletions: Deletions;
  /** A deletion that the server has refused: the link is still there, and ticked if it was ticked. */
  tellFailure(id: string, failure: unknown): void;
  /** A link is saved: where it was deleted and is kept instead, it is ticked if it was ticked. */
  tellSaved(id: string): void;
  /** What went wrong with a deletion, until the next one. */
  readonly deletionNotice: Notice;
  remove(id: string): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
};

type RemovalHost = Pick<DeletionsHost, 'outbox' | 'storage' | 'sendLeaving'> & {
  readonly selection: Selection;
  /** The link of an id as the user sees it. */
  readonly linkOf: (id: string) => Link;
};

export function createLinkRemoval({ selection, linkOf, ...host }: RemovalHost): LinkRemoval {
  const deletionNotice = createNotice();
  const tickedBefore = new Set<string>();
  const deletions = createDeletions({ ...host, now: () => Date.now(), schedule });

  function tickAgain(id: string): void {
    if (tickedBefore.delete(id)) selection.tick(id);
  }

  return {
    deletions,
    deletionNotice,
    tellSaved(id) {
      // A change that was made before the deletion is saved before it, too.
      if (!deletions.pending().some((deletion) => deletion.id === id)) tickAgain(id);
    },
    tellFailure(id, failure) {
      tickAgain(id);
      deletionNotice.show(`The link is still there. ${failure instanceof Error ? failure.message : ''}`);
    },
    remove(id) {
      deletionNotice.show(null);
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

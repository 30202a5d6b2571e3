import type { QueryClient } from '@tanstack/react-query';

import type { Link } from '#core/link/link.ts';
import type { LinksApi } from '#web/api/links-api.ts';
import type { SafeStorage } from '#web/storage.ts';

import { createDeletions } from './deletions.ts';
import type { Deletions } from './deletions.ts';
import { cacheLinkList, forgetLink, refreshLinkQueries, seenLinks } from './link-queries.ts';
import { createNotice } from './notice.ts';
import type { Notice } from './notice.ts';
import { createSelection } from './selection.ts';
import type { Selection } from './selection.ts';

/** Everything about links that lives outside of React. */
export type LinkDesk = {
  readonly selection: Selection;
  readonly deletions: Deletions;
  /** What went wrong with a deletion, until the next one. */
  readonly deletionNotice: Notice;
  remove(id: string): void;
  /** Takes a deletion back, and ticks the link again if it was ticked. */
  keep(id: string): void;
  refresh(): Promise<void>;
  seen(ids: readonly string[]): Link[];
};

export type LinkDeskStorage = {
  /** What every tab reads and writes. */
  readonly storage: SafeStorage;
  /** Where the list is kept for offline use. */
  readonly cache: SafeStorage;
};

export function createLinkDesk(
  api: LinksApi,
  { storage, cache }: LinkDeskStorage,
  queries: QueryClient,
): LinkDesk {
  cacheLinkList(queries, cache);
  const selection = createSelection(storage);
  const deletionNotice = createNotice();
  const tickedBefore = new Set<string>();
  const deletions = createDeletions({
    storage,
    now: () => Date.now(),
    schedule(run, delay) {
      const timer = setTimeout(run, delay);
      return () => clearTimeout(timer);
    },
    send: api.remove,
    onSent(id) {
      tickedBefore.delete(id);
      forgetLink(queries, id);
      void refreshLinkQueries(queries);
    },
    onFail(id, failure) {
      if (tickedBefore.delete(id)) selection.tick(id);
      deletionNotice.show(`The link is still there. ${wordsOf(failure)}`);
    },
  });

  return {
    selection,
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
    refresh: () => refreshLinkQueries(queries),
    seen: (ids) => seenLinks(queries, ids),
  };
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : '';
}

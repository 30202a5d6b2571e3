import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import type { LayRows } from '#web/links-client/list/listed-rows.ts';
import type { Entries } from './outbox-edits.ts';
import type { Outbox } from './outbox.ts';
import type { Failing } from './outbox-view.ts';

/** Links that hold changes that are not saved yet. */
export type UnsavedLinks = {
  count(): number;
  /** Those of them that wait for the user's decision, not for the network. */
  asking(): number;
  /** These, wherever in the list they stand. */
  asked(): readonly ListedLink[];
  /** What the server does not save, and all others wait behind it. */
  failing(): Failing | null;
  subscribe(listener: () => void): () => void;
};

export function createUnsavedLinks({ entries, failing, subscribe }: Outbox, lay: LayRows): UnsavedLinks {
  const asked = () =>
    lay([], '').filter(({ state }) => state.kind === 'conflict' || state.kind === 'refused');
  return {
    count: () => linksIn(entries()),
    asking: () => asked().length,
    asked,
    failing,
    subscribe,
  };
}

function linksIn(entries: Entries): number {
  return new Set(entries.map(({ link }) => link.id)).size;
}

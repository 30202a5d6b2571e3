import { linkPageSizeLimit } from '#contract/links.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';

import { missingMessage } from '#web/features/links/list/list-messages.ts';
import type { PendingDeletion } from '#web/links-client/list/deletions.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';

/** The ticked links, the one ticked last first. A link that is unticked meanwhile keeps its row. */
export type SelectedLinks = ReadonlyStore<LinkListView> & {
  showMore(): void;
  retry(): void;
  /** Follows the list, the ticks, the unsent changes and the deletions. Returns a function that stops it. */
  connect(): () => void;
};

type Sources = Pick<LinksController, 'list' | 'selection' | 'deletions' | 'lookUp' | 'seen'> & {
  readonly unsaved: Pick<LinksController['unsaved'], 'subscribe'>;
  readonly refreshCount: Pick<LinksController['refreshCount'], 'subscribe'>;
};

/** `order`: the ids of the view. `shown`: how many of them are shown. */
type Extent = { readonly order: readonly string[]; readonly shown: number };

const pageSize = linkPageSizeLimit;

export function createSelectedLinks(controller: Sources): SelectedLinks {
  const { list, selection, deletions, seen } = controller;
  let extent: Extent = { order: selection.get().toReversed(), shown: pageSize };
  const lookup = createCountedLookup(controller.lookUp, redraw);
  const view = createStore(draw(seen, lookup, extent));

  function redraw(): void {
    view.set(draw(seen, lookup, extent));
  }

  /** @param isAgain Whether links that were looked up before are looked up too. */
  async function ask(isAgain: boolean): Promise<void> {
    const wanted = extent.order.slice(0, extent.shown);
    const ids = notIn(idsOf(isAgain ? list.get().links : seen(wanted)), wanted);
    if (ids.length === 0) return redraw();
    const gone = await lookup.ask(ids);
    selection.untick(gone);
    leaveOut(gone);
  }

  const askAgain = () => void ask(true);

  function leaveOut(ids: readonly string[]): void {
    extent = { ...extent, order: notIn(ids, extent.order) };
    redraw();
  }

  function addTicked(): void {
    const added = notIn(extent.order, selection.get());
    if (added.length === 0) return;
    extent = { order: [...added.toReversed(), ...extent.order], shown: extent.shown + added.length };
    void ask(false);
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    showMore() {
      if (lookup.isRunning() || extent.shown >= extent.order.length) return;
      extent = { ...extent, shown: extent.shown + pageSize };
      void ask(false);
    },
    retry: askAgain,
    connect() {
      askAgain();
      const unsubscribes = [
        list.subscribe(redraw),
        controller.unsaved.subscribe(redraw),
        controller.refreshCount.subscribe(askAgain),
        selection.subscribe(addTicked),
        deletions.subscribe(() => leaveOut(leavingIds(deletions.get()))),
      ];
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
  };
}

type CountedLookup = ReturnType<typeof createCountedLookup>;

/** Looks up links, and counts what is missing. `onChange` runs when a value may have changed. */
function createCountedLookup(lookUp: LinksController['lookUp'], onChange: () => void) {
  let missing = 0;
  let running = 0;

  return {
    isRunning: () => running > 0,
    /** Returns how many links the last look-up did not find because the server could not be reached. */
    missing: () => missing,
    /** Resolves with the ids of links that are gone. */
    async ask(ids: readonly string[]): Promise<readonly string[]> {
      running += 1;
      onChange();
      const { found, gone } = await lookUp(ids);
      missing = ids.length - found.length - gone.length;
      running -= 1;
      onChange();
      return gone;
    },
  };
}

function draw(seen: Sources['seen'], lookup: CountedLookup, { order, shown }: Extent): LinkListView {
  const links = seen(order.slice(0, shown));
  return {
    search: '',
    status: lookup.isRunning() && links.length === 0 ? 'loading' : 'ready',
    links,
    failure: lookup.missing() === 0 ? null : missingMessage(lookup.missing()),
    hasMore: shown < order.length,
    isLoadingMore: lookup.isRunning(),
  };
}

function leavingIds(pending: readonly PendingDeletion[]): string[] {
  return pending.flatMap(({ id, canUndo }) => (canUndo ? [] : [id]));
}

function idsOf(links: LinkListView['links']): string[] {
  return links.map(({ id }) => id);
}

function notIn(known: readonly string[], ids: readonly string[]): string[] {
  const old = new Set(known);
  return ids.filter((id) => !old.has(id));
}

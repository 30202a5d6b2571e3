import { linkPageSizeLimit } from '#contract/links.ts';

import type { LinkDesk } from './link-desk.ts';
import type { LinkListView } from './link-list-view.ts';
import { missingWords } from './list-words.ts';
import { createLookedUpLinks } from './looked-up-links.ts';
import type { LookedUpLinks } from './looked-up-links.ts';

/** The ticked links alone, the one ticked last first. A link that is unticked meanwhile keeps its row. */
export type SelectedLinks = {
  /** The same object until something changes. */
  view(): LinkListView;
  subscribe(listener: () => void): () => void;
  showMore(): void;
  retry(): void;
  /** Asks again for links that are not in the list: something about them may have changed. */
  refresh(): void;
  /** Follows the list, the ticks and the deletions, until the answer is called. */
  connect(): () => void;
};

type Sources = Pick<LinkDesk, 'list' | 'selection' | 'deletions' | 'lookUp'>;

/** `order`: the ids of the view. `shown`: how many of them are wanted so far. */
type Extent = { readonly order: readonly string[]; readonly shown: number };

const pageSize = linkPageSizeLimit;

export function createSelectedLinks({ list, selection, deletions, lookUp }: Sources): SelectedLinks {
  const listeners = new Set<() => void>();
  const lookedUp = createLookedUpLinks(lookUp, redraw);
  let extent: Extent = { order: selection.ids().toReversed(), shown: pageSize };
  let view = drawSelected(list.view(), lookedUp, extent);

  function redraw(): void {
    view = drawSelected(list.view(), lookedUp, extent);
    for (const listener of listeners) listener();
  }

  /** @param isNews Whether links that were looked up before are asked for too. */
  async function ask(isNews: boolean): Promise<void> {
    const unlisted = notIn(idsOf(list.view()), extent.order.slice(0, extent.shown));
    const ids = isNews ? unlisted : unlisted.filter((id) => lookedUp.get(id) === undefined);
    if (ids.length === 0) return redraw();
    const gone = await lookedUp.ask(ids);
    selection.untick(gone);
    leaveOut(gone);
  }

  function leaveOut(ids: readonly string[]): void {
    for (const id of ids) lookedUp.forget(id);
    extent = { ...extent, order: notIn(ids, extent.order) };
    redraw();
  }

  function followSelection(): void {
    const added = notIn(extent.order, selection.ids());
    if (added.length === 0) return;
    extent = { order: [...added.toReversed(), ...extent.order], shown: extent.shown + added.length };
    void ask(false);
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    showMore() {
      if (lookedUp.isAsking() || extent.shown >= extent.order.length) return;
      extent = { ...extent, shown: extent.shown + pageSize };
      void ask(false);
    },
    retry: () => void ask(true),
    refresh: () => void ask(true),
    connect() {
      const follow = [
        list.subscribe(redraw),
        selection.subscribe(followSelection),
        deletions.subscribe(() => leaveOut(leavingIds(deletions.pending()))),
      ];
      void ask(false);
      return () => {
        for (const stop of follow) stop();
      };
    },
  };
}

function drawSelected(list: LinkListView, lookedUp: LookedUpLinks, { order, shown }: Extent): LinkListView {
  const listed = new Map(list.links.map((link) => [link.id, link]));
  const links = order.slice(0, shown).flatMap((id) => listed.get(id) ?? lookedUp.get(id) ?? []);
  return {
    search: '',
    status: lookedUp.isAsking() && links.length === 0 ? 'loading' : 'ready',
    links,
    failure: lookedUp.missing() === 0 ? null : missingWords(lookedUp.missing()),
    hasMore: shown < order.length,
    isLoadingMore: lookedUp.isAsking(),
  };
}

function leavingIds(pending: ReturnType<LinkDesk['deletions']['pending']>): string[] {
  return pending.flatMap(({ id, canUndo }) => (canUndo ? [] : [id]));
}

function idsOf({ links }: LinkListView): string[] {
  return links.map(({ id }) => id);
}

function notIn(known: readonly string[], ids: readonly string[]): string[] {
  const old = new Set(known);
  return ids.filter((id) => !old.has(id));
}

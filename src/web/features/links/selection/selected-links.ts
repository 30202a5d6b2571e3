import { linkPageSizeLimit } from '#contract/links.ts';

import type { LinkDesk } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/link-list-view.ts';
import { missingWords } from '#web/features/links/list/list-messages.ts';
import { createAsking } from './selected-asking.ts';
import type { Asking } from './selected-asking.ts';

/** The ticked links alone, the one ticked last first. A link that is unticked meanwhile keeps its row. */
export type SelectedLinks = {
  /** The same object until something changes. */
  view(): LinkListView;
  subscribe(listener: () => void): () => void;
  showMore(): void;
  retry(): void;
  /** Follows the list and its news, the ticks, and what is unsent or deleted, until the answer is called. */
  connect(): () => void;
};

type Sources = Pick<LinkDesk, 'list' | 'selection' | 'deletions' | 'lookUp' | 'seen' | 'news'> & {
  readonly unsaved: Pick<LinkDesk['unsaved'], 'subscribe'>;
};

/** `order`: the ids of the view. `shown`: how many of them are wanted so far. */
type Extent = { readonly order: readonly string[]; readonly shown: number };

const pageSize = linkPageSizeLimit;

export function createSelectedLinks(desk: Sources): SelectedLinks {
  const { list, selection, deletions, lookUp, seen } = desk;
  const listeners = new Set<() => void>();
  const asking = createAsking(lookUp, redraw);
  let extent: Extent = { order: selection.ids().toReversed(), shown: pageSize };
  let view = drawSelected(seen, asking, extent);

  function redraw(): void {
    view = drawSelected(seen, asking, extent);
    for (const listener of listeners) listener();
  }

  /** @param isNews Whether links that were looked up before are asked for too. */
  async function ask(isNews: boolean): Promise<void> {
    const wanted = extent.order.slice(0, extent.shown);
    const ids = notIn(idsOf(isNews ? list.view().links : seen(wanted)), wanted);
    if (ids.length === 0) return redraw();
    const gone = await asking.ask(ids);
    selection.untick(gone);
    leaveOut(gone);
  }

  const askAnew = () => void ask(true);

  function leaveOut(ids: readonly string[]): void {
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
      if (asking.isUnderWay() || extent.shown >= extent.order.length) return;
      extent = { ...extent, shown: extent.shown + pageSize };
      void ask(false);
    },
    retry: askAnew,
    connect() {
      askAnew();
      return together([
        list.subscribe(redraw),
        desk.unsaved.subscribe(redraw),
        desk.news.subscribe(askAnew),
        selection.subscribe(followSelection),
        deletions.subscribe(() => leaveOut(leavingIds(deletions.pending()))),
      ]);
    },
  };
}

function drawSelected(seen: Sources['seen'], asking: Asking, { order, shown }: Extent): LinkListView {
  const links = seen(order.slice(0, shown));
  return {
    search: '',
    status: asking.isUnderWay() && links.length === 0 ? 'loading' : 'ready',
    links,
    failure: asking.missing() === 0 ? null : missingWords(asking.missing()),
    hasMore: shown < order.length,
    isLoadingMore: asking.isUnderWay(),
  };
}

function leavingIds(pending: ReturnType<LinkDesk['deletions']['pending']>): string[] {
  return pending.flatMap(({ id, canUndo }) => (canUndo ? [] : [id]));
}

function together(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

function idsOf(links: LinkListView['links']): string[] {
  return links.map(({ id }) => id);
}

function notIn(known: readonly string[], ids: readonly string[]): string[] {
  const old = new Set(known);
  return ids.filter((id) => !old.has(id));
}

import { useEffect, useMemo, useState } from 'react';

import { linkPageSizeLimit } from '#contract/link-pages.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-state.ts';
import { t, tCount } from '#web/lib/language.ts';
import { createStore, useStore, type ReadonlyStore } from '#web/lib/store.ts';
import { FailureBox, Spinner } from '#web/ui/lazy-part.tsx';

import { LinkRows, type LinkRowsProps } from './link-list.tsx';

/** The links that wait for the user's decision, wherever they are in the list. */
export function AskedLinks({ view, actions }: Pick<LinkRowsProps, 'view' | 'actions'>) {
  const { asked } = useStore(actions.controller.unsaved);
  const shown = useMemo(() => ({ ...view, links: asked, ...nothingElse }), [view, asked]);
  return <LinkRows label={t('Links to decide on')} view={shown} actions={actions} onShowMore={() => {}} />;
}

const nothingElse = { search: '', failure: null, hasMore: false, total: null } as const;

/** The links that were ticked when this view was opened, and those ticked since. */
export function SelectedLinks({ actions }: Pick<LinkRowsProps, 'actions'>) {
  const [selected] = useState(() => createSelectedLinks(actions.controller));
  const view = useStore(selected);

  useEffect(() => selected.connect(), [selected]);

  if (view.status === 'loading') return <Spinner label={t('Loading your selected links')} />;
  return (
    <>
      <FailureBox message={view.failure} onRetry={selected.retry} />
      <LinkRows label={t('Selected links')} view={view} actions={actions} onShowMore={selected.showMore} />
    </>
  );
}

type Sources = Pick<LinksController, 'selection' | 'lookUp' | 'seen'> & {
  readonly list: ReadonlyStore<LinkListView>;
  readonly deletions: Pick<LinksController['deletions'], 'get' | 'subscribe'>;
  readonly unsaved: Pick<LinksController['unsaved'], 'subscribe'>;
  readonly refreshCount: Pick<LinksController['refreshCount'], 'subscribe'>;
};

/** The ticked links, the one ticked last first. A link that is unticked in the meantime keeps its row. */
export function createSelectedLinks(controller: Sources) {
  const { list, selection, deletions, seen, lookUp } = controller;
  let order: readonly string[] = selection.get().toReversed();
  let shown = linkPageSizeLimit;
  let running = 0;
  /** How many links the last look-up did not find because the server could not be reached. */
  let missing = 0;
  const draw = () => viewOf(seen(order.slice(0, shown)), shown < order.length, running > 0, missing);
  const view = createStore(draw());
  const redraw = () => view.set(draw());

  /** Looks up the shown links, except these. */
  async function ask(known: LinkListView['links']): Promise<void> {
    const ids = notIn(idsOf(known), order.slice(0, shown));
    if (ids.length === 0) return redraw();
    running += 1;
    redraw();
    const { found, gone } = await lookUp(ids);
    running -= 1;
    missing = ids.length - found.length - gone.length;
    selection.untick(gone);
    leaveOut(gone);
  }

  const askNew = () => void ask(seen(order.slice(0, shown)));
  /** Also looks up links that were looked up before. */
  const askAgain = () => void ask(list.get().links);

  function leaveOut(ids: readonly string[]): void {
    order = notIn(ids, order);
    redraw();
  }

  function addTicked(): void {
    const added = notIn(order, selection.get());
    if (added.length === 0) return;
    order = [...added.toReversed(), ...order];
    shown += added.length;
    askNew();
  }

  function showMore(): void {
    if (running > 0 || shown >= order.length) return;
    shown += linkPageSizeLimit;
    askNew();
  }

  /** Follows the list, the ticks, the unsent changes and the deletions. Returns a function that stops it. */
  function connect(): () => void {
    askAgain();
    const ends = [list, controller.unsaved].map((store) => store.subscribe(redraw));
    ends.push(controller.refreshCount.subscribe(askAgain), selection.subscribe(addTicked));
    ends.push(deletions.subscribe(() => leaveOut(idsOf(deletions.get().filter(({ canUndo }) => !canUndo)))));
    return () => ends.forEach((end) => end());
  }

  return { get: view.get, subscribe: view.subscribe, showMore, retry: askAgain, connect };
}

function viewOf(
  links: LinkListView['links'],
  hasMore: boolean,
  isLoadingMore: boolean,
  missing: number,
): LinkListView {
  return {
    search: '',
    status: isLoadingMore && links.length === 0 ? 'loading' : 'ready',
    links,
    failure:
      missing === 0
        ? null
        : tCount(
            missing,
            '{count} selected link cannot be shown: the server could not be reached, and it is not kept on this device.',
            '{count} selected links cannot be shown: the server could not be reached, and they are not kept on this device.',
          ),
    hasMore,
    total: null,
    readsAll: true,
    isLoadingMore,
  };
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

function notIn(known: readonly string[], ids: readonly string[]): string[] {
  const old = new Set(known);
  return ids.filter((id) => !old.has(id));
}

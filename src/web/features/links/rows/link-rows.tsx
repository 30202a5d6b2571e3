import { createElement, useEffect, useState, type ComponentType } from 'react';

import { announce } from '#web/ui/announcer.tsx';

import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { spokenMessage } from '#web/features/links/list/list-messages.ts';
import { PlainRows, type RowsProps } from './plain-rows.tsx';
import type { RowActions } from './row-actions.ts';

type LinkRowsProps = {
  readonly label: string;
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onShowMore: () => void;
};

/** With more rows than this, the list gets a box that scrolls, and only the rows in sight are drawn. */
const manyRows = 50;

/** If there are more to come, a list of this length will probably grow long. */
const likelyRows = 10;

/** The rows of a list of any length, and a way to read more. */
export function LinkRows({ label, view, actions, onShowMore }: LinkRowsProps) {
  const { links, hasMore, isLoadingMore, failure } = view;
  const [focus] = useState(createRowFocus);
  const [isMany, setMany] = useState(false);
  const virtualRows = useLoadedVirtualRows(links.length > (hasMore ? likelyRows : manyRows));
  // A deletion does not take the rows out of the box again.
  if (links.length > manyRows && !isMany) setMany(true);

  // "Show more" may be gone now. The focus moves to the first new row.
  useEffect(() => {
    if (focus.onRows(links.length)) announce(spokenMessage(links.length, view));
  }, [links.length, focus, view]);

  function showMore(): void {
    focus.awaitRow(links.length);
    onShowMore();
  }

  const pace = isLoadingMore ? 'loading' : 'some';
  const props: RowsProps = {
    label,
    links,
    actions,
    focus,
    more: hasMore ? pace : 'none',
    onShowMore: showMore,
    // After a failure, the user decides when to try again.
    onNearEnd: () => failure ?? onShowMore(),
  };
  return createElement(isMany ? (virtualRows ?? PlainRows) : PlainRows, props);
}

/** Gives the focus to a row that is still being read. */
function createRowFocus() {
  let focusIndex: ((index: number) => void) | null = null;
  let awaited: number | null = null;
  return {
    attach(way: (index: number) => void): () => void {
      focusIndex = way;
      return () => {
        if (focusIndex === way) focusIndex = null;
      };
    },
    /** The row with this index gets the focus as soon as it is there. */
    awaitRow(index: number): void {
      awaited = index;
    },
    /** Takes the number of rows. Returns whether the awaited row is there now. */
    onRows(count: number): boolean {
      if (awaited === null || count <= awaited) return false;
      focusIndex?.(awaited);
      awaited = null;
      return true;
    },
  };
}

let loaded: ComponentType<RowsProps> | null = null;

/** Loads the code for many rows when it will probably be needed. Returns null until it is loaded. */
function useLoadedVirtualRows(isLikely: boolean): ComponentType<RowsProps> | null {
  const [rows, setRows] = useState(() => loaded);

  useEffect(() => {
    async function load(): Promise<void> {
      const { VirtualRows } = await import('./virtual-rows.tsx');
      loaded = VirtualRows;
      setRows(() => VirtualRows);
    }
    // Without it, all rows are drawn.
    if (isLikely) load().catch(() => {});
  }, [isLikely]);

  return rows;
}

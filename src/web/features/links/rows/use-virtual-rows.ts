import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import { focusRow, rowIndexOf } from './row-keys.ts';

/** The estimated height of a row with one line of description, in pixels. Rows that are drawn are measured. */
const usualHeight = 65;

/** Returns which rows of a scrolling box are drawn. Tab stops at one row: the first, or the last one with focus. */
export function useVirtualRows(box: RefObject<HTMLElement | null>, links: readonly ListedLink[]) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = useMemo(() => indexOf(links, activeId), [links, activeId]);
  // The same function means the same rows to the virtualizer.
  const getItemKey = useCallback((index: number) => links[index]?.id ?? index, [links]);
  // New rows above do not move what is being read. At the top, they show.
  const anchorTo = useMemo(
    () => (links.length > 0 && (box.current?.scrollTop ?? 0) > usualHeight ? 'end' : 'start'),
    [links, box],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: links.length,
    getItemKey,
    getScrollElement: () => box.current,
    estimateSize: () => usualHeight,
    rangeExtractor: (range) => withRow(range, activeIndex),
    overscan: 6,
    anchorTo,
  });
  const giveFocusLater = useLateFocus(box);

  useEffect(() => {
    const element = box.current;
    const follow = ({ target }: FocusEvent) => {
      const index = target === null ? null : rowIndexOf(target);
      if (index !== null) setActiveId(links[index]?.id ?? null);
    };
    element?.addEventListener('focusin', follow);
    return () => element?.removeEventListener('focusin', follow);
  }, [box, links]);

  return {
    /** The rows that are drawn. `start` is the distance from the top, in pixels. */
    rows: virtualizer.getVirtualItems(),
    /** The index of the last row in sight. */
    last: virtualizer.range?.endIndex ?? 0,
    /** The height of all rows together, in pixels. */
    height: virtualizer.getTotalSize(),
    activeIndex,
    measure: virtualizer.measureElement,
    /** Returns the number of rows in sight at once. */
    pageSize: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / usualHeight) - 1),
    focusIndex(index: number): void {
      setActiveId(links[index]?.id ?? null);
      virtualizer.scrollToIndex(index, { align: 'auto' });
      giveFocusLater(index);
    },
  };
}

/** Returns a function that gives the focus to a row as soon as the row is drawn. */
function useLateFocus(box: RefObject<HTMLElement | null>): (index: number) => void {
  const wanted = useRef<number | null>(null);

  function giveFocus(): void {
    const index = wanted.current;
    const row = index === null ? null : box.current?.querySelector(`[data-index="${index}"]`);
    if (focusRow(row)) wanted.current = null;
  }

  useLayoutEffect(giveFocus);

  return (index) => {
    wanted.current = index;
    giveFocus();
  };
}

function indexOf(links: readonly ListedLink[], id: string | null): number {
  if (id === null) return 0;
  return Math.max(
    0,
    links.findIndex((link) => link.id === id),
  );
}

/** The rows in sight, and the row at which Tab stops. */
function withRow(range: Range, index: number): number[] {
  const inSight = defaultRangeExtractor(range);
  const [first = 0] = inSight;
  if (index < first) return [index, ...inSight];
  return index > (inSight.at(-1) ?? 0) && index < range.count ? [...inSight, index] : inSight;
}

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/link-list.ts';

import { focusRow, ListRow, useRowFocus, useTabStop, type RowsProps } from './link-rows.tsx';

/** Draws the rows in sight of a long list. */
export function VirtualRows(props: RowsProps) {
  const { label, view, actions } = props;
  const { links, hasMore } = view;
  const box = useRef<HTMLDivElement>(null);
  const { virtualizer, activeIndex, focusIndex } = useVirtualRows(box, links);
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / usualHeight) - 1);

  useRowFocus(box, props, focusIndex, page);

  return (
    <div className="link-box" ref={box}>
      <ul className="link-rows" aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const link = links[index];
          return link === undefined ? null : (
            <ListRow
              key={link.id}
              link={link}
              actions={actions}
              index={index}
              start={start}
              setSize={hasMore ? -1 : links.length}
              isTabStop={index === activeIndex}
              onElement={virtualizer.measureElement}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The estimated height of a row with one line of description, in pixels. Rows that are drawn are measured. */
const usualHeight = 65;

/** Decides which rows are drawn: those in sight, and the one at which the Tab key stops. */
function useVirtualRows(box: RefObject<HTMLElement | null>, links: readonly ListedLink[]) {
  const [activeIndex, setTabStop] = useTabStop(box, links);
  // While the function is the same, the virtualizer assumes the same rows.
  const getItemKey = useCallback((index: number) => links[index]?.id ?? index, [links]);
  // New rows above do not move the visible rows, unless the list is at its top.
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
  /** The index of a row that takes the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null);
  const giveFocus = () => {
    if (wanted.current === null) return;
    if (focusRow(box.current?.querySelector(`[data-index="${wanted.current}"]`))) wanted.current = null;
  };
  useLayoutEffect(giveFocus);

  function focusIndex(index: number): void {
    setTabStop(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    wanted.current = index;
    giveFocus();
  }
  return { virtualizer, activeIndex, focusIndex };
}

/** Returns the indexes of the rows in sight and of the row at which the Tab key stops. */
function withRow(range: Range, index: number): number[] {
  const inSight = defaultRangeExtractor(range);
  const [first = 0] = inSight;
  if (index < first) return [index, ...inSight];
  return index > (inSight.at(-1) ?? 0) && index < range.count ? [...inSight, index] : inSight;
}

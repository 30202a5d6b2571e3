import { createElement, useEffect, useRef, useState, type ComponentType } from 'react';

import { Button } from '#web/ui/button.tsx';

import { ListRow } from './list-row.tsx';
import { focusRow, useRowFocus, type LinkRowsProps, type RowsProps } from './row-actions.ts';

/** With more rows than this, the list gets a box that scrolls, and only the rows in sight are drawn. */
const manyRows = 50;

/** If there are more to come, a list of this length will probably grow long. */
const likelyRows = 10;

/** The rows of a list of any length, and a way to read more. */
export function LinkRows(props: LinkRowsProps) {
  const { links, hasMore } = props.view;
  const [awaited, setAwaited] = useState<number | null>(null);
  const [isMany, setMany] = useState(false);
  const virtualRows = useVirtualRows(links.length > (hasMore ? likelyRows : manyRows));
  // A deletion does not take the rows out of the box again.
  if (links.length > manyRows && !isMany) setMany(true);
  const rows = isMany ? (virtualRows ?? PlainRows) : PlainRows;
  return createElement(rows, { ...props, awaited, onAwait: setAwaited });
}

let loaded: ComponentType<RowsProps> | null = null;

/** Loads the code for many rows when it will probably be needed. Returns null until it is loaded. */
function useVirtualRows(isLikely: boolean): ComponentType<RowsProps> | null {
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

/** How many rows the page keys move. */
const pageOfRows = 5;

/** Draws every row. Tab stops at each of them. */
function PlainRows(props: RowsProps) {
  const { label, view, actions, onShowMore, onAwait } = props;
  const { links, hasMore, isLoadingMore } = view;
  const list = useRef<HTMLUListElement>(null);

  useRowFocus(list, props, {
    page: () => pageOfRows,
    focusIndex(index) {
      const row = list.current?.children[index];
      focusRow(row);
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    },
  });

  function showMore(): void {
    // The button may go away. The focus moves to the first new row.
    onAwait(links.length);
    onShowMore();
  }

  return (
    <>
      <ul className="link-rows" aria-label={label} ref={list}>
        {links.map((link, index) => (
          <ListRow key={link.id} link={link} actions={actions} index={index} setSize={null} isTabStop />
        ))}
      </ul>
      {hasMore ? (
        <Button className="show-more" off={isLoadingMore} onClick={showMore}>
          {isLoadingMore ? 'Loading…' : 'Show more'}
        </Button>
      ) : null}
    </>
  );
}

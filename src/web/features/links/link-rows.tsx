import { createElement, useEffect, useRef, useState, type ComponentType } from 'react';

import type { LinkListView } from '#web/links-client/list/list-state.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Button } from '#web/ui/button.tsx';

import { spokenMessage } from './list-messages.ts';
import { ListRow } from './list-row.tsx';
import type { RowActions } from './row-actions.ts';
import { focusRow, useRowFocus, type RowsProps } from './row-keys.ts';

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
  const [awaited, setAwaited] = useState<number | null>(null);
  const [isMany, setMany] = useState(false);
  const virtualRows = useVirtualRows(links.length > (hasMore ? likelyRows : manyRows));
  // A deletion does not take the rows out of the box again.
  if (links.length > manyRows && !isMany) setMany(true);

  const pace = isLoadingMore ? 'loading' : 'some';
  const props: RowsProps = {
    label,
    links,
    actions,
    awaited,
    onAwaited() {
      setAwaited(null);
      announce(spokenMessage(links.length, view));
    },
    more: hasMore ? pace : 'none',
    onShowMore() {
      // "Show more" may go away. The focus moves to the first new row.
      setAwaited(links.length);
      onShowMore();
    },
    // After a failure, the user decides when to try again.
    onNearEnd: () => failure ?? onShowMore(),
  };
  return createElement(isMany ? (virtualRows ?? PlainRows) : PlainRows, props);
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
  const { label, links, actions, more, onShowMore } = props;
  const list = useRef<HTMLUListElement>(null);

  useRowFocus(list, props, {
    page: () => pageOfRows,
    focusIndex(index) {
      const row = list.current?.children[index];
      focusRow(row);
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    },
  });

  return (
    <>
      <ul className="link-rows" aria-label={label} ref={list}>
        {links.map((link, index) => (
          <ListRow key={link.id} link={link} actions={actions} index={index} setSize={null} isTabStop />
        ))}
      </ul>
      {more === 'none' ? null : (
        <Button className="show-more" off={more === 'loading'} onClick={onShowMore}>
          {more === 'loading' ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </>
  );
}

import { useEffect, useRef } from 'react';

import { Button } from '#web/ui/button.tsx';

import { ListRow } from './list-row.tsx';
import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import type { RowActions } from './row-actions.ts';
import { focusRow, useRowKeys } from './row-keys.ts';

/** Lets the list give the focus to a row. */
type RowFocus = {
  /** Sets the function that focuses a row and scrolls to it. Returns a function that removes it. */
  attach(focusIndex: (index: number) => void): () => void;
};

export type RowsProps = {
  readonly label: string;
  readonly links: readonly ListedLink[];
  readonly actions: RowActions;
  readonly focus: RowFocus;
  /** What follows these rows: nothing, more rows, or rows that are being read. */
  readonly more: 'none' | 'some' | 'loading';
  /** The user asks for more rows. */
  readonly onShowMore: () => void;
  /** The last rows are near, so more can be read. */
  readonly onNearEnd: () => void;
};

/** How many rows the page keys move. */
const pageOfRows = 5;

/** Draws every row. Tab stops at each of them. */
export function PlainRows({ label, links, actions, focus, more, onShowMore }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => focus.attach((index) => showRow(list.current, index)), [focus]);
  useRowKeys(list, {
    links,
    actions,
    page: () => pageOfRows,
    focusIndex: (index) => showRow(list.current, index),
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

function showRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index];
  focusRow(row);
  row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

import { useEffect, useRef } from 'react';

import { Button } from '#web/ui/button.tsx';

import { ListRow } from './list-row.tsx';
import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import { focusRow } from './row-focus.ts';
import type { RowHost } from './row-actions.ts';
import { useRowKeys } from './row-keys.ts';
import type { RowsHandle } from './rows-handle.ts';

export type RowsProps = {
  readonly label: string;
  readonly links: readonly ListedLink[];
  readonly host: RowHost;
  readonly handle: RowsHandle;
  /** What comes after these rows: nothing, more of them, or more that are on their way. */
  readonly more: 'none' | 'some' | 'loading';
  /** The user asks for more. */
  readonly onShowMore: () => void;
  /** More would be welcome: the last rows are near. */
  readonly onNearEnd: () => void;
};

/** How far the page keys go where the rows have no box of their own. */
const pageOfRows = 5;

/** Every row drawn, each of them a stop of the Tab key. */
export function PlainRows({ label, links, host, handle, more, onShowMore }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => handle.attach((index) => showRow(list.current, index)), [handle]);
  useRowKeys(list, {
    links,
    host,
    page: () => pageOfRows,
    focusIndex: (index) => showRow(list.current, index),
  });

  return (
    <>
      <ul className="link-rows" aria-label={label} ref={list}>
        {links.map((link, index) => (
          <ListRow key={link.id} link={link} host={host} index={index} setSize={null} isTabStop />
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

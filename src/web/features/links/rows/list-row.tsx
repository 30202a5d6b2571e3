import { memo, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

import { DeletedRow } from './deleted-row.tsx';
import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import { LinkRow } from './link-row.tsx';
import { focusBeside, focusRow } from './row-focus.ts';
import type { RowHost } from './row-actions.ts';

type ListRowProps = {
  readonly link: ListedLink;
  readonly host: RowHost;
  readonly index: number;
  /** All rows there are, drawn or not; -1 where nobody knows. Null: all of them are drawn. */
  readonly setSize: number | null;
  /** Distance from the top in pixels, where rows are drawn as they come into sight. */
  readonly start?: number;
  /** Whether Tab stops here. */
  readonly isTabStop: boolean;
  /** Hears of the row's element. */
  readonly onElement?: (element: HTMLLIElement | null) => void;
};

/** A row of the list: a link, or what stands in its place while its deletion can be undone. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const { link, host, index, setSize, start, isTabStop, onElement } = props;
  const { selection, deletions } = host.desk;
  const row = useRef<HTMLLIElement>(null);
  const isTicked = useSyncExternalStore(selection.subscribe, () => selection.has(link.id));
  const isDeleted = useSyncExternalStore(deletions.subscribe, () =>
    deletions.pending().some(({ id }) => id === link.id),
  );

  useLayoutEffect(() => {
    const element = row.current;
    onElement?.(element);
    return () => onElement?.(null);
  }, [onElement]);

  useLayoutEffect(() => {
    if (host.takesFocus(link.id, isDeleted)) focusRow(row.current);
  }, [host, link.id, isDeleted]);

  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement) === true) focusBeside(element);
    };
  }, []);

  const parts = { link, host, tabIndex: isTabStop ? undefined : (-1 as const) };
  const look = isTicked ? 'link-row link-row-ticked' : 'link-row';
  return (
    <li
      ref={row}
      className={isDeleted ? 'link-row link-row-deleted' : look}
      data-index={index}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      aria-setsize={setSize ?? undefined}
      aria-posinset={setSize === null ? undefined : index + 1}
    >
      {isDeleted ? <DeletedRow {...parts} /> : <LinkRow {...parts} isTicked={isTicked} />}
    </li>
  );
});

import { useEffect, useRef } from 'react';

import { ListRow } from './list-row.tsx';
import type { RowsProps } from './plain-rows.tsx';
import { useRowKeys } from './row-keys.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** More rows are read when fewer than this many are left below. */
const rowsAhead = 40;
/** Rows are checked in blocks of this size, so that scrolling asks for each block once. */
const rowsAtOnce = 200;

/** Draws the rows in sight of a long list in a box that scrolls. Tab stops at one row, and the arrow keys move on. */
export function VirtualRows({ label, links, actions, focus, more, onNearEnd }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(box, links);
  const { rows, last, height, activeIndex, measure, pageSize, focusIndex } = virtual;

  useEffect(() => focus.attach(focusIndex));
  useRowKeys(box, { links, actions, page: pageSize, focusIndex });
  useEffect(() => {
    if (more === 'some' && last >= links.length - rowsAhead) onNearEnd();
  }, [last, links.length, more, onNearEnd]);
  useEffect(() => {
    const from = Math.floor((last - rowsAhead) / rowsAtOnce) * rowsAtOnce;
    const to = Math.ceil((last + rowsAhead) / rowsAtOnce) * rowsAtOnce;
    actions.controller.list.checkRows(links.slice(Math.max(0, from), to).map(({ id }) => id));
  }, [last, links, actions]);

  return (
    <div className="link-box" ref={box}>
      <ul className="link-rows" aria-label={label} style={{ height }}>
        {rows.map(({ index, start }) => {
          const link = links[index];
          return link === undefined ? null : (
            <ListRow
              key={link.id}
              link={link}
              actions={actions}
              index={index}
              start={start}
              setSize={more === 'none' ? links.length : -1}
              isTabStop={index === activeIndex}
              onElement={measure}
            />
          );
        })}
      </ul>
    </div>
  );
}

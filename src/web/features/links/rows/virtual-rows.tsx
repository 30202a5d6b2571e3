import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

import { useActiveRow } from './active-row.ts';
import { ListRow } from './list-row.tsx';
import type { RowsProps } from './plain-rows.tsx';
import { useRowKeys } from './row-keys.ts';
import { createRowWindow } from './row-window.ts';

/** More rows are asked for when fewer than this many are left below. */
const rowsAhead = 40;
/** Rows are checked in blocks of so many, so that scrolling asks for each block once. */
const rowsAtOnce = 200;

/** Many rows in a box that scrolls, of which those in sight are drawn. Tab stops at one row, arrows move on. */
export function VirtualRows({ label, links, host, handle, more, onNearEnd }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [rowWindow] = useState(createRowWindow);
  const { activeIndex, focusIndex } = useActiveRow(box, rowWindow, links);
  rowWindow.lay(links, activeIndex);
  const { rows, last, height } = useSyncExternalStore(rowWindow.subscribe, rowWindow.view);

  useLayoutEffect(() => (box.current === null ? undefined : rowWindow.connect(box.current)), [rowWindow]);
  useLayoutEffect(() => rowWindow.settle());
  useEffect(() => handle.attach(focusIndex));
  useRowKeys(box, { links, host, page: rowWindow.pageSize, focusIndex });
  useEffect(() => {
    if (more === 'some' && last >= links.length - rowsAhead) onNearEnd();
  }, [last, links.length, more, onNearEnd]);
  useEffect(() => {
    const from = Math.floor((last - rowsAhead) / rowsAtOnce) * rowsAtOnce;
    const to = Math.ceil((last + rowsAhead) / rowsAtOnce) * rowsAtOnce;
    host.desk.list.near(links.slice(Math.max(0, from), to).map(({ id }) => id));
  }, [last, links, host]);

  return (
    <div className="link-box" ref={box}>
      <ul className="link-rows" aria-label={label} style={{ height }}>
        {rows.map(({ index, start }) => {
          const link = links[index];
          return link === undefined ? null : (
            <ListRow
              key={link.id}
              link={link}
              host={host}
              index={index}
              start={start}
              setSize={more === 'none' ? links.length : -1}
              isTabStop={index === activeIndex}
              onElement={rowWindow.measure}
            />
          );
        })}
      </ul>
    </div>
  );
}

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import { focusRow, rowIndexOf } from './row-focus.ts';
import type { RowWindow } from './row-window.ts';

/** The one row at which Tab stops: the first, or the one that last held the focus. */
export function useActiveRow(
  box: RefObject<HTMLElement | null>,
  rowWindow: RowWindow,
  links: readonly ListedLink[],
) {
  const wanted = useRef<number | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = useMemo(
    () =>
      activeId === null
        ? 0
        : Math.max(
            0,
            links.findIndex(({ id }) => id === activeId),
          ),
    [links, activeId],
  );

  useEffect(() => {
    const heard = box.current;
    const follow = ({ target }: FocusEvent) => {
      const index = target === null ? null : rowIndexOf(target);
      if (index !== null) setActiveId(links[index]?.id ?? null);
    };
    heard?.addEventListener('focusin', follow);
    return () => heard?.removeEventListener('focusin', follow);
  }, [box, links]);

  function giveFocus(): void {
    if (wanted.current !== null && focusRow(rowAt(box.current, wanted.current))) wanted.current = null;
  }

  // A row that is far away is drawn first, and takes the focus then.
  useLayoutEffect(giveFocus);

  return {
    activeIndex,
    focusIndex(index: number): void {
      wanted.current = index;
      setActiveId(links[index]?.id ?? null);
      rowWindow.reveal(index);
      giveFocus();
    },
  };
}

function rowAt(box: HTMLElement | null, index: number): Element | null {
  return box?.querySelector(`[data-index="${index}"]`) ?? null;
}

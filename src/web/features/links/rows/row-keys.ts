import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/link-list-view.ts';
import { readListKey } from './row-keys-map.ts';
import { rowIndexOf } from './row-focus.ts';
import type { RowHost } from './row-actions.ts';

type Rows = {
  readonly links: readonly ListedLink[];
  readonly host: RowHost;
  /** How far the page keys go. */
  readonly page: () => number;
  readonly focusIndex: (index: number) => void;
};

/** Answers the keys that are pressed in the rows of an element. */
export function useRowKeys(element: RefObject<HTMLElement | null>, rows: Rows): void {
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    const answer = (event: KeyboardEvent) => answerKey(event, latest.current);
    const heard = element.current;
    heard?.addEventListener('keydown', answer);
    return () => heard?.removeEventListener('keydown', answer);
  }, [element]);
}

function answerKey(event: KeyboardEvent, { links, host, page, focusIndex }: Rows): void {
  const index = event.target === null ? null : rowIndexOf(event.target);
  const link = index === null ? undefined : links[index];
  if (index === null || link === undefined) return;
  const action = readListKey(event, { index, count: links.length, page: page() });
  if (action === null) return;
  event.preventDefault();
  if (action.kind === 'move') focusIndex(action.to);
  else if (action.kind === 'edit') host.edit(link);
  else host.remove(link.id);
}

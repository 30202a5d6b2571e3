import { useEffect, useRef, type RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/listed-rows.ts';
import { readListKey } from './list-keys.ts';
import type { RowActions } from './row-actions.ts';

type Rows = {
  readonly links: readonly ListedLink[];
  readonly actions: RowActions;
  /** Returns how many rows the page keys move. */
  readonly page: () => number;
  readonly focusIndex: (index: number) => void;
};

/** Handles the keys that are pressed in the rows of an element. */
export function useRowKeys(element: RefObject<HTMLElement | null>, rows: Rows): void {
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event, latest.current);
    const target = element.current;
    target?.addEventListener('keydown', onKeyDown);
    return () => target?.removeEventListener('keydown', onKeyDown);
  }, [element]);
}

function handleKey(event: KeyboardEvent, { links, actions, page, focusIndex }: Rows): void {
  const index = event.target === null ? null : rowIndexOf(event.target);
  const link = index === null ? undefined : links[index];
  if (index === null || link === undefined) return;
  const action = readListKey(event, { index, count: links.length, page: page() });
  if (action === null) return;
  event.preventDefault();
  if (action.kind === 'move') focusIndex(action.to);
  else if (action.kind === 'edit') actions.edit(link);
  else actions.remove(link.id);
}

/** Gives the focus to a row's first control. Returns false if there is none. */
export function focusRow(row: Element | null | undefined): boolean {
  const control = row?.querySelector<HTMLElement>('input, button');
  control?.focus({ preventScroll: true });
  return control !== undefined && control !== null;
}

/** Moves the focus from a row that is removed to the next row, or to the heading of an empty list. */
export function focusBeside(row: Element): void {
  if (focusRow(row.nextElementSibling) || focusRow(row.previousElementSibling)) return;
  row.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Returns the index of the row that holds an element. */
export function rowIndexOf(element: EventTarget): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}

import { useEffect, useEffectEvent, type RefObject } from 'react';

import type { ListedLink } from '#web/links-client/list/listed-rows.ts';

import type { RowActions } from './row-actions.ts';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** `page`: the number of rows in sight at once. */
type RowPlace = { readonly index: number; readonly count: number; readonly page: number };

/**
 * Returns what a key does at a row: it edits, deletes, or moves to the row with this index. Null leaves it to the
 * browser. The tick box handles Space itself.
 */
export function readRowKey(event: Key, { index, count, page }: RowPlace): 'edit' | 'delete' | number | null {
  if (hasModifier(event)) return null;
  switch (event.key) {
    case 'e':
    case 'E':
      return 'edit';
    case 'Delete':
    case 'Backspace':
      return 'delete';
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageUp':
      return Math.max(index - page, 0);
    case 'Home':
      return 0;
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'PageDown':
      return Math.min(index + page, count - 1);
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Whether a key press anywhere on the page starts a search. In a text field, a slash is just text. */
export function asksForSearch(event: Key, isTyping: boolean): boolean {
  return event.key === '/' && !hasModifier(event) && !isTyping;
}

function hasModifier({ altKey, ctrlKey, metaKey }: Key): boolean {
  return altKey || ctrlKey || metaKey;
}

export type RowsProps = {
  readonly label: string;
  readonly links: readonly ListedLink[];
  readonly actions: RowActions;
  /** The index of a row that takes the focus as soon as it is read, or null. */
  readonly awaited: number | null;
  readonly onAwaited: () => void;
  /** What follows these rows: nothing, more rows, or rows that are being read. */
  readonly more: 'none' | 'some' | 'loading';
  /** The user asks for more rows. */
  readonly onShowMore: () => void;
  /** The last rows are near, so more can be read. */
  readonly onNearEnd: () => void;
};

type RowMoves = {
  /** Returns how many rows the page keys move. */
  readonly page: () => number;
  /** Gives the focus to a row and scrolls to it. */
  readonly focusIndex: (index: number) => void;
};

/** Handles the keys that are pressed in the rows of an element, and gives the focus to the awaited row. */
export function useRowFocus(
  element: RefObject<HTMLElement | null>,
  { links, actions, awaited, onAwaited }: RowsProps,
  { page, focusIndex }: RowMoves,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const index = rowIndexOf(event.target);
    const link = index === null ? undefined : links[index];
    if (index === null || link === undefined) return;
    const wanted = readRowKey(event, { index, count: links.length, page: page() });
    if (wanted === null) return;
    event.preventDefault();
    if (wanted === 'edit') actions.edit(link);
    else if (wanted === 'delete') actions.remove(link.id);
    else focusIndex(wanted);
  });
  useEffect(() => {
    const target = element.current;
    const handle = (event: KeyboardEvent) => handleKey(event);
    target?.addEventListener('keydown', handle);
    return () => target?.removeEventListener('keydown', handle);
  }, [element]);

  useEffect(() => {
    if (awaited === null || links.length <= awaited) return;
    focusIndex(awaited);
    onAwaited();
  });
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
export function rowIndexOf(element: EventTarget | null): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}

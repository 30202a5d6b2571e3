import { useEffect, type RefObject } from 'react';

import type { Link } from '#core/links/link.ts';
import type { LinksController } from '#web/links-client/list/links-controller.ts';
import type { LinkListView } from '#web/links-client/list/list-reader.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useListener } from '#web/lib/use-store.ts';

import { spokenMessage } from './list-messages.ts';

/** What the list and its rows can do. It stays the same object while the list is shown. */
export type RowActions = ReturnType<typeof createRowActions>;

/** @param openForm Opens the form: to edit a link, or to add one. */
export function createRowActions(
  controller: LinksController,
  openForm: (link: Link | null) => void,
  onFormLikely: () => void,
) {
  let focused: { readonly id: string; readonly isDeleted: boolean } | null = null;
  const isDeleted = (id: string) => controller.deletions.get().some((deletion) => deletion.id === id);

  return {
    controller,
    onFormLikely,
    isDeleted,
    add: () => openForm(null),
    edit(link: Link): void {
      if (!isDeleted(link.id)) openForm(link);
    },
    remove(id: string): void {
      if (isDeleted(id)) return;
      focused = { id, isDeleted: true };
      controller.remove(id);
      announce('Link deleted');
    },
    keep(id: string): void {
      focused = { id, isDeleted: false };
      controller.keep(id);
      announce('Link kept');
    },
    /** Returns whether the row takes the focus, because it was just deleted or kept. Returns true only once. */
    takesFocus(id: string, isRowDeleted: boolean): boolean {
      const isFocused = focused?.id === id && focused.isDeleted === isRowDeleted;
      if (isFocused) focused = null;
      return isFocused;
    },
  };
}

export type LinkRowsProps = {
  readonly label: string;
  readonly view: LinkListView;
  readonly actions: RowActions;
  readonly onShowMore: () => void;
};

export type RowsProps = LinkRowsProps & {
  /** The index of a row that takes the focus as soon as it is read, or null. */
  readonly awaited: number | null;
  readonly onAwait: (index: number | null) => void;
};

/**
 * Handles the keys that are pressed in the rows of an element, and gives the focus to the awaited row.
 * @param focusIndex Gives the focus to a row and scrolls to it.
 * @param page Returns how many rows the page keys move.
 */
export function useRowFocus(
  element: RefObject<HTMLElement | null>,
  { view, actions, awaited, onAwait }: RowsProps,
  focusIndex: (index: number) => void,
  page: () => number,
): void {
  const { links } = view;
  useListener(element, 'keydown', (event) => {
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
    if (awaited === null || links.length <= awaited) return;
    focusIndex(awaited);
    onAwait(null);
    announce(spokenMessage(links.length, view));
  });
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** `page` is the number of rows that the page keys move. */
type RowPlace = { readonly index: number; readonly count: number; readonly page: number };

/**
 * Returns what a key does at a row: it edits, deletes, or moves to the row with this index. Null leaves it to the
 * browser. The tick box handles Space itself.
 */
export function readRowKey(event: Key, { index, count, page }: RowPlace): 'edit' | 'delete' | number | null {
  const { key } = event;
  if (hasModifier(event)) return null;
  if (key === 'e' || key === 'E') return 'edit';
  if (key === 'Delete' || key === 'Backspace') return 'delete';
  const steps = new Map([
    ['ArrowUp', -1],
    ['ArrowDown', 1],
    ['PageUp', -page],
    ['PageDown', page],
    ['Home', -count],
    ['End', count],
  ]);
  const step = steps.get(key);
  return step === undefined ? null : Math.min(Math.max(index + step, 0), count - 1);
}

/** Returns whether a key press starts a search. In a text field, a slash is only text. */
export function asksForSearch(event: Key, isTyping: boolean): boolean {
  return event.key === '/' && !hasModifier(event) && !isTyping;
}

function hasModifier({ altKey, ctrlKey, metaKey }: Key): boolean {
  return altKey || ctrlKey || metaKey;
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

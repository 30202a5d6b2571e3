/** Gives the focus to a row's first control. False where there is none. */
export function focusRow(row: Element | null | undefined): boolean {
  const control = row?.querySelector<HTMLElement>('input, button');
  control?.focus({ preventScroll: true });
  return control !== undefined && control !== null;
}

/** The row goes while it holds the focus: that moves on to the next one, or to the heading of an empty list. */
export function focusBeside(row: Element): void {
  if (focusRow(row.nextElementSibling) || focusRow(row.previousElementSibling)) return;
  row.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Which row of the list an element stands in. */
export function rowIndexOf(element: EventTarget): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
  return row === null ? null : Number(row.dataset['index']);
}

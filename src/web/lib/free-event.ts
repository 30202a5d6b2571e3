/** Returns whether the user types in an element. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  );
}

/** Returns whether a dialog covers the page. */
export function hasOpenDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

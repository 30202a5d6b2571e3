/** How much of the text above the first edit is shown, and the space above that, in pixels. */
const context = 88;
const margin = 16;

/** Scrolls a panel that has its own scroll bar, so that the first edit is in view with some text above it. */
export function openAtFirstEdit(reading: HTMLElement): void {
  const panel = reading.closest('[role=tabpanel]');
  const first = reading.querySelector('[data-edit]');
  panel?.scrollTo({ top: 0, behavior: 'instant' });
  if (!panel || first === null) return;
  const edit = first.getBoundingClientRect();
  const seen = visibleRange(panel);
  if (edit.bottom <= seen.bottom) return;
  // A disclosure right above is shown whole.
  const above = reading.querySelector('.disclosure')?.parentElement?.getBoundingClientRect().top ?? edit.top;
  const room = edit.top - above < (seen.bottom - seen.top) / 2 ? edit.top - above + margin : context;
  panel.scrollTo({ top: edit.top - seen.top - Math.max(room, context), behavior: 'instant' });
}

/** Returns the visible range of the text: the head of the view covers its top. */
export function visibleRange(panel: Element): { readonly top: number; readonly bottom: number } {
  const { top, bottom } = panel.getBoundingClientRect();
  const head = panel.querySelector('.live-head, .version-head')?.getBoundingClientRect();
  return { top: head?.bottom ?? top, bottom };
}

/** Scrolls to an element of the text, smoothly unless the user wants less motion. */
export function showInText(element: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
}

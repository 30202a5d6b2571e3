/** Milliseconds between two moves: parts of a long text may send edits from far apart in turns. */
const rest = 900;

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Brings each new edit into view for as long as the reader goes along. Who scrolls away from the last one is left alone
 * until that one is in view again.
 */
export function followEdits(text: HTMLElement | null) {
  const view = text?.closest<HTMLElement>('[role=tabpanel]') ?? null;
  let hasLeft = false;
  let last: Element | null = null;
  let next: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const leave = () => {
    hasLeft = true;
  };

  function move(): void {
    timer = null;
    const edit = next === null ? null : text?.querySelector(`[data-edit="${CSS.escape(next)}"]`);
    next = null;
    if (view === null || !edit) return;
    if (hasLeft && !isSeen(last, view)) return;
    hasLeft = false;
    last = edit;
    bringIntoView(edit, view);
    timer = setTimeout(move, rest);
  }

  for (const gesture of gestures) view?.addEventListener(gesture, leave, { passive: true });
  return {
    /** An edit has arrived and is drawn. */
    to(id: string) {
      next = id;
      if (timer === null) move();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      for (const gesture of gestures) view?.removeEventListener(gesture, leave);
    },
  };
}

/** Before the first edit, the text's beginning is what is followed. */
function isSeen(edit: Element | null, view: HTMLElement): boolean {
  if (edit === null) return view.scrollTop === 0;
  const { top, bottom } = edit.getBoundingClientRect();
  const seen = roomOf(view);
  return edit.isConnected && bottom > seen.top && top < seen.bottom;
}

/** What of the view the text has: its head stays on top of it. */
function roomOf(view: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = view.getBoundingClientRect();
  return { top: view.querySelector('.live-head')?.getBoundingClientRect().bottom ?? top, bottom };
}

function bringIntoView(edit: Element, view: HTMLElement): void {
  const { top, bottom } = edit.getBoundingClientRect();
  const room = roomOf(view);
  const margin = (room.bottom - room.top) / 6;
  if (top > room.top + margin && bottom < room.bottom - margin) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({
    top: (top + bottom) / 2 - (room.top + room.bottom) / 2,
    behavior: isCalm ? 'instant' : 'smooth',
  });
}

/** Milliseconds between two moves. The parts of a long text send edits in turns from places far apart. */
const moveInterval = 900;

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to each new edit. After the reader scrolls away from the last one, waits until it is in view again. */
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
    timer = setTimeout(move, moveInterval);
  }

  for (const gesture of gestures) view?.addEventListener(gesture, leave, { passive: true });
  return {
    /** Call it after a new edit is drawn. */
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

/** Before the first edit, the beginning of the text is followed. */
function isSeen(edit: Element | null, view: HTMLElement): boolean {
  if (edit === null) return view.scrollTop === 0;
  const { top, bottom } = edit.getBoundingClientRect();
  const seen = visibleRange(view);
  return edit.isConnected && bottom > seen.top && top < seen.bottom;
}

/** Returns the visible range of the text: the head of the view covers its top. */
function visibleRange(view: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = view.getBoundingClientRect();
  return { top: view.querySelector('.live-head')?.getBoundingClientRect().bottom ?? top, bottom };
}

function bringIntoView(edit: Element, view: HTMLElement): void {
  const { top, bottom } = edit.getBoundingClientRect();
  const room = visibleRange(view);
  const margin = (room.bottom - room.top) / 6;
  if (top > room.top + margin && bottom < room.bottom - margin) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({
    top: (top + bottom) / 2 - (room.top + room.bottom) / 2,
    behavior: isCalm ? 'instant' : 'smooth',
  });
}

import { editElements } from './floating-tools.tsx';
import type { MoveStore } from './move-store.ts';
import type { WeaveBench } from './editor-controller.ts';

const openDelay = 250;
const closeDelay = 400;

/** Selects the edit that the pointer rests on, that is pressed or has the focus. Undone by the answer. */
export function attachSelecting(root: HTMLElement, bench: WeaveBench, mover: MoveStore): () => void {
  const life = new AbortController();
  attachHover(root, bench, mover, life.signal);
  attachWork(root, bench, mover, life.signal);
  return () => {
    life.abort();
    bench.selected.clear();
    mover.end();
  };
}

function attachHover(
  root: HTMLElement,
  { selected }: WeaveBench,
  mover: MoveStore,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWorkedOn = () => selected.hold() === 'work' && selected.id() !== null;

  function later(run: () => void, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (mover.move() === null && !isWorkedOn()) run();
    }, delay);
  }

  function rest({ target, pointerType }: PointerEvent): void {
    if (pointerType !== 'mouse' || isWorkedOn()) return;
    const id = editOf(target);
    const isKept = isTool(target) || id === selected.id();
    if (isKept) clearTimeout(timer);
    else if (id === null) later(selected.clear, closeDelay);
    else later(() => selected.select(id, 'hover'), openDelay);
  }

  function leave({ pointerType }: PointerEvent): void {
    if (pointerType === 'mouse') later(selected.clear, closeDelay);
  }

  root.addEventListener('pointerover', rest, { signal });
  root.addEventListener('pointerleave', leave, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function attachWork(
  root: HTMLElement,
  { selected }: WeaveBench,
  mover: MoveStore,
  signal: AbortSignal,
): void {
  let isLeaving = false;

  function press({ target }: Event): void {
    const id = editOf(target);
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (id !== null && !isLink && mover.move() === null) selected.select(id, 'work');
  }

  function pressElsewhere({ target }: Event): void {
    if (mover.move() === null && !isTool(target) && editOf(target) !== selected.id()) selected.clear();
  }

  function focus({ target }: FocusEvent): void {
    const own = selected.id();
    if (mover.move() !== null || isLeaving) return;
    if (isTool(target)) {
      if (own !== null) selected.select(own, 'work');
      return;
    }
    const id = editOf(target);
    const isByKeys = target instanceof Element && target.matches(':focus-visible');
    if (id !== null && isByKeys) selected.select(id, 'work');
    else if (selected.hold() === 'work' && id !== own) selected.clear();
  }

  function leave(event: KeyboardEvent): void {
    const id = selected.id();
    if (event.key !== 'Escape' || id === null || mover.move() !== null) return;
    const isInside = isTool(document.activeElement);
    selected.clear();
    // The link that gets the focus back is not to have its tools again at once.
    isLeaving = true;
    if (isInside) focusEdit(root, id);
    isLeaving = false;
  }

  root.addEventListener('click', press, { signal });
  document.addEventListener('pointerdown', pressElsewhere, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('keydown', leave, { signal });
}

/** The link among the words, or the text that holds them. */
function focusEdit(root: HTMLElement, id: string): void {
  const link = editElements(root, id).flatMap((element) => [...element.querySelectorAll('a')])[0];
  const panel = root.closest<HTMLElement>('[role=tabpanel]');
  (link ?? panel)?.focus({ preventScroll: true });
}

function editOf(target: EventTarget | null): string | null {
  const edit = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
  return edit?.dataset['edit'] ?? null;
}

function isTool(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.weave-tools, .weave-mover') !== null;
}

import type { EditorController } from './editor-controller.ts';

/** Delays before tools are shown and hidden, in milliseconds. */
const openDelay = 250;
const closeDelay = 400;

/** Connects the editor to pointer, keyboard and focus. Returns a function that disconnects it. */
export function attachListeners(root: HTMLElement, editor: EditorController): () => void {
  const life = new AbortController();
  selectByHover(root, editor, life.signal);
  selectByPressOrFocus(root, editor, life.signal);
  undoByKeys(root, editor, life.signal);
  restoreFocus(root, editor, life.signal);
  return () => {
    life.abort();
    editor.selected.clear();
    editor.move.set(null);
  };
}

/** Shows the tools of an edit under the mouse, unless one is worked on. */
function selectByHover(root: HTMLElement, { selected, move }: EditorController, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWorkedOn = () => selected.get()?.hold === 'work';

  function later(run: () => void, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (move.get() === null && !isWorkedOn()) run();
    }, delay);
  }

  function onOver({ target, pointerType }: PointerEvent): void {
    if (pointerType !== 'mouse' || isWorkedOn()) return;
    const id = editOf(target);
    if (isTool(target) || id === selected.id()) clearTimeout(timer);
    else if (id === null) later(selected.clear, closeDelay);
    else later(() => selected.select(id, 'hover'), openDelay);
  }

  function onLeave({ pointerType }: PointerEvent): void {
    if (pointerType === 'mouse') later(selected.clear, closeDelay);
  }

  root.addEventListener('pointerover', onOver, { signal });
  root.addEventListener('pointerleave', onLeave, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Keeps the tools of an edit that is pressed or focused, until a press or the focus is elsewhere, or Escape. */
function selectByPressOrFocus(
  root: HTMLElement,
  { selected, move }: EditorController,
  signal: AbortSignal,
): void {
  let isLeaving = false;
  const isMoving = () => move.get() !== null;

  function onClick({ target }: Event): void {
    const id = editOf(target);
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (id !== null && !isLink && !isMoving()) selected.select(id, 'work');
  }

  function onPressElsewhere({ target }: Event): void {
    if (!isMoving() && !isTool(target) && editOf(target) !== selected.id()) selected.clear();
  }

  function onFocus({ target }: FocusEvent): void {
    if (isMoving() || isLeaving) return;
    const isByKeys = target instanceof Element && target.matches(':focus-visible');
    const id = isTool(target) ? selected.id() : editOf(target);
    if (id !== null && (isByKeys || isTool(target))) selected.select(id, 'work');
    else if (selected.get()?.hold === 'work' && id !== selected.id()) selected.clear();
  }

  function onEscape(event: KeyboardEvent): void {
    const id = selected.id();
    if (event.key !== 'Escape' || id === null || isMoving()) return;
    const isInside = isTool(document.activeElement);
    selected.clear();
    // The link that gets the focus back must not show its tools again.
    isLeaving = true;
    if (isInside) focusEdit(root, id);
    isLeaving = false;
  }

  root.addEventListener('click', onClick, { signal });
  document.addEventListener('pointerdown', onPressElsewhere, { signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('keydown', onEscape, { signal });
}

/** Focuses the link in the edit, or the panel of the text. */
function focusEdit(root: HTMLElement, id: string): void {
  const link = root.querySelector<HTMLElement>(`[data-edit="${CSS.escape(id)}"] a`);
  (link ?? root.closest<HTMLElement>('[role=tabpanel]'))?.focus({ preventScroll: true });
}

function editOf(target: EventTarget | null): string | null {
  const edit = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
  return edit?.dataset['edit'] ?? null;
}

function isTool(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.weave-tools, .weave-mover') !== null;
}

/**
 * Handles Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or Cmd on a Mac, while the version or nothing has the focus. Elsewhere the
 * browser undoes what was typed or pasted.
 */
function undoByKeys(root: HTMLElement, editor: EditorController, signal: AbortSignal): void {
  const panel = root.closest<HTMLElement>('[role=tabpanel]') ?? root;
  function onKey(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && (key === 'z' || key === 'y');
    const isHere =
      event.target === document.body || (event.target instanceof Node && panel.contains(event.target));
    if (!isUndo || !isHere) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) editor.redo();
    else editor.undo();
  }
  document.addEventListener('keydown', onKey, { signal });
}

/** A change may remove the focused button. The focus then moves to the nearest tool. */
function restoreFocus(root: HTMLElement, editor: EditorController, signal: AbortSignal): void {
  const { version, again, selected } = editor;
  let focused: Element | null = null;

  function onFocus({ target }: FocusEvent): void {
    focused = target instanceof Element && root.contains(target) ? target : null;
  }

  function restore(): void {
    if (!root.isConnected || focused?.isConnected !== false || document.activeElement !== document.body)
      return;
    focused = null;
    const id = selected.id();
    if (id !== null && editor.version.edit(id) !== null) return selected.select(id, 'work', true);
    const next =
      root.querySelector<HTMLElement>('.weave-undo') ?? root.closest<HTMLElement>('[role=tabpanel]');
    next?.focus({ preventScroll: true });
  }

  // React has drawn the change by the next frame.
  const restoreSoon = () => void requestAnimationFrame(restore);
  document.addEventListener('focusin', onFocus, { signal });
  const ends = [version.subscribe(restoreSoon), again.state.subscribe(restoreSoon)];
  signal.addEventListener('abort', () => ends.forEach((end) => end()));
}

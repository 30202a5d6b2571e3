import type { EditorController } from './editor-controller.ts';
import { editElements } from './floating-tools.tsx';
import type { MoveStore } from './move-addition.ts';

/** Delays before tools are shown and hidden, in milliseconds. */
const openDelay = 250;
const closeDelay = 400;

/** Connects the editor to pointer, keyboard and focus. Returns a function that disconnects it. */
export function attachListeners(root: HTMLElement, editor: EditorController, mover: MoveStore): () => void {
  const life = new AbortController();
  selectByPointer(root, editor, mover, life.signal);
  selectByPressOrFocus(root, editor, mover, life.signal);
  undoByKeys(root, editor, life.signal);
  restoreFocus(root, editor, life.signal);
  return () => {
    life.abort();
    editor.selected.clear();
    mover.end();
  };
}

function selectByPointer(
  root: HTMLElement,
  { selected }: EditorController,
  mover: MoveStore,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isWorkedOn = () => selected.get()?.hold === 'work';

  function later(run: () => void, delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (mover.get() === null && !isWorkedOn()) run();
    }, delay);
  }

  function onOver({ target, pointerType }: PointerEvent): void {
    if (pointerType !== 'mouse' || isWorkedOn()) return;
    const id = editOf(target);
    const isKept = isTool(target) || id === selectedId(selected);
    if (isKept) clearTimeout(timer);
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

function selectByPressOrFocus(
  root: HTMLElement,
  { selected }: EditorController,
  mover: MoveStore,
  signal: AbortSignal,
): void {
  let isLeaving = false;

  function onClick({ target }: Event): void {
    const id = editOf(target);
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (id !== null && !isLink && mover.get() === null) selected.select(id, 'work');
  }

  function onPressElsewhere({ target }: Event): void {
    if (mover.get() === null && !isTool(target) && editOf(target) !== selectedId(selected)) selected.clear();
  }

  function onFocus({ target }: FocusEvent): void {
    const own = selectedId(selected);
    if (mover.get() !== null || isLeaving) return;
    if (isTool(target)) {
      if (own !== null) selected.select(own, 'work');
      return;
    }
    const id = editOf(target);
    const isByKeys = target instanceof Element && target.matches(':focus-visible');
    if (id !== null && isByKeys) selected.select(id, 'work');
    else if (selected.get()?.hold === 'work' && id !== own) selected.clear();
  }

  function onEscape(event: KeyboardEvent): void {
    const id = selectedId(selected);
    if (event.key !== 'Escape' || id === null || mover.get() !== null) return;
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
  const link = editElements(root, id).flatMap((element) => [...element.querySelectorAll('a')])[0];
  const panel = root.closest<HTMLElement>('[role=tabpanel]');
  (link ?? panel)?.focus({ preventScroll: true });
}

function selectedId(selected: EditorController['selected']): string | null {
  return selected.get()?.id ?? null;
}

function editOf(target: EventTarget | null): string | null {
  const edit = target instanceof Element ? target.closest<HTMLElement>('[data-edit]') : null;
  return edit?.dataset['edit'] ?? null;
}

function isTool(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.weave-tools, .weave-mover') !== null;
}

/**
 * Ctrl+Z and Ctrl+Shift+Z, or the keys of a Mac, while the version has the focus or nothing has it. Otherwise the browser
 * would undo text that was typed or pasted elsewhere.
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
    const { past, future } = editor.version.get().history;
    const isRedo = key === 'y' || event.shiftKey;
    if ((isRedo ? future : past).length === 0) return;
    editor.act({ type: isRedo ? 'redo' : 'undo' }, isRedo ? 'Done again' : 'Undone');
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
    const id = selectedId(selected);
    if (id !== null && editor.edit(id) !== null) return selected.select(id, 'work', true);
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

import type { Edit, Spot } from '#core/edits/edit.ts';
import { t } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { createTimer } from '#web/lib/tasks.ts';
import { announce } from '#web/ui/announcer.tsx';

import { isOwnParagraph, messageOfWovenLinks } from './edit-words.ts';
import type { EditAction, EditedVersion } from './edited-version.ts';

export type EditorController = ReturnType<typeof createEditorController>;

/** Controls the changes of one version. All tools of the version share it. */
export function createEditorController(version: EditedVersion) {
  const selected = createSelectedEdit();

  /** Applies the action and announces `message`, or announces that it is not possible. Returns whether it is done. */
  function act(action: EditAction, message: string): boolean {
    const isDone = version.act(action);
    const links = messageOfWovenLinks(version.get().shown.report);
    announce(isDone ? `${message}. ${links}.` : t('That cannot stand there. Nothing changed.'));
    return isDone;
  }

  return {
    version,
    generation: version.original.generation,
    selected,
    move: createStore<Move | null>(null),
    act,
    undo(): void {
      if (version.get().history.past.length > 0) act({ type: 'undo' }, t('Undone'));
    },
    redo(): void {
      if (version.get().history.future.length > 0) act({ type: 'redo' }, t('Done again'));
    },
    /** Selects the next or the previous edit, and focuses its tools. The first edit follows the last one. */
    selectBeside(id: string | null, step: 1 | -1): void {
      const { edits } = version.get().history.now;
      const ids = edits.flatMap((one) => (one.text.trim() === '' ? [] : [one.id]));
      const from = id === null ? (step === 1 ? -1 : 0) : ids.indexOf(id);
      const next = ids.at((from + step) % ids.length);
      if (next !== undefined) selected.select(next, 'work', true);
    },
  };
}

/** `work` keeps the selection when the pointer leaves the edit, `hover` does not. */
type Hold = 'hover' | 'work';

/** The edit whose tools are shown. The tools take the focus when they are drawn, if `takesFocus`. */
type SelectedEdit = { readonly id: string; readonly hold: Hold; readonly takesFocus: boolean };

function createSelectedEdit() {
  const { get, set, subscribe } = createStore<SelectedEdit | null>(null);
  let latest: string | null = null;
  return {
    get,
    subscribe,
    id: (): string | null => get()?.id ?? null,
    /** The id of the edit that was selected last, even if the user has pressed elsewhere since then. */
    latest: (): string | null => latest,
    select(id: string, hold: Hold, takesFocus = false): void {
      const before = get();
      latest = id;
      // A pointer over an edit that is worked on does not change its hold.
      set({ id, hold: before?.id === id && before.hold === 'work' ? 'work' : hold, takesFocus });
    },
    clear: () => set(null),
  };
}

/** An addition on its way to another passage, by keyboard or by pointer. */
export type Move = {
  readonly id: string;
  readonly by: 'keys' | 'pointer';
  readonly passages: readonly Spot[];
  /** The index of the passage where it would be put. */
  readonly at: number;
};

/** Returns the passages to which an edit may move. There are none if the edit is not a sentence of its own. */
export function passagesFor({ version }: EditorController, edit: Edit): readonly Spot[] {
  if (!version.passages().isAddition(edit)) return [];
  const others = version.get().history.now.edits.filter((other) => other !== edit);
  return version.freePassages(edit, others);
}

/** Begins to move an edit from its own passage, or from the nearest one before it. Returns the possible passages. */
export function beginMove(editor: EditorController, edit: Edit, by: Move['by']): readonly Spot[] {
  const passages = passagesFor(editor, edit);
  const ownParagraph = isOwnParagraph(edit);
  const exact = passages.findIndex(
    (passage) => passage.offset === edit.start && passage.ownParagraph === ownParagraph,
  );
  const before = passages.findLastIndex(({ offset }) => offset <= edit.start);
  editor.move.set({ id: edit.id, by, passages, at: Math.max(0, exact >= 0 ? exact : before) });
  return passages;
}

/** Aims at the passage with this index, or at the first or last one if there is no such index. */
export function aimAt({ move }: EditorController, index: number): void {
  const now = move.get();
  if (now === null) return;
  const at = Math.max(0, Math.min(index, now.passages.length - 1));
  if (at !== now.at) move.set({ ...now, at });
}

/** Puts the addition at its new passage, or leaves it where it was. */
export function endMove(editor: EditorController, isPut: boolean): void {
  const { move, selected } = editor;
  const now = move.get();
  if (now === null) return;
  move.set(null);
  const isByKeys = now.by === 'keys';
  const isMoved = isPut && put(editor, now);
  if (!isPut) announce(t('Left where it was'));
  if (isMoved || isByKeys) selected.select(now.id, 'work', isByKeys);
}

function put({ version, act }: EditorController, { id, passages, at }: Move): boolean {
  const edit = version.edit(id);
  const passage = passages[at];
  if (edit === null || passage === undefined || !version.passages().isAddition(edit)) return false;
  return act({ type: 'edit-change', edit, to: [version.passages().putAt(edit, passage)] }, t('Moved'));
}

/** Delays before tools are shown and hidden, in milliseconds. */
const openDelay = 250;
const closeDelay = 400;

/** Stores whose changes may remove a tool that has the focus. */
type ToolChanges = Pick<ReadonlyStore<unknown>, 'subscribe'>;

/** Connects the editor to pointer, keyboard and focus. Returns a function that disconnects it. */
export function attachListeners(
  root: HTMLElement,
  editor: EditorController,
  toolChanges: ToolChanges,
): () => void {
  const life = new AbortController();
  selectByHover(root, editor, life.signal);
  selectByPressOrFocus(root, editor, life.signal);
  undoByKeys(root, editor, life.signal);
  restoreFocus(root, editor, toolChanges, life.signal);
  return () => {
    life.abort();
    editor.selected.clear();
    editor.move.set(null);
  };
}

/** Shows the tools of an edit under the mouse, unless one is worked on. */
function selectByHover(root: HTMLElement, { selected, move }: EditorController, signal: AbortSignal): void {
  const timer = createTimer();
  const isWorkedOn = () => selected.get()?.hold === 'work';

  function later(run: () => void, delay: number): void {
    timer.start(() => {
      if (move.get() === null && !isWorkedOn()) run();
    }, delay);
  }

  function onOver({ target, pointerType }: PointerEvent): void {
    if (pointerType !== 'mouse' || isWorkedOn()) return;
    const id = editOf(target);
    if (isTool(target) || id === selected.id()) timer.stop();
    else if (id === null) later(selected.clear, closeDelay);
    else later(() => selected.select(id, 'hover'), openDelay);
  }

  function onLeave({ pointerType }: PointerEvent): void {
    if (pointerType === 'mouse') later(selected.clear, closeDelay);
  }

  root.addEventListener('pointerover', onOver, { signal });
  root.addEventListener('pointerleave', onLeave, { signal });
  signal.addEventListener('abort', timer.stop);
}

/**
 * Shows the tools of an edit that is pressed or focused, until the user presses or focuses something else, or presses
 * Escape.
 */
function selectByPressOrFocus(
  root: HTMLElement,
  { selected, move }: EditorController,
  signal: AbortSignal,
): void {
  let isLeaving = false;
  const isMoving = () => move.get() !== null;

  /**
   * A click on a link selects its edit. With a modifier key, the browser opens the link. Enter also moves the focus to
   * the tools.
   */
  function onClick(event: MouseEvent): void {
    const id = editOf(event.target);
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    const isOpened = isLink && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (id === null || isOpened || isMoving()) return;
    if (isLink) event.preventDefault();
    selected.select(id, 'work', isLink && event.detail === 0);
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
    // The link gets the focus back, but must not show its tools again.
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
 * Handles Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, or Cmd on a Mac, while the version or nothing has the focus. In other
 * places, the browser undoes what was typed or pasted.
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
function restoreFocus(
  root: HTMLElement,
  { version, selected }: EditorController,
  toolChanges: ToolChanges,
  signal: AbortSignal,
): void {
  let focused: Element | null = null;

  function onFocus({ target }: FocusEvent): void {
    focused = target instanceof Element && root.contains(target) ? target : null;
  }

  function restore(): void {
    if (!root.isConnected || focused?.isConnected !== false || document.activeElement !== document.body)
      return;
    focused = null;
    const id = selected.id();
    if (id !== null && version.edit(id) !== null) return selected.select(id, 'work', true);
    const next =
      root.querySelector<HTMLElement>('.weave-undo') ?? root.closest<HTMLElement>('[role=tabpanel]');
    next?.focus({ preventScroll: true });
  }

  // React has drawn the change by the next frame.
  const restoreSoon = () => void requestAnimationFrame(restore);
  document.addEventListener('focusin', onFocus, { signal });
  const ends = [version.subscribe(restoreSoon), toolChanges.subscribe(restoreSoon)];
  signal.addEventListener('abort', () => ends.forEach((end) => end()));
}

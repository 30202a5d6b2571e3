import type { Edit, Spot } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { LinkReport } from '#core/report/version-report.ts';
import { t } from '#web/lib/language.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditAction } from './edit-history.ts';
import { linkName, linksIn, messageOfWovenLinks } from './edit-words.ts';
import type { EditedVersion } from './edited-version.ts';

/** Controls the changes of one version. All tools of the version share it. */
export type EditorController = {
  readonly version: EditedVersion;
  readonly generation: FinishedGeneration;
  readonly selection: EditSelection;
  /** The id of the edit whose new passage the user chooses, or null. */
  readonly moving: ReadonlyStore<string | null>;
  /** Applies the action and announces `message`, or announces that it is not possible. Returns whether it is done. */
  act(action: EditAction, message: string): boolean;
  undo(): void;
  redo(): void;
  /** Selects the next or the previous edit, and focuses its tools. The first edit follows the last one. */
  selectBeside(id: string | null, step: 1 | -1): void;
  startMove(edit: Edit): void;
  /** Puts the edit at the passage, or leaves it where it is. */
  endMove(edit: Edit, passage: Spot | null): void;
  /**
   * Returns what would put in the links that the version lacks, and that have a place now: those that fit no passage
   * well, or those that the writer left out. The user has removed none of these links.
   */
  offers(status: 'missing' | 'skipped'): readonly Offer[];
  accept(offer: Offer): void;
};

export type Offer = { readonly linkId: string; readonly edit: Edit };

export function createEditorController(version: EditedVersion): EditorController {
  const { generation } = version.original;
  const selection = createEditSelection();
  const moving = createStore<string | null>(null);

  function act(action: EditAction, message: string): boolean {
    const isDone = version.act(action);
    const links = messageOfWovenLinks(version.get().shown.report);
    announce(isDone ? `${message}. ${links}.` : t('That cannot stand there. Nothing changed.'));
    return isDone;
  }

  return {
    version,
    generation,
    selection,
    moving,
    act,
    undo() {
      if (version.get().history.past.length > 0) act({ type: 'undo' }, t('Undone'));
    },
    redo() {
      if (version.get().history.future.length > 0) act({ type: 'redo' }, t('Done again'));
    },
    selectBeside(id, step) {
      const { edits } = version.get().history.now;
      const ids = edits.flatMap((one) => (one.text.trim() === '' || one.relink?.isCopy ? [] : [one.id]));
      const from = id === null ? (step === 1 ? -1 : 0) : ids.indexOf(id);
      const next = ids.at((from + step) % ids.length);
      if (next !== undefined) selection.select(next, true);
    },
    startMove: ({ id }) => moving.set(id),
    endMove(edit, passage) {
      moving.set(null);
      if (passage === null) return;
      const to = [version.passages().putAt(edit, passage)];
      if (act({ type: 'edit-change', edit, to }, t('Moved'))) selection.select(edit.id, true);
    },
    offers: (status) => offersOf(version, status),
    accept({ linkId, edit }) {
      const message = t('Added: {name}', { name: linkName(linkId, generation) });
      if (act({ type: 'edit-add', edit }, message)) selection.select(edit.id, true);
    },
  };
}

function offersOf(version: EditedVersion, wanted: LinkReport['status']): readonly Offer[] {
  const { history, shown } = version.get();
  const removed = new Set(history.now.removed.flatMap((edit) => linksIn(edit, shown.generation)));
  return shown.report.links.flatMap(({ linkId, status, offer }) => {
    if (offer === null || status !== wanted || removed.has(linkId)) return [];
    const edit = version.place({ ...offer, id: `offer ${linkId}` });
    return edit === null ? [] : [{ linkId, edit }];
  });
}

/** The edit whose tools are shown. The tools take the focus when they are drawn, if `takesFocus`. */
type SelectedEdit = { readonly id: string; readonly takesFocus: boolean };

type EditSelection = ReadonlyStore<SelectedEdit | null> & {
  id(): string | null;
  /** The id of the edit that was selected last, even if the user has pressed elsewhere since then. */
  latest(): string | null;
  select(id: string, takesFocus?: boolean): void;
  clear(): void;
};

function createEditSelection(): EditSelection {
  const { get, set, subscribe } = createStore<SelectedEdit | null>(null);
  let latest: string | null = null;
  return {
    get,
    subscribe,
    id: () => get()?.id ?? null,
    latest: () => latest,
    select(id, takesFocus = false) {
      latest = id;
      set({ id, takesFocus });
    },
    clear: () => set(null),
  };
}

/** Stores whose changes may remove a tool that has the focus. */
type ToolChanges = Pick<ReadonlyStore<unknown>, 'subscribe'>;

/** Connects the editor to pointer, keyboard and focus. Returns a function that disconnects it. */
export function attachListeners(
  root: HTMLElement,
  editor: EditorController,
  toolChanges: ToolChanges,
): () => void {
  const life = new AbortController();
  selectByPressOrFocus(root, editor, life.signal);
  undoByKeys(root, editor, life.signal);
  stepByKeys(editor, life.signal);
  restoreFocus(root, editor, toolChanges, life.signal);
  return () => {
    life.abort();
    editor.selection.clear();
  };
}

/**
 * Shows the tools of an edit that is pressed, until the user presses or focuses something else, or presses
 * Escape.
 */
function selectByPressOrFocus(
  root: HTMLElement,
  { selection, moving }: EditorController,
  signal: AbortSignal,
): void {
  const isMoving = () => moving.get() !== null;

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
    selection.select(id, isLink && event.detail === 0);
  }

  function onPressElsewhere({ target }: Event): void {
    if (!isMoving() && !isTool(target) && editOf(target) !== selection.id()) selection.clear();
  }

  function onFocus({ target }: FocusEvent): void {
    if (isMoving()) return;
    const isByKeys = target instanceof Element && target.matches(':focus-visible');
    const id = editOf(target);
    if (isTool(target) || (id !== null && id === selection.id())) return;
    // Enter opens the tools of a link. The focus alone only closes those of another one.
    if (selection.id() !== null && isByKeys) selection.clear();
  }

  function onEscape(event: KeyboardEvent): void {
    const id = selection.id();
    if (event.key !== 'Escape' || id === null || isMoving()) return;
    const isInside = isTool(document.activeElement);
    selection.clear();
    if (isInside) focusEdit(root, id);
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
  return target instanceof Element && target.closest('.weave-tools') !== null;
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

/** N leads to the next link, and P to the previous one, unless a field or a dialog takes the keys. */
function stepByKeys(editor: EditorController, signal: AbortSignal): void {
  function onKey(event: KeyboardEvent): void {
    const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : null;
    const { target, ctrlKey, metaKey, altKey } = event;
    const isField =
      target instanceof Element && target.matches('textarea, select, input:not([type=checkbox])');
    if (step === null || isField || ctrlKey || metaKey || altKey) return;
    if (document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    editor.selectBeside(editor.selection.latest(), step);
  }
  document.addEventListener('keydown', onKey, { signal });
}

/** A change may remove the focused button. The focus then moves to the nearest tool. */
function restoreFocus(
  root: HTMLElement,
  { version, selection }: EditorController,
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
    const id = selection.id();
    if (id !== null && version.edit(id) !== null) return selection.select(id, true);
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

import type { Edit, Spot } from '#core/edits/edit.ts';
import { createStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditAction, EditedVersion } from './edited-version.ts';
import { isOwnParagraph, messageOfWovenLinks } from './edit-words.ts';
import type { AgainController } from './weave-again.ts';

export type EditorController = ReturnType<typeof createEditorController>;

/** Controls the changes of one version. All tools of the version share it. */
export function createEditorController(version: EditedVersion, again: AgainController) {
  const selected = createSelectedEdit();

  /** Applies the action and announces `message`, or announces that it is not possible. Returns whether it is done. */
  function act(action: EditAction, message: string): boolean {
    const isDone = version.act(action);
    announce(
      isDone
        ? `${message}. ${messageOfWovenLinks(version.get().shown.report)}.`
        : 'That cannot stand there. Nothing changed.',
    );
    return isDone;
  }

  return {
    version,
    generation: version.original.generation,
    again,
    selected,
    /** The addition that is being moved. */
    move: createStore<Move | null>(null),
    act,
    undo(): void {
      if (version.get().history.past.length > 0) act({ type: 'undo' }, 'Undone');
    },
    redo(): void {
      if (version.get().history.future.length > 0) act({ type: 'redo' }, 'Done again');
    },
    /** Selects the next or the previous edit, in a circle, and focuses its tools. */
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
  return {
    get,
    subscribe,
    id: (): string | null => get()?.id ?? null,
    select(id: string, hold: Hold, takesFocus = false): void {
      const before = get();
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

/** Returns the passages to which an edit may move; none if it is no sentence of its own. */
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
  if (!isPut) announce('Left where it was');
  if (isMoved || isByKeys) selected.select(now.id, 'work', isByKeys);
}

function put({ version, act }: EditorController, { id, passages, at }: Move): boolean {
  const edit = version.edit(id);
  const passage = passages[at];
  if (edit === null || passage === undefined || !version.passages().isAddition(edit)) return false;
  return act({ type: 'edit-change', edit, to: [version.passages().putAt(edit, passage)] }, 'Moved');
}

import type { Edit } from '#core/edits/edit.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import type { ShownVersion } from '#web/version-view/shown-version.ts';

import { canAdd, type EditAction } from './edit-history.ts';
import type { EditedVersion, EditedVersions } from './edited-versions.ts';
import { messageOfWovenLinks } from './editor-messages.ts';
import type { Passage, Passages } from './passages.ts';
import type { AgainController } from './weave-again.ts';

/** Controls the changes of one version. All tools of the version share it. */
export type EditorController = {
  /** The version as it was generated. */
  readonly original: ShownVersion;
  readonly version: ReadonlyStore<EditedVersion>;
  readonly again: AgainController;
  readonly selected: SelectedEdit;
  /** Parses the content at the first call. */
  passages(): Passages;
  edit(id: string): Edit | null;
  /** Applies the action and announces `message`, or announces that it is not possible. Returns whether it is done. */
  act(action: EditAction, message: string): boolean;
  /** Returns the passages to which the edit with this id may move; none if it is no sentence of its own. */
  passagesFor(id: string): readonly Passage[];
  move(id: string, passage: Passage): boolean;
  /** Selects the next or the previous edit, in a circle, and focuses its tools. */
  selectBeside(id: string | null, step: 1 | -1): void;
};

export function createEditorController(
  versions: EditedVersions,
  again: AgainController,
  original: ShownVersion,
): EditorController {
  const version = versions.of(original);
  const passages = () => versions.passages(original.generation);
  const selected = createSelectedEdit();
  const edit = (id: string) => versions.edit(original, id);

  function act(action: EditAction, message: string): boolean {
    const isDone = versions.act(original, action);
    announce(
      isDone
        ? `${message}. ${messageOfWovenLinks(version.get().shown.report)}.`
        : 'That cannot stand there. Nothing changed.',
    );
    return isDone;
  }

  function movable(id: string): Edit | null {
    const own = edit(id);
    return own !== null && passages().isAddition(own) ? own : null;
  }

  return {
    original,
    version,
    again,
    selected,
    passages,
    edit,
    act,
    passagesFor(id) {
      const own = movable(id);
      if (own === null) return [];
      const { history } = version.get();
      const others = history.now.edits.filter((other) => other !== own);
      return passages()
        .fitFor(own)
        .filter(({ offset }) => canAdd(history, others, offset));
    },
    move(id, passage) {
      const own = movable(id);
      if (own === null) return false;
      return act({ type: 'edit-change', edit: own, to: [passages().set(own, passage)] }, 'Moved');
    },
    selectBeside(id, step) {
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

/** The edit whose tools are shown. */
type SelectedEdit = ReadonlyStore<{ readonly id: string; readonly hold: Hold } | null> & {
  /** Returns whether the tools should take the focus; true only once for each request. */
  takeFocus(): boolean;
  select(id: string, hold: Hold, withFocus?: boolean): void;
  clear(): void;
};

function createSelectedEdit(): SelectedEdit {
  const { get, set, subscribe } = createStore<ReturnType<SelectedEdit['get']>>(null);
  let isFocusWanted = false;
  return {
    get,
    subscribe,
    takeFocus() {
      const isWanted = isFocusWanted;
      isFocusWanted = false;
      return isWanted;
    },
    select(id, hold, withFocus = false) {
      isFocusWanted ||= withFocus;
      const before = get();
      // A pointer over an edit that is worked on does not change its hold.
      set({ id, hold: before?.id === id && before.hold === 'work' ? 'work' : hold });
    },
    clear() {
      if (get() !== null) isFocusWanted = false;
      set(null);
    },
  };
}

import './version-editor.css';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { useStore } from '#web/lib/use-store.ts';
import type { EditedView, EditTools, ShownVersion } from '#web/version-view/shown-version.ts';

import { EditToolbar } from './edit-toolbar.tsx';
import type { EditedVersions } from './edited-versions.ts';
import { EditorActions, EditorNotes } from './editor-bar.tsx';
import { createEditorController, type EditorController } from './editor-controller.ts';
import { attachListeners } from './editor-listeners.ts';
import { createMoveStore, type MoveStore } from './move-addition.ts';
import { MoveMode } from './move-mode.tsx';
import type { AgainController } from './weave-again.ts';

type VersionEditorProps = {
  readonly versions: EditedVersions;
  readonly again: AgainController;
  /** The version as it was generated. */
  readonly shown: ShownVersion;
  readonly children: (edited: EditedView) => ReactNode;
};

/** A version with tools at each of its edits. */
export function VersionEditor({ versions, again, shown: original, children }: VersionEditorProps) {
  const editor = useMemo(
    () => createEditorController(versions, again, original),
    [versions, again, original],
  );
  const [mover] = useState(createMoveStore);
  const { shown } = useStore(editor.version);
  const root = useRef<HTMLDivElement>(null);
  const tools = useMemo(() => createTools(editor, mover), [editor, mover]);

  useEffect(
    () => (root.current === null ? undefined : attachListeners(root.current, editor, mover)),
    [editor, mover],
  );

  return (
    <div className="weave" ref={root}>
      {children({
        shown,
        tools,
        actions: <EditorActions editor={editor} />,
        notes: <EditorNotes editor={editor} />,
      })}
      <MoveMode editor={editor} mover={mover} root={root} />
    </div>
  );
}

function createTools(editor: EditorController, mover: MoveStore): EditTools {
  return { controls: (edit) => <EditControls edit={edit} editor={editor} mover={mover} /> };
}

type EditControlsProps = {
  readonly edit: Edit;
  readonly editor: EditorController;
  readonly mover: MoveStore;
};

/** Drawn right behind an edit, so that the Tab key reaches its tools after it. Renders only if its own edit changes. */
function EditControls({ edit, editor, mover }: EditControlsProps) {
  const { selected, again, original } = editor;
  const isSelected = useSyncExternalStore(selected.subscribe, () => selected.get()?.id === edit.id);
  const isMoving = useSyncExternalStore(mover.subscribe, () => mover.get()?.id === edit.id);
  const isBusy = useSyncExternalStore(again.state.subscribe, () => {
    const state = again.state.get();
    return state.phase === 'busy' && state.original === original && state.id === edit.id;
  });
  const look = `${isSelected || isMoving ? 'weave-selected' : ''} ${isBusy ? 'weave-busy' : ''}`.trim();
  return (
    <span className={look === '' ? undefined : look}>
      {isSelected ? <EditToolbar edit={edit} editor={editor} mover={mover} isBusy={isBusy} /> : null}
    </span>
  );
}

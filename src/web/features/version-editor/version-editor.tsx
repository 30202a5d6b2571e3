import './version-editor.css';

import { ArrowRight, CornerUpLeft, Redo2, Square, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';
import type { EditControls, EditedView } from '#web/version-view/shown-version.ts';

import { isUnchanged, type EditedVersion } from './edited-version.ts';
import { EditToolbar } from './edit-toolbar.tsx';
import { editName, linkName, linksIn, messageOfPosition, withoutMarkup } from './edit-words.ts';
import { createEditorController, type EditorController } from './editor-controller.ts';
import { attachListeners } from './editor-listeners.ts';
import { MoveMode } from './move-mode.tsx';
import { nearestFree } from './other-wordings.tsx';
import type { AgainController } from './weave-again.ts';

type VersionEditorProps = {
  readonly version: EditedVersion;
  readonly again: AgainController;
  readonly children: (edited: EditedView) => ReactNode;
};

/** A version with tools at each of its edits. */
export function VersionEditor({ version, again, children }: VersionEditorProps) {
  const editor = useMemo(() => createEditorController(version, again), [version, again]);
  const { shown } = useStore(version);
  const root = useRef<HTMLDivElement>(null);
  const controls = useMemo(() => controlsOf(editor), [editor]);

  useEffect(() => (root.current === null ? undefined : attachListeners(root.current, editor)), [editor]);

  return (
    <div className="weave" ref={root}>
      {children({
        shown,
        controls,
        actions: <EditorActions editor={editor} />,
        notes: <EditorNotes editor={editor} />,
      })}
      <MoveMode editor={editor} root={root} />
    </div>
  );
}

function controlsOf(editor: EditorController): EditControls {
  return (edit) => <ControlsOfEdit edit={edit} editor={editor} />;
}

type EditProps = { readonly edit: Edit; readonly editor: EditorController };

/** Drawn right behind an edit, so that the Tab key reaches its tools after it. Renders only if its own edit changes. */
function ControlsOfEdit({ edit, editor }: EditProps) {
  const { selected, again, move, version } = editor;
  const isSelected = useSyncExternalStore(selected.subscribe, () => selected.id() === edit.id);
  const isMoving = useSyncExternalStore(move.subscribe, () => move.get()?.id === edit.id);
  const isBusy = useSyncExternalStore(again.state.subscribe, () => {
    const state = again.state.get();
    return state.phase === 'busy' && state.version === version && state.id === edit.id;
  });
  const look = `${isSelected || isMoving ? 'weave-selected' : ''} ${isBusy ? 'weave-busy' : ''}`.trim();
  return (
    <span className={look === '' ? undefined : look}>
      {isSelected ? <EditToolbar edit={edit} editor={editor} /> : null}
    </span>
  );
}

type EditorProps = { readonly editor: EditorController };

/** The actions of the whole version: go to the next link, undo and redo. */
function EditorActions({ editor }: EditorProps) {
  const { past, now, future } = useStore(editor.version).history;
  return (
    <div className="weave-ways">
      {now.edits.length === 0 ? null : (
        <Button look="plain" onClick={() => editor.selectBeside(editor.selected.id(), 1)}>
          <ArrowRight aria-hidden="true" size={16} />
          Next link
        </Button>
      )}
      {past.length + future.length > 0 ? (
        <>
          <Button look="plain" className="weave-undo" off={past.length === 0} onClick={editor.undo}>
            <Undo2 aria-hidden="true" size={16} />
            Undo
          </Button>
          <Button look="plain" off={future.length === 0} onClick={editor.redo}>
            <Redo2 aria-hidden="true" size={16} />
            Redo
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The state of the version, and the links that are not in it. */
function EditorNotes({ editor }: EditorProps) {
  const { history } = useStore(editor.version);
  return (
    <div className="weave-notes">
      {isUnchanged(history) ? null : (
        <Button look="plain" onClick={() => editor.act({ type: 'start-over' }, 'Back to how it was written')}>
          <CornerUpLeft aria-hidden="true" size={16} />
          Back to how it was written
        </Button>
      )}
      <AgainLine editor={editor} />
      <LeftOut editor={editor} />
    </div>
  );
}

/** The link that is woven again, or the reason why it was not. */
function AgainLine({ editor }: EditorProps) {
  const { again, generation } = editor;
  const state = useStore(again.state);
  if (state.phase === 'idle' || state.version.original.generation !== generation) return null;
  const edit = state.version.edit(state.id);
  const name = edit === null ? 'a link' : `“${editName(edit, generation)}”`;
  if (state.phase === 'busy')
    return (
      <div className="weave-line">
        <Spinner label="Weaving again" />
        <span>Weaving {name} again. Everything else stays as it is.</span>
        <Button onClick={again.stop}>
          <Square aria-hidden="true" size={14} />
          Stop
        </Button>
      </div>
    );
  return (
    <div className="weave-line weave-failed">
      <span>
        {name} was not woven again: {state.reason}
      </span>
      <Button onClick={() => void again.start(state.version, state.id)}>Try again</Button>
      <Button look="plain" onClick={again.stop}>
        Dismiss
      </Button>
    </div>
  );
}

/** Edits that the user has removed, and links that fit no passage. Each has a button that adds it. */
function LeftOut({ editor }: EditorProps) {
  const { history, shown } = useStore(editor.version);
  const { generation } = editor;
  const { removed } = history.now;
  const taken = new Set(removed.flatMap((edit) => linksIn(edit, generation)));
  const offered = shown.report.links.flatMap(({ linkId, offer }) =>
    offer === null || taken.has(linkId) ? [] : [{ linkId, offer }],
  );
  if (removed.length + offered.length === 0) return null;
  return (
    <ul className="weave-left-out" aria-label="Not in this version">
      {removed.map((edit) => {
        const name = editName(edit, generation);
        return (
          <li key={edit.id}>
            <span>
              You took out <b>{name}</b>.
            </span>
            <Button onClick={() => editor.act({ type: 'edit-put-back', edit }, `Put back: ${name}`)}>
              Put back
            </Button>
          </li>
        );
      })}
      {offered.map(({ linkId, offer }) => (
        <li key={linkId}>
          <span>
            <b>{linkName(linkId, generation)}</b> fits no passage well. It could stand{' '}
            {messageOfPosition(generation.text, offer.start)}: “{withoutMarkup(offer.text, generation)}”
          </span>
          <Button onClick={() => acceptOffer(editor, linkId, { ...offer, id: `offer ${linkId}` })}>
            Put it here anyway
          </Button>
        </li>
      ))}
    </ul>
  );
}

function acceptOffer({ version, generation, act, selected }: EditorController, linkId: string, offer: Edit) {
  const edit = nearestFree(offer, version.get().history.now.edits, version) ?? offer;
  if (act({ type: 'edit-add', edit }, `Put in: ${linkName(linkId, generation)}`))
    selected.select(edit.id, 'work', true);
}

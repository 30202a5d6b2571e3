import { ArrowRight, CornerUpLeft, Redo2, Square, Undo2 } from 'lucide-react';

import type { Edit } from '#core/edits/edit.ts';
import { useStore } from '#web/lib/use-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';

import type { EditorController } from './editor-controller.ts';
import { editName, linkName, messageOfPosition, withoutMarkup } from './editor-messages.ts';
import { linksIn, nearestFree } from './wordings.ts';

type EditorBarProps = { readonly editor: EditorController };

/** The actions on the whole version: to the next link, undo and redo. */
export function EditorActions({ editor }: EditorBarProps) {
  const { history } = useStore(editor.version);
  const undo = () => editor.act({ type: 'undo' }, 'Undone');
  const redo = () => editor.act({ type: 'redo' }, 'Done again');
  const hasChanged = history.past.length > 0 || history.future.length > 0;
  return (
    <div className="weave-ways">
      {history.now.edits.length === 0 ? null : (
        <Button look="plain" onClick={() => editor.selectBeside(editor.selected.get()?.id ?? null, 1)}>
          <ArrowRight aria-hidden="true" size={16} />
          Next link
        </Button>
      )}
      {hasChanged ? (
        <>
          <Button look="plain" className="weave-undo" off={history.past.length === 0} onClick={undo}>
            <Undo2 aria-hidden="true" size={16} />
            Undo
          </Button>
          <Button look="plain" off={history.future.length === 0} onClick={redo}>
            <Redo2 aria-hidden="true" size={16} />
            Redo
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** The state of the version, and the links that are not in it. */
export function EditorNotes({ editor }: EditorBarProps) {
  const { isUnchanged } = useStore(editor.version);
  return (
    <div className="weave-notes">
      {isUnchanged ? null : (
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
function AgainLine({ editor }: EditorBarProps) {
  const { again, original } = editor;
  const { generation } = original;
  const state = useStore(again.state);
  if (state.phase === 'idle' || state.original.generation !== generation) return null;
  const edit = editor.edit(state.id);
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
      <Button onClick={() => void again.start(state.original, state.id)}>Try again</Button>
      <Button look="plain" onClick={again.stop}>
        Dismiss
      </Button>
    </div>
  );
}

/** Edits that the user has removed, and links that fit no passage. Each has a button that adds it. */
function LeftOut({ editor }: EditorBarProps) {
  const { history, shown } = useStore(editor.version);
  const { generation } = editor.original;
  const { removed } = history.now;
  const taken = new Set(removed.flatMap((edit) => linksIn(edit, generation)));
  const offered = shown.report.links.filter(({ linkId, offer }) => offer !== null && !taken.has(linkId));
  if (removed.length + offered.length === 0) return null;
  return (
    <ul className="weave-left-out" aria-label="Not in this version">
      {removed.map((edit) => (
        <Removed key={edit.id} editor={editor} edit={edit} />
      ))}
      {offered.map(({ linkId, offer }) => (
        <li key={linkId}>
          <span>
            <b>{linkName(linkId, generation)}</b> fits no passage well.{' '}
            {offer === null
              ? null
              : `It could stand ${messageOfPosition(generation.text, offer.start)}: “${withoutMarkup(offer.text, generation)}”`}
          </span>
          <Button onClick={() => acceptOffer(editor, linkId)}>Put it here anyway</Button>
        </li>
      ))}
    </ul>
  );
}

function Removed({ editor, edit }: EditorBarProps & { readonly edit: Edit }) {
  const name = editName(edit, editor.original.generation);
  return (
    <li>
      <span>
        You took out <b>{name}</b>.
      </span>
      <Button onClick={() => editor.act({ type: 'edit-put-back', edit }, `Put back: ${name}`)}>
        Put back
      </Button>
    </li>
  );
}

function acceptOffer(editor: EditorController, linkId: string): void {
  const { history, shown } = editor.version.get();
  const { generation } = editor.original;
  const offer = shown.report.links.find((link) => link.linkId === linkId)?.offer ?? null;
  if (offer === null) return;
  const named = { ...offer, id: `offer ${linkId}` };
  const edit = nearestFree(named, history.now.edits, history, editor.passages()) ?? named;
  const isDone = editor.act({ type: 'edit-add', edit }, `Put in: ${linkName(linkId, generation)}`);
  if (isDone) editor.selected.select(edit.id, 'work', true);
}

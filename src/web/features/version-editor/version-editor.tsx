import './version-editor.css';

import { ArrowRight, Columns3, CornerUpLeft, Redo2, Square, Undo2 } from 'lucide-react';
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';

import type { Edit } from '#core/edits/edit.ts';
import type { FinishedGeneration } from '#core/generation/finished-generation.ts';
import type { Generate } from '#web/api/generations-api.ts';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';
import { tRich } from '#web/ui/rich-text.tsx';
import type { EditControls, KeptChanges, VersionParts } from '#web/version-view/shown-version.ts';

import { CompareVersions } from './compare-versions.tsx';
import { createEditedVersions, isUnchanged } from './edited-version.ts';
import { EditToolbar } from './edit-toolbar.tsx';
import { editName, linkName, linksIn, withoutMarkup, wordsBefore } from './edit-words.ts';
import { createEditorController, type EditorController, attachListeners } from './editor-controller.ts';
import { MoveMode } from './move-mode.tsx';
import { createAgainController, nearestFree, type AgainController, type WriterChoice } from './wordings.tsx';

/** Returns the component that draws a version with tools at each of its edits. Its changes are kept until a reset. */
export function createVersionEditor(generate: Generate, writerChoice: WriterChoice, kept: KeptChanges) {
  const versionOf = createEditedVersions(kept);
  const again = createAgainController(generate, writerChoice);
  onReset(again.stop);
  onWorkspaceChange(again.stop);

  return function VersionEditor({ shown: original, children }: ComponentProps<VersionParts['Editor']>) {
    const version = versionOf(original);
    const editor = useMemo(() => createEditorController(version), [version]);
    const { shown } = useStore(version);
    const root = useRef<HTMLDivElement>(null);
    const controls = useMemo<EditControls>(
      () => (edit) => <ControlsOfEdit edit={edit} editor={editor} again={again} />,
      [editor],
    );

    useEffect(
      () => (root.current === null ? undefined : attachListeners(root.current, editor, again.state)),
      [editor],
    );

    return (
      <div className="weave" ref={root}>
        {children({
          shown,
          controls,
          actions: <EditorActions editor={editor} />,
          comparison: <CompareButton generation={editor.generation} kept={kept} />,
          notes: <EditorNotes editor={editor} again={again} />,
        })}
        <MoveMode editor={editor} root={root} />
      </div>
    );
  };
}

type EditorProps = { readonly editor: EditorController };
/** `again` weaves a link again, one at a time over all versions. */
type AgainProps = EditorProps & { readonly again: AgainController };

/**
 * The tools of an edit. They are drawn right behind it, so that the Tab key reaches them next. They are drawn again
 * only if their own edit changes.
 */
function ControlsOfEdit({ edit, editor, again }: AgainProps & { readonly edit: Edit }) {
  const { selected, move, version } = editor;
  const isSelected = useSyncExternalStore(selected.subscribe, () => selected.id() === edit.id);
  const isMoving = useSyncExternalStore(move.subscribe, () => move.get()?.id === edit.id);
  const own = useSyncExternalStore(again.state.subscribe, () => again.of(version, edit.id));
  return (
    <span className={`weave-${own.phase} ${isSelected || isMoving ? 'weave-selected' : ''}`}>
      {isSelected ? <EditToolbar edit={edit} editor={editor} again={again} own={own} /> : null}
    </span>
  );
}

function EditorActions({ editor: { version, selected, selectBeside, undo, redo } }: EditorProps) {
  const { past, now, future } = useStore(version).history;
  return (
    <>
      {now.edits.length === 0 ? null : (
        <Button look="plain" icon={ArrowRight} onClick={() => selectBeside(selected.latest(), 1)}>
          {t('Next link')}
        </Button>
      )}
      {past.length + future.length > 0 ? (
        <>
          <Button look="plain" icon={Undo2} className="weave-undo" off={past.length === 0} onClick={undo}>
            {t('Undo')}
          </Button>
          <Button look="plain" icon={Redo2} off={future.length === 0} onClick={redo}>
            {t('Redo')}
          </Button>
        </>
      ) : null}
    </>
  );
}

function CompareButton(props: Omit<ComponentProps<typeof CompareVersions>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Columns3} look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Compare the wordings')}
      </Button>
      {isOpen ? <CompareVersions {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function EditorNotes({ editor, again }: AgainProps) {
  const { history } = useStore(editor.version);
  return (
    <div className="weave-notes">
      {isUnchanged(history) ? null : (
        <Button
          icon={CornerUpLeft}
          look="plain"
          onClick={() => editor.act({ type: 'start-over' }, t('Back to how it was written'))}
        >
          {t('Back to how it was written')}
        </Button>
      )}
      <AgainLine editor={editor} again={again} />
      <RemovedEdits editor={editor} />
      <OfferedLinks editor={editor} />
    </div>
  );
}

function AgainLine({ editor: { generation }, again }: AgainProps) {
  const state = useStore(again.state);
  if (state.phase === 'idle' || state.version.original.generation !== generation) return null;
  const edit = state.version.edit(state.id);
  if (state.phase === 'failed')
    return (
      <div className="weave-line">
        <span className="weave-fault">
          {edit === null ? state.message : `${editName(edit, generation)}. ${state.message}`}
        </span>
        <Button look="plain" onClick={again.stop}>
          {t('Dismiss')}
        </Button>
      </div>
    );
  return (
    <div className="weave-line">
      <Spinner label={t('Weaving again')} />
      <span>
        {edit === null
          ? t('Weaving again')
          : t('Weaving “{name}” again. Everything else stays as it is.', {
              name: editName(edit, generation),
            })}
      </span>
      <Button icon={Square} iconSize={14} onClick={again.stop}>
        {t('Stop')}
      </Button>
    </div>
  );
}

function RemovedEdits({ editor }: EditorProps) {
  const { generation } = editor;
  const { removed } = useStore(editor.version).history.now;
  if (removed.length === 0) return null;
  return (
    <ul className="weave-left-out" aria-label={t('Not in this version')}>
      {removed.map((edit) => {
        const name = editName(edit, generation);
        return (
          <li key={edit.id}>
            <span>{tRich('You took out <b>{name}</b>.', { b: bold }, { name })}</span>
            <Button
              onClick={() => editor.act({ type: 'edit-put-back', edit }, t('Put back: {name}', { name }))}
            >
              {t('Put back')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The links that fit no passage, with the places where they could stand. Each has a button that adds it there. */
function OfferedLinks({ editor }: EditorProps) {
  const { history, shown } = useStore(editor.version);
  const { generation } = editor;
  const taken = new Set(history.now.removed.flatMap((edit) => linksIn(edit, generation)));
  const offered = shown.report.links.flatMap(({ linkId, offer }) =>
    offer === null || taken.has(linkId) ? [] : [{ linkId, offer }],
  );
  if (offered.length === 0) return null;
  return (
    <details className="weave-offers">
      <summary>
        {tCount(
          offered.length,
          '{count} link fits no passage well. See where it could stand.',
          '{count} links fit no passage well. See where they could stand.',
        )}
      </summary>
      <ul className="weave-left-out">
        {offered.map(({ linkId, offer }) => (
          <li key={linkId}>
            <span>{messageOfOffer(linkId, offer, generation)}</span>
            <Button onClick={() => acceptOffer(editor, linkId, { ...offer, id: `offer ${linkId}` })}>
              {t('Put it here anyway')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const bold = (words: string) => <b>{words}</b>;

function messageOfOffer(linkId: string, offer: Edit, generation: FinishedGeneration): ReactNode {
  const words = wordsBefore(generation.text, offer.start);
  const name = linkName(linkId, generation);
  const sentence = withoutMarkup(offer.text, generation);
  return words === null
    ? tRich('<b>{name}</b> could stand at the beginning: “{sentence}”', { b: bold }, { name, sentence })
    : tRich(
        '<b>{name}</b> could stand after “{words}”: “{sentence}”',
        { b: bold },
        { name, words, sentence },
      );
}

function acceptOffer({ version, generation, act, selected }: EditorController, linkId: string, offer: Edit) {
  const edit = nearestFree(offer, version.get().history.now.edits, version) ?? offer;
  if (act({ type: 'edit-add', edit }, t('Put in: {name}', { name: linkName(linkId, generation) })))
    selected.select(edit.id, 'work', true);
}

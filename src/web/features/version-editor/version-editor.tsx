import './version-editor.css';

import { ArrowDown, Redo2, Square, TriangleAlert, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore, type ComponentProps } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import type { Generate } from '#web/api/generations-api.ts';
import { onReset, onWorkspaceChange } from '#web/lib/events.ts';
import { pageLanguage, t, tCount } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/lazy-part.tsx';
import { strong, tRich } from '#web/ui/rich-text.tsx';
import type { EditControls, VersionParts } from '#web/version-view/shown-version.ts';

import { isUnchanged } from './edit-history.ts';
import { claimsIn, type EditedVersions } from './edited-version.ts';
import { EditToolbar } from './edit-toolbar.tsx';
import { editName, linkName, textInPlace, withoutMarkup, wordsBefore } from './edit-words.ts';
import {
  attachListeners,
  createEditorController,
  type EditorController,
  type Offer,
} from './editor-controller.ts';
import { LinkNote, spreadNotes } from './link-note.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { createRewordController, type RewordController, type WriterChoice } from './reword.ts';

/** Returns the component that draws a version with tools at each of its edits. Its changes are kept until a reset. */
export function createVersionEditor(
  generate: Generate,
  writerChoice: WriterChoice,
  versionOf: EditedVersions,
) {
  const rewording = createRewordController(generate, writerChoice);
  onReset(rewording.stop);
  onWorkspaceChange(rewording.stop);

  return function VersionEditor({ shown: original, children }: ComponentProps<VersionParts['Editor']>) {
    const version = versionOf(original);
    const editor = useMemo(() => createEditorController(version), [version]);
    const { shown } = useStore(version);
    const root = useRef<HTMLDivElement>(null);
    const controls = useMemo<EditControls>(
      () => (edit) => <ControlsOfEdit edit={edit} editor={editor} rewording={rewording} />,
      [editor],
    );

    useEffect(
      () => (root.current === null ? undefined : attachListeners(root.current, editor, rewording.state)),
      [editor],
    );
    useEffect(() => (root.current === null ? undefined : spreadNotes(root.current)), [shown]);

    return (
      <div className="weave" ref={root}>
        {children({
          shown,
          controls,
          actions: <EditorActions editor={editor} />,
          notes: (
            <div className="weave-notes">
              <RewordLine editor={editor} rewording={rewording} />
              <OfferedLinks editor={editor} />
            </div>
          ),
          removed: <RemovedEdits editor={editor} />,
          places: new Map(
            editor.offers('skipped').map((offer) => [offer.linkId, () => editor.accept(offer)]),
          ),
          onSelect: (id) => editor.selection.select(id, true),
        })}
        <MoveDialog editor={editor} />
      </div>
    );
  };
}

type EditorProps = { readonly editor: EditorController };
type RewordProps = EditorProps & { readonly rewording: RewordController };

/**
 * The tools of an edit. They are drawn right behind it, so that the Tab key reaches them next. They are drawn again
 * only if their own edit changes.
 */
function ControlsOfEdit({ edit: drawn, editor, rewording }: RewordProps & { readonly edit: Edit }) {
  const { selection, version } = editor;
  // A disclosure cuts the edit in which it stands, and the part behind it keeps the id.
  const edit = version.edit(drawn.id) ?? drawn;
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.id() === edit.id);
  const own = useSyncExternalStore(rewording.state.subscribe, () => rewording.of(version, edit.id));
  const isClaim = useSyncExternalStore(version.subscribe, () => claimsIn(version, edit.id).length > 0);
  return (
    <span
      className={`weave-${own.phase} ${isSelected ? 'weave-selected' : ''} ${isClaim ? 'weave-claimed' : ''}`}
    >
      {isClaim ? <ClaimMark edit={edit} editor={editor} /> : null}
      <LinkNote edit={edit} editor={editor} />
      {isSelected ? <EditToolbar edit={edit} editor={editor} rewording={rewording} own={own} /> : null}
    </span>
  );
}

/** Says that the edit before it claims something. A press shows the tools of the edit, which say what it claims. */
function ClaimMark({ edit: { id }, editor: { selection } }: EditorProps & { readonly edit: Edit }) {
  return (
    <button
      type="button"
      className="claim-mark"
      data-edit={id}
      data-aside=""
      lang={pageLanguage()}
      onClick={({ detail }) => selection.select(id, detail === 0)}
    >
      <TriangleAlert aria-hidden="true" size={13} />
      <span>{t('Check this claim')}</span>
    </button>
  );
}

/** The way to the links, and Undo, Redo and Revert all, once the user has changed something. */
function EditorActions({ editor: { version, selection, selectBeside, act, undo, redo } }: EditorProps) {
  const { history } = useStore(version);
  const { past, now, future } = history;
  const next =
    now.edits.length === 0 ? null : (
      <Button look="plain" icon={ArrowDown} onClick={() => selectBeside(selection.latest(), 1)}>
        {t('Next link')}
      </Button>
    );
  if (past.length + future.length === 0 && isUnchanged(history)) return next;
  return (
    <>
      {next}
      <Button look="plain" icon={Undo2} className="weave-undo" off={past.length === 0} onClick={undo}>
        {t('Undo')}
      </Button>
      <Button look="plain" icon={Redo2} off={future.length === 0} onClick={redo}>
        {t('Redo')}
      </Button>
      <Button
        look="plain"
        off={isUnchanged(history)}
        onClick={() => act({ type: 'start-over' }, t('All changes reverted'))}
      >
        {t('Revert all')}
      </Button>
    </>
  );
}

function RewordLine({ editor: { generation }, rewording }: RewordProps) {
  const state = useStore(rewording.state);
  if (state.phase === 'idle' || state.version.original.generation !== generation) return null;
  const edit = state.version.edit(state.id);
  if (state.phase === 'failed')
    return (
      <div className="weave-line">
        <span className="weave-fault">
          {edit === null ? state.message : `${editName(edit, generation)}. ${state.message}`}
        </span>
        <Button look="plain" onClick={rewording.stop}>
          {t('Dismiss')}
        </Button>
      </div>
    );
  return (
    <div className="weave-line">
      <Spinner label={t('Rewording')} />
      <span>
        {edit === null
          ? t('Rewording')
          : t('Rewording “{name}”. Everything else stays as it is.', {
              name: editName(edit, generation),
            })}
      </span>
      <Button icon={Square} iconSize={14} onClick={rewording.stop}>
        {t('Stop')}
      </Button>
    </div>
  );
}

function RemovedEdits({ editor }: EditorProps) {
  const { generation } = editor;
  const { removed } = useStore(editor.version).history.now;
  // All places of a relink come back together.
  const shown = removed.filter(
    ({ relink }, index) =>
      relink === undefined || removed.findIndex((other) => other.relink?.from === relink.from) === index,
  );
  if (shown.length === 0) return null;
  return (
    <ul className="weave-left-out" aria-label={t('Not in this version')}>
      {shown.map((edit) => {
        const name = editName(edit, generation);
        return (
          <li key={edit.id}>
            <span>
              {edit.relink === undefined
                ? tRich('<b>{name}</b> removed.', { b: strong }, { name })
                : tRich('<b>{name}</b> has its old address again.', { b: strong }, { name })}
            </span>
            <Button
              look="plain"
              onClick={() => editor.act({ type: 'edit-put-back', edit }, t('Restored: {name}', { name }))}
            >
              {t(edit.relink === undefined ? 'Restore' : 'Exchange again')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** The links that fit no passage, with the places where they could stand. Each has a button that adds it there. */
function OfferedLinks({ editor }: EditorProps) {
  useStore(editor.version);
  const offered = editor.offers('missing');
  if (offered.length === 0) return null;
  return (
    <details className="weave-offers">
      <summary>
        {tCount(
          offered.length,
          'One link has no good spot. Show a possible place.',
          '{count} links have no good spot. Show possible places.',
        )}
      </summary>
      <ul className="weave-left-out">
        {offered.map((offer) => (
          <li key={offer.linkId}>
            <span>{messageOfOffer(offer, editor)}</span>
            <Button look="plain" onClick={() => editor.accept(offer)}>
              {t('Add it here anyway')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function messageOfOffer({ linkId, edit }: Offer, { version, generation }: EditorController) {
  const words = wordsBefore(generation.text, edit.start);
  const name = linkName(linkId, generation);
  const text = textInPlace(generation.text, edit, version.passages().isAddition);
  const sentence = withoutMarkup(text, generation);
  return words === null
    ? tRich('<b>{name}</b> could stand at the beginning: “{sentence}”', { b: strong }, { name, sentence })
    : tRich(
        '<b>{name}</b> could stand after “{words}”: “{sentence}”',
        { b: strong },
        { name, words, sentence },
      );
}

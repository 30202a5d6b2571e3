import {
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  GripVertical,
  RefreshCw,
  Replace,
  Square,
  Trash2,
} from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { linkRel } from '#core/export/escape.ts';
import type { EnglishText } from '#web/german/german.ts';
import { pageLanguage, t } from '#web/lib/language.ts';
import { useStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';
import { messageOfClaim } from '#web/version-view/shown-version.ts';

import { addressesIn, editName, linksIn } from './edit-words.ts';
import { claimsIn } from './edited-version.ts';
import { beginMove, passagesFor, type EditorController } from './editor-controller.ts';
import { editElements, floatUnderEdit, ToolButton } from './floating-tools.tsx';
import { dragAddition } from './move-mode.tsx';
import { WordingList, type AgainController, type AgainState } from './wordings.tsx';

type ToolProps = { readonly edit: Edit; readonly editor: EditorController };
type AgainProps = ToolProps & {
  readonly again: AgainController;
  /** Whether this edit is woven again, or why that failed. */
  readonly own: AgainState;
};

export function EditToolbar({ edit, editor, again, own }: AgainProps) {
  const [isChoosing, setChoosing] = useState(false);
  const bar = useRef<HTMLSpanElement>(null);
  const { generation, selected, version } = editor;
  const name = editName(edit, generation);
  useFloating(bar, editor, edit.id);

  // The tools disappear with the edit. If they had the focus, Undo gets it.
  function remove(): void {
    if (editor.act({ type: 'edit-remove', edit }, t('Removed: {name}', { name }))) selected.clear();
  }

  function choose(to: Edit, message: string): void {
    editor.act({ type: 'edit-change', edit, to: [to] }, message);
    setChoosing(false);
    if (own.phase === 'failed') again.stop();
    selected.select(edit.id, 'work', true);
  }

  return (
    <span
      className="weave-tools"
      role="toolbar"
      aria-label={t('Change “{name}”', { name })}
      lang={pageLanguage()}
      data-aside=""
      popover="manual"
      tabIndex={-1}
      ref={bar}
      onKeyDown={moveFocus}
    >
      <span className="weave-tool-row">
        <BesideButton editor={editor} edit={edit} step={-1} />
        <ToolButton icon={Trash2} label={t('Remove')} onClick={remove} />
        {linksIn(edit, generation).length > 0 ? (
          <>
            <ToolButton
              icon={Replace}
              label={t('Other wording')}
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            />
            <AgainButton editor={editor} edit={edit} again={again} own={own} />
          </>
        ) : null}
        <OpenLink edit={edit} editor={editor} />
        <MoveButton editor={editor} edit={edit} />
        <BesideButton editor={editor} edit={edit} step={1} />
      </span>
      <ToolNotes editor={editor} edit={edit} own={own} />
      {isChoosing ? <WordingList version={version} edit={edit} onChoose={choose} /> : null}
    </span>
  );
}

/** Opens the link of an edit. With several links, a click with Ctrl on each opens it. */
function OpenLink({ edit, editor: { generation } }: ToolProps) {
  const [url, ...others] = addressesIn(edit, generation);
  if (url === undefined || others.length > 0) return null;
  return (
    <a className="weave-tool" href={url} target="_blank" rel={linkRel} title={url}>
      <ExternalLink aria-hidden="true" size={16} />
      {t('Open')}
    </a>
  );
}

/** Says what the edit claims, and why it was not woven again. */
function ToolNotes({ editor: { version }, edit, own }: ToolProps & Pick<AgainProps, 'own'>) {
  const claims = claimsIn(version, edit.id).map(messageOfClaim);
  const notes = own.phase === 'failed' ? [...claims, own.message] : claims;
  return notes.map((note) => (
    <span key={note} className="weave-none weave-reason">
      {note}
    </span>
  ));
}

/** Shows the tools over their edit. Scrolls to an edit that is worked on, and focuses tools that take the focus. */
function useFloating(bar: RefObject<HTMLElement | null>, { selected }: EditorController, id: string): void {
  const now = useStore(selected);
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const end = floatUnderEdit(current, id);
    if (selected.get()?.hold === 'work')
      editElements(current.closest('.weave'), id).at(-1)?.scrollIntoView({ block: 'nearest' });
    return end;
  }, [bar, selected, id]);
  useLayoutEffect(() => {
    if (now?.takesFocus) bar.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [bar, now]);
}

function BesideButton({ editor, edit, step }: ToolProps & { readonly step: 1 | -1 }) {
  return (
    <ToolButton
      icon={step === 1 ? ChevronRight : ChevronLeft}
      label={t(step === 1 ? 'Next link' : 'Previous link')}
      isBare
      onClick={() => editor.selectBeside(edit.id, step)}
    />
  );
}

const unmovable =
  'It is no sentence of its own: choose another wording to have it somewhere else.' satisfies EnglishText;

/**
 * The button for moving an edit. A drag moves the edit with the pointer. A press starts the choice of a passage by
 * keyboard.
 */
function MoveButton({ editor, edit }: ToolProps) {
  const isMovable = useMemo(() => passagesFor(editor, edit).length > 0, [editor, edit]);
  return (
    <ToolButton
      icon={GripVertical}
      label={t('Move')}
      title={t(isMovable ? 'Drag it to another passage, or press to choose one' : unmovable)}
      aria-label={t('Move to another passage')}
      off={!isMovable}
      className="weave-grip"
      onClick={() => (isMovable ? beginMove(editor, edit, 'keys') : announce(t(unmovable)))}
      onPointerDown={(event) => {
        if (isMovable) dragAddition(event, editor, edit);
      }}
    />
  );
}

function AgainButton({ editor: { version }, edit, again, own }: AgainProps) {
  const isBusy = useStore(again.state).phase === 'busy';
  if (own.phase === 'busy') return <ToolButton icon={Square} label={t('Stop')} onClick={again.stop} />;
  return (
    <ToolButton
      icon={RefreshCw}
      label={t('Weave again')}
      off={isBusy}
      onClick={() => void again.start(version, edit.id)}
    />
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key];
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  tools.at((at + step) % tools.length)?.focus();
}

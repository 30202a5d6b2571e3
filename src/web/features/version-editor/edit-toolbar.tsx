import { ChevronLeft, ChevronRight, GripVertical, RefreshCw, Replace, Square, Trash2 } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { keepsWords } from '#web/version-view/text-pieces.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditHistory } from './edit-history.ts';
import type { EditorController } from './editor-controller.ts';
import { editName, withoutMarkup, wordingNames } from './editor-messages.ts';
import { editElements, floatOverEdit, ToolButton } from './floating-tools.tsx';
import { dragPassage, passageAt, type MoveStore } from './move-addition.ts';
import { linksIn, otherWordings, replacementFor, type Wording } from './wordings.ts';

type EditToolbarProps = {
  readonly edit: Edit;
  readonly editor: EditorController;
  readonly mover: MoveStore;
  readonly isBusy: boolean;
};

/** The tools of one edit. */
export function EditToolbar({ edit, editor, mover, isBusy }: EditToolbarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const bar = useRef<HTMLSpanElement>(null);
  const { generation } = editor.original;
  const hasLinks = linksIn(edit, generation).length > 0;
  useFloating(bar, editor, edit.id);

  return (
    <span
      className="weave-tools"
      role="toolbar"
      aria-label={`Change “${editName(edit, generation)}”`}
      popover="manual"
      tabIndex={-1}
      ref={bar}
      onKeyDown={(event) => moveFocus(event, bar.current)}
    >
      <span className="weave-tool-row">
        <BesideButton editor={editor} edit={edit} step={-1} />
        <ToolButton icon={Trash2} label="Remove" onClick={() => remove(editor, edit, bar.current)} />
        {hasLinks ? (
          <>
            <ToolButton
              icon={Replace}
              label="Other wording"
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            />
            <AgainButton editor={editor} edit={edit} isBusy={isBusy} />
          </>
        ) : null}
        <MoveButton editor={editor} mover={mover} edit={edit} />
        <BesideButton editor={editor} edit={edit} step={1} />
      </span>
      {isChoosing ? (
        <WordingList
          editor={editor}
          edit={edit}
          onChosen={() => {
            setChoosing(false);
            editor.selected.select(edit.id, 'work', true);
          }}
        />
      ) : null}
    </span>
  );
}

function useFloating(bar: RefObject<HTMLElement | null>, { selected }: EditorController, id: string): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const focus = () => {
      if (current.isConnected && selected.get()?.id === id && selected.takeFocus())
        current.querySelector('button')?.focus({ preventScroll: true });
    };
    // If a change draws the tools elsewhere, these are removed by the next frame.
    const ends = [floatOverEdit(current, id), selected.subscribe(() => requestAnimationFrame(focus))];
    focus();
    if (selected.get()?.hold === 'work')
      editElements(current.closest('.weave'), id).at(-1)?.scrollIntoView({ block: 'nearest' });
    return () => ends.forEach((end) => end());
  }, [bar, selected, id]);
}

/** Removes an edit and its tools. If they had the focus, Undo gets it. */
function remove(editor: EditorController, edit: Edit, bar: HTMLElement | null): void {
  const root = bar?.closest('.weave');
  const hadFocus = bar?.contains(document.activeElement) === true;
  const isDone = editor.act(
    { type: 'edit-remove', edit },
    `Removed: ${editName(edit, editor.original.generation)}`,
  );
  if (!isDone) return;
  editor.selected.clear();
  if (!hadFocus) return;
  // The first change draws the Undo button.
  requestAnimationFrame(() =>
    root?.querySelector<HTMLElement>('.weave-undo')?.focus({ preventScroll: true }),
  );
}

type BesideButtonProps = Pick<EditToolbarProps, 'editor' | 'edit'> & { readonly step: 1 | -1 };

function BesideButton({ editor, edit, step }: BesideButtonProps) {
  return (
    <ToolButton
      icon={step === 1 ? ChevronRight : ChevronLeft}
      label={step === 1 ? 'Next link' : 'Previous link'}
      isBare
      onClick={() => editor.selectBeside(edit.id, step)}
    />
  );
}

const unmovable = 'It is no sentence of its own: choose another wording to have it somewhere else.';

type MoveButtonProps = Pick<EditToolbarProps, 'editor' | 'mover' | 'edit'>;

/** A drag moves the edit with the pointer. A press starts the choice of a passage by keyboard. */
function MoveButton({ editor, mover, edit }: MoveButtonProps) {
  const passages = useMemo(() => editor.passagesFor(edit.id), [editor, edit]);
  const isMovable = passages.length > 0;
  function moveByKeys(): void {
    mover.begin({ id: edit.id, by: 'keys', passages, at: passageAt(passages, edit) });
  }
  return (
    <ToolButton
      icon={GripVertical}
      label="Move"
      title={isMovable ? 'Drag it to another passage, or press to choose one' : unmovable}
      aria-label="Move to another passage"
      off={!isMovable}
      className="weave-grip"
      onClick={() => (isMovable ? moveByKeys() : announce(unmovable))}
      onPointerDown={(event) => {
        if (isMovable) dragPassage(event, { editor, mover, edit });
      }}
    />
  );
}

type AgainButtonProps = Pick<EditToolbarProps, 'editor' | 'edit' | 'isBusy'>;

function AgainButton({ editor, edit, isBusy }: AgainButtonProps) {
  const { again, original } = editor;
  if (isBusy) return <ToolButton icon={Square} label="Stop" onClick={again.stop} />;
  return (
    <ToolButton
      icon={RefreshCw}
      label="Weave again"
      off={again.state.get().phase === 'busy'}
      onClick={() => void again.start(original, edit.id)}
    />
  );
}

/** The arrow keys move the focus from tool to tool. */
function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const step = steps[event.key];
  const tools = [...(bar?.querySelectorAll('button') ?? [])];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  tools.at((at + step) % tools.length)?.focus();
}

type WordingListProps = {
  readonly editor: EditorController;
  readonly edit: Edit;
  readonly onChosen: () => void;
};

/** The other wordings of a link. One that is not possible here says why. */
function WordingList({ editor, edit, onChosen }: WordingListProps) {
  const { generation, version } = editor.original;
  const { history, again } = editor.version.get();
  const wordings = otherWordings(edit, generation, version, again);
  if (wordings.length === 0)
    return <span className="weave-none">There is no other wording yet. Weave again asks for one.</span>;
  return (
    <span className="weave-wordings" role="group" aria-label="Other wordings">
      {wordings.map((wording) => {
        const to = replacementFor(edit, wording.edit, history, editor.passages());
        return (
          <button
            key={wording.words}
            type="button"
            className="weave-wording"
            aria-disabled={to === null || undefined}
            onClick={() => {
              if (to === null) return;
              editor.act({ type: 'edit-change', edit, to: [to] }, `${wordingNames[wording.from]} wording`);
              onChosen();
            }}
          >
            <b>{wording.from === version ? 'As it was written' : wordingNames[wording.from]}</b>
            <span>{withoutMarkup(wording.words, generation)}</span>
            {to === null ? <em>{reasonAgainst(wording, history)}</em> : null}
          </button>
        );
      })}
    </span>
  );
}

function reasonAgainst({ edit }: Wording, { content, urls, isSafe }: EditHistory): string {
  if (isSafe && !keepsWords(content, edit, urls)) return 'It changes a sentence of yours: not in Safe.';
  return 'Another change stands where it belongs.';
}

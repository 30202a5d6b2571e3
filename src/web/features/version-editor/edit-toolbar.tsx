import { ChevronLeft, ChevronRight, GripVertical, RefreshCw, Replace, Square, Trash2 } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { announce } from '#web/ui/announcer.tsx';

import { dragPassage } from './move-addition.ts';
import { linksIn } from './edit-links.ts';
import { editElements, floatOver } from './floating-tools.tsx';
import { passageAt } from './move-store.ts';
import type { MoveStore } from './move-store.ts';
import { selectBeside } from './neighbour.ts';
import { ToolButton } from './tool-button.tsx';
import type { WeaveBench } from './editor-controller.ts';
import { editName } from './editor-messages.ts';
import { WordingList } from './wording-list.tsx';

type EditToolbarProps = {
  readonly edit: Edit;
  readonly bench: WeaveBench;
  readonly mover: MoveStore;
  readonly isBusy: boolean;
};

/** What can be done with one edit. */
export function EditToolbar({ edit, bench, mover, isBusy }: EditToolbarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const bar = useRef<HTMLSpanElement>(null);
  const { generation } = bench.written;
  const hasLinks = linksIn(edit, generation).length > 0;
  useFloating(bar, bench, edit.id);

  return (
    <span
      className="weave-tools"
      role="toolbar"
      aria-label={`Change “${editName(edit, generation)}”`}
      popover="manual"
      tabIndex={-1}
      ref={bar}
      onKeyDown={(event) => steer(event, bar.current)}
    >
      <span className="weave-tool-row">
        <BesideButton bench={bench} edit={edit} step={-1} />
        <ToolButton icon={Trash2} label="Remove" onClick={() => remove(bench, edit, bar.current)} />
        {hasLinks ? (
          <>
            <ToolButton
              icon={Replace}
              label="Other wording"
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            />
            <AgainButton bench={bench} edit={edit} isBusy={isBusy} />
          </>
        ) : null}
        <MoveButton bench={bench} mover={mover} edit={edit} />
        <BesideButton bench={bench} edit={edit} step={1} />
      </span>
      {isChoosing ? (
        <WordingList
          bench={bench}
          edit={edit}
          onChosen={() => {
            setChoosing(false);
            bench.selected.select(edit.id, 'work', true);
          }}
        />
      ) : null}
    </span>
  );
}

function useFloating(bar: RefObject<HTMLElement | null>, { selected }: WeaveBench, id: string): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return undefined;
    const focus = () => {
      if (current.isConnected && selected.id() === id && selected.takeFocus())
        current.querySelector('button')?.focus({ preventScroll: true });
    };
    // Tools that a change is about to draw elsewhere are gone by the next frame.
    const ends = [floatOver(current, id), selected.subscribe(() => requestAnimationFrame(focus))];
    focus();
    if (selected.hold() === 'work')
      editElements(current.closest('.weave'), id).at(-1)?.scrollIntoView({ block: 'nearest' });
    return () => ends.forEach((end) => end());
  }, [bar, selected, id]);
}

/** What was removed takes its tools with it: a focus that they had goes to what brings it back. */
function remove(bench: WeaveBench, edit: Edit, bar: HTMLElement | null): void {
  const root = bar?.closest('.weave');
  const hadFocus = bar?.contains(document.activeElement) === true;
  const isDone = bench.act(
    { type: 'edit-remove', edit },
    `Removed: ${editName(edit, bench.written.generation)}`,
  );
  if (!isDone) return;
  bench.selected.clear();
  if (!hadFocus) return;
  // The first change brings the button with it.
  requestAnimationFrame(() =>
    root?.querySelector<HTMLElement>('.weave-undo')?.focus({ preventScroll: true }),
  );
}

type BesideButtonProps = Pick<EditToolbarProps, 'bench' | 'edit'> & { readonly step: 1 | -1 };

function BesideButton({ bench, edit, step }: BesideButtonProps) {
  return (
    <ToolButton
      icon={step === 1 ? ChevronRight : ChevronLeft}
      label={step === 1 ? 'Next link' : 'Previous link'}
      isBare
      onClick={() => selectBeside(bench, edit.id, step)}
    />
  );
}

const unmovable = 'It is no sentence of its own: choose another wording to have it somewhere else.';

type MoveButtonProps = Pick<EditToolbarProps, 'bench' | 'mover' | 'edit'>;

/** Dragged, it takes the edit with it; pressed, it leads through the passages by keyboard. */
function MoveButton({ bench, mover, edit }: MoveButtonProps) {
  const passages = useMemo(() => bench.passagesFor(edit.id), [bench, edit]);
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
        if (isMovable) dragPassage(event, { bench, mover, edit });
      }}
    />
  );
}

type AgainButtonProps = Pick<EditToolbarProps, 'bench' | 'edit' | 'isBusy'>;

function AgainButton({ bench, edit, isBusy }: AgainButtonProps) {
  const { run, written } = bench;
  if (isBusy) return <ToolButton icon={Square} label="Stop" onClick={run.stop} />;
  return (
    <ToolButton
      icon={RefreshCw}
      label="Weave again"
      off={run.state().phase === 'busy'}
      onClick={() => void run.start(written, edit.id)}
    />
  );
}

/** The keys of a toolbar: one stop for Tab, arrows from tool to tool. */
function steer(event: KeyboardEvent, bar: HTMLElement | null): void {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  const step = steps[event.key];
  const tools = [...(bar?.querySelectorAll('button') ?? [])];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  tools.at((at + step) % tools.length)?.focus();
}

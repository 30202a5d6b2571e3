import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { useStore } from '#web/lib/use-store.ts';
import { announce } from '#web/ui/announcer.tsx';

import type { EditorController } from './editor-controller.ts';
import { editName, messageOfPosition } from './editor-messages.ts';
import { floatAtFoot, ToolButton } from './floating-tools.tsx';
import type { Move, MoveStore } from './move-addition.ts';
import { createPassagePlaces, nearestPlace, type PassagePlace } from './passage-place.ts';

type MoveModeProps = {
  readonly editor: EditorController;
  readonly mover: MoveStore;
  /** The element of the text and of everything that is drawn over it. */
  readonly root: RefObject<HTMLElement | null>;
};

/** While an edit moves: its new place and, by keyboard, the tools to choose it. */
export function MoveMode(props: MoveModeProps) {
  const move = useStore(props.mover);
  if (move === null) return null;
  return (
    <>
      <Caret root={props.root} move={move} />
      {move.by === 'keys' ? <Mover {...props} move={move} /> : null}
    </>
  );
}

type CaretProps = { readonly root: RefObject<HTMLElement | null>; readonly move: Move };

function Caret({ root, move: { passages, at } }: CaretProps) {
  const [place, setPlace] = useState<PassagePlace | null>(null);
  useLayoutEffect(() => {
    const { current } = root;
    if (current === null) return undefined;
    const draw = () => {
      const passage = passages[at];
      setPlace(passage === undefined ? null : createPassagePlaces(current)(passage));
    };
    draw();
    const changes = new ResizeObserver(draw);
    changes.observe(current);
    return () => changes.disconnect();
  }, [root, passages, at]);
  if (place === null) return null;
  const { top, left, height, width } = place;
  const look = width === null ? 'weave-caret' : 'weave-caret weave-caret-paragraph';
  // The key makes a new caret for each place, which then scrolls into view.
  return (
    <span
      key={`${top} ${left}`}
      className={look}
      ref={(caret) => caret?.scrollIntoView({ block: 'nearest' })}
      style={{ top, left, height, width: width ?? undefined }}
    />
  );
}

type MoverProps = MoveModeProps & { readonly move: Move };

function Mover({ editor, mover, root, move }: MoverProps) {
  const bar = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const { generation } = editor.original;
  const edit = editor.edit(move.id);
  const name = edit === null ? '' : editName(edit, generation);
  const passage = move.passages[move.at];
  const words = passage === undefined ? 'nowhere' : messageOfPosition(generation.text, passage.offset);
  const where = passage?.ownParagraph ? `As a paragraph of its own, ${words}` : `Right ${words}`;

  useLayoutEffect(() => {
    const end = bar.current === null ? undefined : floatAtFoot(bar.current, root.current);
    slider.current?.focus({ preventScroll: true });
    return end;
  }, [root]);
  useEffect(() => aimByPointer(root.current, mover), [root, mover]);

  function leave(isPut: boolean): void {
    mover.end();
    if (isPut && passage !== undefined) editor.move(move.id, passage);
    else announce('Left where it was');
    editor.selected.select(move.id, 'work', true);
  }

  return (
    <div
      className="weave-mover"
      role="toolbar"
      tabIndex={-1}
      aria-label={`Move “${name}”`}
      popover="manual"
      ref={bar}
      onKeyDown={(event) =>
        moveByKey(event, { mover, move, leave, isOnSlider: event.target === slider.current })
      }
    >
      <div
        className="weave-aim"
        role="slider"
        tabIndex={0}
        ref={slider}
        aria-label={`Passage for “${name}”: arrow keys choose, Enter puts it there, Escape leaves it where it was`}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={move.passages.length}
        aria-valuenow={move.at + 1}
        aria-valuetext={where}
      >
        <b>{name}</b>
        <span>{where}</span>
      </div>
      <div className="weave-tool-row">
        <ToolButton icon={ArrowUp} label="Earlier" onClick={() => mover.aim(move.at - 1)} />
        <ToolButton icon={ArrowDown} label="Later" onClick={() => mover.aim(move.at + 1)} />
        <ToolButton icon={Check} label="Put it here" onClick={() => leave(true)} />
        <ToolButton icon={X} label="Leave it" onClick={() => leave(false)} />
      </div>
    </div>
  );
}

type Steering = {
  readonly mover: MoveStore;
  readonly move: Move;
  readonly leave: (isPut: boolean) => void;
  /** Enter presses a button; it puts the edit only from the slider. */
  readonly isOnSlider: boolean;
};

function moveByKey(event: KeyboardEvent, { mover, move, leave, isOnSlider }: Steering): void {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowLeft: -1,
    ArrowDown: 1,
    ArrowRight: 1,
    PageUp: -10,
    PageDown: 10,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[event.key];
  const isEnd = event.key === 'Escape' || (event.key === 'Enter' && isOnSlider);
  if (step === undefined && !isEnd) return;
  event.preventDefault();
  event.stopPropagation();
  if (step !== undefined) mover.aim(move.at + step);
  else leave(event.key === 'Enter');
}

/** A press in the text aims at the nearest passage. Returns a function that removes the listener. */
function aimByPointer(root: HTMLElement | null, mover: MoveStore): (() => void) | undefined {
  if (root === null) return undefined;
  const aim = (event: MouseEvent) => {
    const move = mover.get();
    const isInText = event.target instanceof Element && event.target.closest('.reading') !== null;
    if (move === null || !isInText) return;
    event.preventDefault();
    const corner = root.getBoundingClientRect();
    const places = move.passages.map(createPassagePlaces(root));
    const at = nearestPlace(places, event.clientX - corner.left, event.clientY - corner.top);
    if (at !== null) mover.aim(at);
  };
  root.addEventListener('click', aim);
  return () => root.removeEventListener('click', aim);
}

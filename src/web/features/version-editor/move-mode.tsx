import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import type { Spot } from '#core/edits/edit.ts';
import { t } from '#web/lib/language.ts';
import { useListener, useStore } from '#web/lib/store.ts';

import { editName, wordsBefore } from './edit-words.ts';
import { floatAtFoot, ToolButton } from './edit-toolbar.tsx';
import { aimAt, endMove, type EditorController, type Move } from './editor-controller.ts';
import { aimByClick, createPassagePlaces, type PassagePlace } from './move-by-pointer.ts';

type MoveModeProps = {
  readonly editor: EditorController;
  /** The element of the text and of everything that is drawn over it. */
  readonly root: RefObject<HTMLElement | null>;
};

type MovingProps = MoveModeProps & { readonly move: Move };

/** While an edit moves: its new place and, by keyboard, the tools to choose it. */
export function MoveMode(props: MoveModeProps) {
  const move = useStore(props.editor.move);
  return move === null ? null : (
    <>
      <Caret root={props.root} move={move} />
      {move.by === 'keys' ? <Mover {...props} move={move} /> : null}
    </>
  );
}

function Caret({ root, move: { passages, at } }: Omit<MovingProps, 'editor'>) {
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

function Mover({ editor, root, move: { id, passages, at } }: MovingProps) {
  const bar = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const { generation } = editor;
  const edit = editor.version.edit(id);
  const name = edit === null ? '' : editName(edit, generation);
  const where = messageOfPassage(generation.text, passages[at]);

  useLayoutEffect(() => {
    const end = bar.current === null ? undefined : floatAtFoot(bar.current, root.current);
    slider.current?.focus({ preventScroll: true });
    return end;
  }, [root]);
  useListener(root, 'click', (event) => aimByClick(event, editor, passages));

  return (
    <div
      className="weave-mover"
      role="toolbar"
      tabIndex={-1}
      aria-label={t('Move “{name}”', { name })}
      popover="manual"
      ref={bar}
      onKeyDown={(event) => moveByKey(event, editor, at)}
    >
      <div
        className="weave-aim"
        role="slider"
        tabIndex={0}
        ref={slider}
        aria-label={t(
          'Passage for “{name}”: arrow keys choose, Enter puts it there, Escape leaves it where it was',
          { name },
        )}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={passages.length}
        aria-valuenow={at + 1}
        aria-valuetext={where}
      >
        <b>{name}</b>
        <span>{where}</span>
      </div>
      <div className="weave-tool-row">
        <ToolButton icon={ArrowUp} label={t('Earlier')} onClick={() => aimAt(editor, at - 1)} />
        <ToolButton icon={ArrowDown} label={t('Later')} onClick={() => aimAt(editor, at + 1)} />
        <ToolButton icon={Check} label={t('Put it here')} onClick={() => endMove(editor, true)} />
        <ToolButton icon={X} label={t('Leave it')} onClick={() => endMove(editor, false)} />
      </div>
    </div>
  );
}

/** Describes a passage by the words before it. */
function messageOfPassage(content: string, passage: Spot | undefined): string {
  if (passage === undefined) return t('Right nowhere');
  const words = wordsBefore(content, passage.offset);
  if (passage.ownParagraph)
    return words === null
      ? t('As a paragraph of its own, at the beginning')
      : t('As a paragraph of its own, after “{words}”', { words });
  return words === null ? t('Right at the beginning') : t('Right after “{words}”', { words });
}

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

/** On the slider, Enter puts the edit at the passage. On a button, Enter presses the button. */
function moveByKey(event: KeyboardEvent, editor: EditorController, at: number): void {
  const step = steps[event.key];
  const isOnSlider = event.target instanceof Element && event.target.matches('[role=slider]');
  const isPut = event.key === 'Enter' && isOnSlider;
  if (step === undefined && !isPut && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  if (step === undefined) endMove(editor, isPut);
  else aimAt(editor, at + step);
}

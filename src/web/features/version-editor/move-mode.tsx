import { ArrowDown, ArrowUp, Check, X } from 'lucide-react';
import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent as KeyPress,
  type PointerEvent as PressEvent,
  type RefObject,
} from 'react';

import type { Edit, Spot } from '#core/edits/edit.ts';
import { t } from '#web/lib/language.ts';
import { useListener, useStore } from '#web/lib/store.ts';

import { editName, messageOfPassage } from './edit-words.ts';
import { aimAt, beginMove, endMove, type EditorController, type Move } from './editor-controller.ts';
import { floatAtFoot, ToolButton } from './floating-tools.tsx';

type MoveModeProps = {
  readonly editor: EditorController;
  /** The element of the text and of everything that is drawn over it. */
  readonly root: RefObject<HTMLElement | null>;
};

type MovingProps = MoveModeProps & { readonly move: Move };

/**
 * Shows the new place of an edit while the user moves it. For moves by keyboard, also shows the tools to choose the
 * place.
 */
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

/** Handles a key. On the slider, Enter puts the edit at the passage. On a button, Enter presses the button. */
function moveByKey(event: KeyPress, editor: EditorController, at: number): void {
  const step = steps[event.key];
  const isOnSlider = event.target instanceof Element && event.target.matches('[role=slider]');
  const isPut = event.key === 'Enter' && isOnSlider;
  if (step === undefined && !isPut && event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  if (step === undefined) endMove(editor, isPut);
  else aimAt(editor, at + step);
}

/** A shorter movement is a press, not a drag. In pixels. */
const slack = 6;
/** The distance to the edge of the view at which the text scrolls, in pixels. */
const edge = 48;
/** How far the text scrolls in each frame, in pixels. */
const scrollStep = 9;

/** Follows the pointer from a press on the grip, and puts the edit where the pointer is released. */
export function dragAddition(down: PressEvent<HTMLElement>, editor: EditorController, edit: Edit): void {
  const grip = down.currentTarget;
  const root = grip.closest<HTMLElement>('.weave');
  if (root === null || down.button !== 0) return;
  const life = new AbortController();
  const { signal } = life;
  /** Null until the pointer is far enough away. */
  let aim: (() => void) | null = null;
  let point = { x: down.clientX, y: down.clientY };

  const scroll = () => {
    if (signal.aborted) return;
    if (scrollAtEdge(root, point.y)) aim?.();
    requestAnimationFrame(scroll);
  };
  const begin = () => {
    const passages = beginMove(editor, edit, 'pointer');
    requestAnimationFrame(scroll);
    const aimAtPoint = aimByPoint(root, editor, passages);
    return () => aimAtPoint(point.x, point.y);
  };
  const stop = (finish: () => void) => {
    life.abort();
    if (aim !== null) finish();
  };
  const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (aim === null && Math.hypot(x - down.clientX, y - down.clientY) <= slack) return;
    point = { x, y };
    aim ??= begin();
    aim();
  };
  const drop = () => {
    // The release of the pointer is followed by a click.
    window.addEventListener('click', swallow, { capture: true, once: true, signal: AbortSignal.timeout(0) });
    endMove(editor, true);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    stop(() => endMove(editor, false));
  };
  grip.setPointerCapture(down.pointerId);
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', () => stop(drop), { signal });
  document.addEventListener('pointercancel', () => stop(() => editor.move.set(null)), { signal });
  document.addEventListener('keydown', leave, { signal, capture: true });
}

function scrollAtEdge(root: HTMLElement, y: number): boolean {
  const panel = root.closest('[role=tabpanel]');
  if (!panel) return false;
  const seen = panel.getBoundingClientRect();
  const [top, bottom] = [Math.max(0, seen.top), Math.min(window.innerHeight, seen.bottom)];
  const step = y < top + edge ? -scrollStep : y > bottom - edge ? scrollStep : 0;
  if (step === 0) return false;
  const before = panel.scrollTop;
  panel.scrollTop += step;
  if (panel.scrollTop === before) window.scrollBy({ top: step, behavior: 'instant' });
  return true;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Handles a click: it aims at the passage nearest to the pointer. */
function aimByClick(event: MouseEvent, editor: EditorController, passages: readonly Spot[]): void {
  const { target, currentTarget: root } = event;
  const isInText = target instanceof Element && target.closest('.reading') !== null;
  if (!isInText || !(root instanceof HTMLElement)) return;
  event.preventDefault();
  aimByPoint(root, editor, passages)(event.clientX, event.clientY);
}

/** The position of a passage on the screen, in pixels from the top left corner of the editor's root element. */
type PassagePlace = {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  /** The width of the text if the addition would be a paragraph of its own, else null. */
  readonly width: number | null;
};

/** Returns a function that finds the position of a passage, or null. It is valid until the text changes. */
function createPassagePlaces(root: HTMLElement) {
  const reading = root.querySelector<HTMLElement>('.reading') ?? root;
  const texts = drawnTextsIn(reading);
  const range = document.createRange();

  return function placeOf({ offset, ownParagraph }: Spot): PassagePlace | null {
    // The passage is behind the last character that is drawn before its offset, or at the beginning of the text.
    const before = texts.findLast(({ at }) => at < offset);
    const drawn = before ?? texts[0];
    if (drawn === undefined) return null;
    const index = before === undefined ? 0 : Math.min(offset - drawn.at, drawn.text.length) - 1;
    range.setStart(drawn.text, index);
    range.setEnd(drawn.text, Math.min(drawn.text.length, index + 1));
    const box = [...range.getClientRects()].at(-1);
    if (box === undefined) return null;
    const corner = root.getBoundingClientRect();
    if (ownParagraph) {
      const { left, width } = reading.getBoundingClientRect();
      return { top: box.bottom - corner.top + 6, left: left - corner.left, height: 3, width };
    }
    const side = before === undefined ? box.left : box.right;
    return { top: box.top - corner.top, left: side - corner.left + 1, height: box.height, width: null };
  };
}

/** Returns the parts of the author's own text as they are drawn, with their offsets in the content. */
function drawnTextsIn(reading: HTMLElement) {
  const texts: { readonly at: number; readonly text: Text }[] = [];
  for (const element of reading.querySelectorAll<HTMLElement>('[data-at]')) {
    const text = element.firstChild;
    const isGone = element.closest('del') !== null;
    if (text instanceof Text && !isGone) texts.push({ at: Number(element.dataset['at']), text });
  }
  return texts.toSorted((a, b) => a.at - b.at);
}

/** Returns a function that aims at the passage nearest to a point of the window. It is valid until the text changes. */
function aimByPoint(root: HTMLElement, editor: EditorController, passages: readonly Spot[]) {
  const places = passages.map(createPassagePlaces(root));
  return (x: number, y: number): void => {
    const corner = root.getBoundingClientRect();
    const distances = places.map((place) => distanceTo(place, x - corner.left, y - corner.top));
    const least = Math.min(...distances);
    if (least < Infinity) aimAt(editor, distances.indexOf(least));
  };
}

/** Returns the distance to a place. Places on the same line count as nearer than those on the next line. */
function distanceTo(place: PassagePlace | null, x: number, y: number): number {
  if (place === null) return Infinity;
  const { top, left, height, width } = place;
  const down = Math.max(0, top - y, y - top - height);
  return down * 4 + (width === null ? Math.abs(x - left) : 40);
}

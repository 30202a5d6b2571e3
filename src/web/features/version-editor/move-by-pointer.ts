import type { PointerEvent as PressEvent } from 'react';

import type { Edit, Spot } from '#core/edits/edit.ts';

import { aimAt, beginMove, endMove, type EditorController } from './editor-controller.ts';

/** A shorter movement is a press, not a drag. In pixels. */
const slack = 6;
/** The distance to the edge of the view at which the text scrolls, in pixels. */
const edge = 48;
/** Scrolled in each frame, in pixels. */
const scrollStep = 9;

/** Follows the pointer from a press on the grip, and puts the edit where the pointer is released. */
export function dragAddition(down: PressEvent, editor: EditorController, edit: Edit): void {
  const grip = down.currentTarget;
  const root = grip instanceof Element ? grip.closest<HTMLElement>('.weave') : null;
  if (!(grip instanceof Element) || root === null || down.button !== 0) return;
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
    swallowClick();
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

/** Cancels the click at the end of a drag. */
function swallowClick(): void {
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, once: true, signal: AbortSignal.timeout(0) },
  );
}

/** A press in the text aims at the nearest passage. */
export function aimByClick(event: MouseEvent, editor: EditorController, passages: readonly Spot[]): void {
  const { target, currentTarget: root } = event;
  const isInText = target instanceof Element && target.closest('.reading') !== null;
  if (!isInText || !(root instanceof HTMLElement)) return;
  event.preventDefault();
  aimByPoint(root, editor, passages)(event.clientX, event.clientY);
}

/** The position of a passage on the screen, in pixels from the top left corner of the editor's root element. */
export type PassagePlace = {
  readonly top: number;
  readonly left: number;
  readonly height: number;
  /** The width of the text if the addition would be a paragraph of its own, else null. */
  readonly width: number | null;
};

/** A part of the author's own text as it is drawn, with its offset in the content. */
type DrawnText = { readonly at: number; readonly text: Text };

/** Returns a function that finds the position of a passage, or null. It is valid until the text changes. */
export function createPassagePlaces(root: HTMLElement) {
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

function drawnTextsIn(reading: HTMLElement): DrawnText[] {
  const texts: DrawnText[] = [];
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

import type { PointerEvent as PressEvent } from 'react';

import type { Edit } from '#core/edits/edit.ts';

import { beginMove, endMove, type EditorController } from './editor-controller.ts';
import { aimByPoint } from './passage-places.ts';

/** A shorter movement is a press, not a drag. In pixels. */
const slack = 6;
/** The distance to the edge of the view at which the text scrolls, in pixels. */
const edge = 48;
/** Pixels for each frame. */
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
  const end = (isPut: boolean) => {
    life.abort();
    if (aim !== null) endMove(editor, isPut);
  };
  const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (aim === null && Math.hypot(x - down.clientX, y - down.clientY) <= slack) return;
    point = { x, y };
    aim ??= begin();
    aim();
  };
  const drop = () => {
    if (aim !== null) swallowClick();
    end(true);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end(false);
  };
  grip.setPointerCapture(down.pointerId);
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', drop, { signal });
  document.addEventListener('pointercancel', () => end(false), { signal });
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

/** Prevents the click at the end of a drag. */
function swallowClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

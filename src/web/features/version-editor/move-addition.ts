import type { PointerEvent as PressEvent } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { announce } from '#web/ui/announcer.tsx';

import { passageAt } from './move-store.ts';
import type { MoveStore } from './move-store.ts';
import { createPassagePlaces, nearestPlace } from './passage-place.ts';
import type { PassagePlace } from './passage-place.ts';
import type { WeaveBench } from './editor-controller.ts';

type Dragged = { readonly bench: WeaveBench; readonly mover: MoveStore; readonly edit: Edit };

/** Less than this is a press with an unsteady hand. */
const slack = 6;
/** So near the edge of what is seen, the text moves on by so much a frame. */
const edge = 48;
const stride = 9;

/** Follows the pointer that has gone down on a grip, and puts the edit where it comes up. */
export function dragPassage(down: PressEvent, dragged: Dragged): void {
  const grip = down.currentTarget;
  const root = grip instanceof Element ? grip.closest<HTMLElement>('.weave') : null;
  if (!(grip instanceof Element) || root === null || down.button !== 0) return;
  const life = new AbortController();
  const { signal } = life;
  const flight = createFlight(root, dragged, signal);
  const end = () => {
    life.abort();
    flight.end();
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const isFar = Math.hypot(clientX - down.clientX, clientY - down.clientY) > slack;
    if (flight.isOn() || isFar) flight.to(clientX, clientY);
  };
  const drop = () => {
    if (flight.isOn()) swallowClick();
    flight.put();
    end();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
    announce('Left where it was');
  };
  grip.setPointerCapture(down.pointerId);
  document.addEventListener('pointermove', follow, { signal });
  document.addEventListener('pointerup', drop, { signal });
  document.addEventListener('pointercancel', end, { signal });
  document.addEventListener('keydown', leave, { signal, capture: true });
}

/** An edit that is being dragged; it is not before it is taken somewhere. */
function createFlight(root: HTMLElement, { bench, mover, edit }: Dragged, signal: AbortSignal) {
  let places: readonly (PassagePlace | null)[] | null = null;
  let point = { x: 0, y: 0 };

  function begin(): readonly (PassagePlace | null)[] {
    const passages = bench.passagesFor(edit.id);
    mover.begin({ id: edit.id, by: 'pointer', passages, at: passageAt(passages, edit) });
    requestAnimationFrame(scroll);
    return passages.map(createPassagePlaces(root));
  }

  function aim(): void {
    places ??= begin();
    const corner = root.getBoundingClientRect();
    const at = nearestPlace(places, point.x - corner.left, point.y - corner.top);
    if (at !== null) mover.aim(at);
  }

  function scroll(): void {
    if (signal.aborted) return;
    if (scrollAtEdge(root, point.y)) aim();
    requestAnimationFrame(scroll);
  }

  return {
    isOn: () => places !== null,
    to(x: number, y: number) {
      point = { x, y };
      aim();
    },
    put() {
      const move = places === null ? null : mover.move();
      const passage = move?.passages[move.at];
      if (passage === undefined) return;
      mover.end();
      if (bench.move(edit.id, passage)) bench.selected.select(edit.id, 'work');
    },
    end() {
      if (places !== null) mover.end();
    },
  };
}

function scrollAtEdge(root: HTMLElement, y: number): boolean {
  const panel = root.closest('[role=tabpanel]');
  if (!panel) return false;
  const seen = panel.getBoundingClientRect();
  const [top, bottom] = [Math.max(0, seen.top), Math.min(window.innerHeight, seen.bottom)];
  const step = y < top + edge ? -stride : y > bottom - edge ? stride : 0;
  if (step === 0) return false;
  const before = panel.scrollTop;
  panel.scrollTop += step;
  if (panel.scrollTop === before) window.scrollBy({ top: step, behavior: 'instant' });
  return true;
}

/** The end of a drag is no press. */
function swallowClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

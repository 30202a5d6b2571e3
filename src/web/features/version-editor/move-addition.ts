import type { PointerEvent as PressEvent } from 'react';

import type { Edit } from '#core/edits/edit.ts';
import { createStore, type ReadonlyStore } from '#web/lib/store.ts';
import { announce } from '#web/ui/announcer.tsx';

import { createPassagePlaces, nearestPlace, type PassagePlace } from './passage-place.ts';
import type { EditorController } from './editor-controller.ts';
import { isOwnParagraph, type Passage } from './passages.ts';

/** An addition on its way to another passage, by keyboard or by pointer. */
export type Move = {
  readonly id: string;
  readonly by: 'keys' | 'pointer';
  readonly passages: readonly Passage[];
  /** The index of the passage where it would be put. */
  readonly at: number;
};

export type MoveStore = ReadonlyStore<Move | null> & {
  begin(move: Move): void;
  /** Aims at the passage with this index, or at the first or last one if there is no such index. */
  aim(at: number): void;
  end(): void;
};

export function createMoveStore(): MoveStore {
  const { get, set, subscribe } = createStore<Move | null>(null);
  return {
    get,
    subscribe,
    begin: set,
    aim(at) {
      const move = get();
      if (move === null) return;
      const next = Math.max(0, Math.min(at, move.passages.length - 1));
      if (next !== move.at) set({ ...move, at: next });
    },
    end: () => set(null),
  };
}

/** Returns the index of the passage of an addition, or of the nearest one before it. */
export function passageAt(passages: readonly Passage[], addition: Edit): number {
  const ownParagraph = isOwnParagraph(addition);
  const exact = passages.findIndex(
    (passage) => passage.offset === addition.start && passage.ownParagraph === ownParagraph,
  );
  if (exact >= 0) return exact;
  return Math.max(
    0,
    passages.findLastIndex(({ offset }) => offset <= addition.start),
  );
}

type Dragged = { readonly editor: EditorController; readonly mover: MoveStore; readonly edit: Edit };

/** A shorter movement is a press, not a drag. In pixels. */
const slack = 6;
/** The distance to the edge of the view at which the text scrolls, in pixels. */
const edge = 48;
/** Pixels for each frame. */
const scrollStep = 9;

/** Follows the pointer from a press on the grip, and puts the edit where the pointer is released. */
export function dragPassage(down: PressEvent, dragged: Dragged): void {
  const grip = down.currentTarget;
  const root = grip instanceof Element ? grip.closest<HTMLElement>('.weave') : null;
  if (!(grip instanceof Element) || root === null || down.button !== 0) return;
  const life = new AbortController();
  const { signal } = life;
  const drag = createDrag(root, dragged, signal);
  const end = () => {
    life.abort();
    drag.end();
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const isFar = Math.hypot(clientX - down.clientX, clientY - down.clientY) > slack;
    if (drag.isOn() || isFar) drag.to(clientX, clientY);
  };
  const drop = () => {
    if (drag.isOn()) swallowClick();
    drag.put();
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

/** Controls one drag. It begins with the first call of `to`. */
function createDrag(root: HTMLElement, { editor, mover, edit }: Dragged, signal: AbortSignal) {
  let places: readonly (PassagePlace | null)[] | null = null;
  let point = { x: 0, y: 0 };

  function begin(): readonly (PassagePlace | null)[] {
    const passages = editor.passagesFor(edit.id);
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
      const move = places === null ? null : mover.get();
      const passage = move?.passages[move.at];
      if (passage === undefined) return;
      mover.end();
      if (editor.move(edit.id, passage)) editor.selected.select(edit.id, 'work');
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

import type { Edit } from '#core/edits/edit.ts';

import { isOwnParagraph } from './passages.ts';
import type { Passage } from './passages.ts';

/** An addition on its way to another passage, by keyboard or by pointer. */
export type Move = {
  readonly id: string;
  readonly by: 'keys' | 'pointer';
  readonly passages: readonly Passage[];
  /** Index of the passage where it would be put. */
  readonly at: number;
};

export type MoveStore = {
  move(): Move | null;
  begin(move: Move): void;
  /** To the passage of that index; the ends are the ends. */
  aim(at: number): void;
  end(): void;
  subscribe(listener: () => void): () => void;
};

export function createMoveStore(): MoveStore {
  const listeners = new Set<() => void>();
  let current: Move | null = null;

  function show(next: Move | null): void {
    if (next === current) return;
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    move: () => current,
    begin: show,
    aim(at) {
      if (current === null) return;
      const last = current.passages.length - 1;
      const next = Math.max(0, Math.min(at, last));
      if (next !== current.at) show({ ...current, at: next });
    },
    end: () => show(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The passage where an addition stands, or the nearest before it. */
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

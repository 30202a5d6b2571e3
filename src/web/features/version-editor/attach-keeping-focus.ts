import type { WeaveBench } from './editor-controller.ts';

/** A change may take away the button that made it: the focus goes on to what is nearest. Undone by the answer. */
export function attachKeepingFocus(root: HTMLElement, bench: WeaveBench): () => void {
  const { desk, run, selected } = bench;
  let focused: Element | null = null;

  function note({ target }: FocusEvent): void {
    focused = target instanceof Element && root.contains(target) ? target : null;
  }

  function mend(): void {
    if (!root.isConnected || focused?.isConnected !== false || document.activeElement !== document.body)
      return;
    focused = null;
    const id = selected.id();
    if (id !== null && bench.edit(id) !== null) return selected.select(id, 'work', true);
    const next =
      root.querySelector<HTMLElement>('.weave-undo') ?? root.closest<HTMLElement>('[role=tabpanel]');
    next?.focus({ preventScroll: true });
  }

  // Drawn by the next frame.
  const look = () => void requestAnimationFrame(mend);
  document.addEventListener('focusin', note);
  const ends = [
    desk.subscribe(look),
    run.subscribe(look),
    () => document.removeEventListener('focusin', note),
  ];
  return () => ends.forEach((end) => end());
}
